package dev.foldline.effects.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A stream is redacted as if it were one text, however it arrives. */
class RedactedStreamTest {
    private static final String VALUE = "hidden väluè";
    private static final Redaction REDACTION = Redaction.of(Map.of("MY_SECRET", VALUE));

    @Test
    void a_stream_cut_at_any_point_is_redacted_as_a_whole() {
        for (long seed = 0; seed < 8; seed++) {
            var random = new Random(seed);
            var text = story(seed, random, "\n");
            for (int max : List.of(1, 7, 100, 5_000)) {
                assertThat(streamed(text, random, max))
                        .as("seed " + seed + ", pieces up to " + max)
                        .isEqualTo(REDACTION.text(text));
            }
        }
    }

    @Test
    void a_line_without_end_hides_nothing() {
        var random = new Random(1);
        var line = new StringBuilder();
        var planted = new ArrayList<String>();
        for (long seed = 0; line.length() < 1_000_000; seed++) {
            line.append("x".repeat(random.nextInt(20_000)))
                    .append(random.nextBoolean() ? " " : "\"");
            var secret =
                    new SampleSecrets(seed)
                            .one(
                                    List.of("jwt", "anthropic", "aws access key", "url userinfo")
                                            .get(random.nextInt(4)));
            line.append(secret.text()).append(' ');
            planted.add(secret.secret());
        }
        var redacted = streamed(line.toString(), random, 9_000);
        assertThat(planted).noneMatch(redacted::contains);
        assertThat(redacted).isEqualTo(REDACTION.text(line.toString()));
    }

    @Test
    void a_complete_line_is_not_delayed() {
        var stream = new RedactedStream(REDACTION);
        assertThat(text(add(stream, "one\ntw"))).isEqualTo("one\n");
        assertThat(text(add(stream, "o\r"))).isEqualTo("two\r");
        assertThat(text(add(stream, "three"))).isEmpty();
        assertThat(text(stream.end())).isEqualTo("three");
    }

    @Test
    void a_secret_longer_than_any_is_still_redacted_and_buffered_within_a_bound() {
        var stream = new RedactedStream(REDACTION);
        var out = new ByteArrayOutputStream();
        out.writeBytes(add(stream, "-----BEGIN " + "RSA PRIVATE KEY-----\n"));
        for (int lines = 0; lines < 3_000; lines += 10)
            out.writeBytes(add(stream, ("QUJD".repeat(16) + "\n").repeat(10)));
        assertThat(out.size()).isPositive();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("[redacted:private-key]");
    }

    @Test
    void binary_output_passes_byte_for_byte() {
        byte[] noise = new byte[300_000];
        new Random(5).nextBytes(noise);
        var stream = new RedactedStream(REDACTION);
        var out = new ByteArrayOutputStream();
        out.writeBytes(stream.add(noise, noise.length));
        out.writeBytes(stream.end());
        assertThat(out.toByteArray()).isEqualTo(noise);
    }

    private static String story(long seed, Random random, String lineEnd) {
        var text = new StringBuilder();
        var secrets = List.copyOf(new SampleSecrets(seed).all().values());
        for (int line = 0; line < 30; line++) {
            text.append("ordinary words ").append(line).append(' ');
            if (random.nextInt(3) == 0)
                text.append(secrets.get(random.nextInt(secrets.size())).text()).append(' ');
            if (random.nextInt(5) == 0) text.append(VALUE).append(' ');
            if (random.nextInt(3) == 0) text.append(interrupted(random));
            text.append(lineEnd);
        }
        return text.toString();
    }

    /** The value with line ends, colours and escapes in it, whole or cut off. */
    private static String interrupted(Random random) {
        var between = List.of("\n", "\r\n", "\u001b[31m", "\u001b[0m", "\n\u001b[1;32m", "\\n");
        var text = new StringBuilder();
        int length = random.nextInt(4) == 0 ? random.nextInt(VALUE.length()) : VALUE.length();
        for (int at = 0; at < length; at++) {
            if (at > 0 && random.nextInt(4) == 0)
                text.append(between.get(random.nextInt(between.size())));
            text.append(
                    random.nextInt(9) == 0 && VALUE.charAt(at) < 128
                            ? "%%%02x".formatted((int) VALUE.charAt(at))
                            : VALUE.substring(at, at + 1));
        }
        return text.append(random.nextBoolean() ? "\n" : "\u001b[0m ").toString();
    }

    @Test
    void a_line_that_may_start_a_secret_is_delayed_up_to_its_start() {
        var stream = new RedactedStream(REDACTION);
        assertThat(text(add(stream, "one\ntwo hid\n"))).isEqualTo("one\ntwo ");
        assertThat(text(add(stream, "den of lions\n"))).isEqualTo("hid\nden of lions\n");
        assertThat(text(add(stream, "hidden v\u00e4\n"))).isEmpty();
        assertThat(text(add(stream, "lu\u00e8\n"))).isEqualTo("[redacted:variable]\n");
    }

    private static String streamed(String text, Random random, int piecesMax) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var stream = new RedactedStream(REDACTION);
        var out = new ByteArrayOutputStream();
        for (int from = 0; from < bytes.length; ) {
            int length = Math.min(bytes.length - from, 1 + random.nextInt(piecesMax));
            var piece = new byte[length];
            System.arraycopy(bytes, from, piece, 0, length);
            out.writeBytes(stream.add(piece, length));
            from += length;
        }
        out.writeBytes(stream.end());
        return out.toString(StandardCharsets.UTF_8);
    }

    private static byte[] add(RedactedStream stream, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return stream.add(bytes, bytes.length);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
