package dev.foldline.bench;

import dev.foldline.effects.redact.RedactedStream;
import dev.foldline.effects.redact.Redaction;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Measurements of redaction: how much of what agents and checks print passes in a second, beside a
 * plain copy of it.
 */
final class RedactMeasurements {
    /** In pieces, for this source is among those that are looked through. */
    private static final Redaction REDACTION =
            Redaction.of(
                    Map.of(
                            "DEPLOY_TOKEN",
                            "swordfish of " + "the deep",
                            "API_KEY",
                            "another value " + "of some length"));

    private static final int CHUNK_BYTES = 1 << 16;

    private RedactMeasurements() {}

    /** An operation is a mebibyte. */
    static MeasurementRatio redact(int mebibytes) throws IOException {
        byte[] output = repeated(sources(), mebibytes);
        byte[] escaped =
                repeated(
                        sources().replace("\\", "\\\\").replace("/", "\\/").replace("<", "\\u003c"),
                        mebibytes);
        return new MeasurementRatio(
                "redaction, MiB a second of " + mebibytes,
                5,
                List.of(
                        new Measurement(
                                "plain copy in pieces of 64 KiB",
                                mebibytes,
                                () -> streamed(output, bytes -> bytes)),
                        new Measurement(
                                "RedactedStream over sources", mebibytes, () -> redacted(output)),
                        new Measurement(
                                "RedactedStream over lines with escapes of JSON",
                                mebibytes,
                                () -> redacted(escaped)),
                        new Measurement(
                                "Redaction.bytes at once",
                                mebibytes,
                                () -> require(REDACTION.bytes(output) == output))));
    }

    private static void redacted(byte[] content) throws IOException {
        var stream = new RedactedStream(REDACTION);
        int written = streamed(content, piece -> stream.add(piece, piece.length));
        require(written + stream.end().length == content.length);
    }

    private static int streamed(byte[] content, UnaryOperator<byte[]> change) throws IOException {
        var out = new ByteArrayOutputStream(content.length);
        for (int from = 0; from < content.length; from += CHUNK_BYTES) {
            var piece = new byte[Math.min(CHUNK_BYTES, content.length - from)];
            System.arraycopy(content, from, piece, 0, piece.length);
            out.write(change.apply(piece));
        }
        return out.size();
    }

    /** Our own sources, as an agent prints them that reads. */
    private static String sources() throws IOException {
        var text = new StringBuilder();
        try (var files = Files.walk(Path.of("src"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).sorted().toList())
                text.append(Files.readString(file));
        }
        return text.toString();
    }

    private static byte[] repeated(String text, int mebibytes) {
        byte[] once = text.getBytes(StandardCharsets.UTF_8);
        var all = new byte[mebibytes << 20];
        for (int at = 0; at < all.length; at++) all[at] = once[at % once.length];
        return all;
    }

    private static void require(boolean expected) {
        if (!expected) throw new IllegalStateException("what was measured did not do its work");
    }
}
