package dev.foldline.effects.agent.acp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads lines up to a limit. A longer line is skipped, unless it starts like a message. */
final class LineSource {
    private final InputStream source;
    private final int bytesMax;

    LineSource(InputStream source, int bytesMax) {
        this.source = new BufferedInputStream(source, 1 << 16);
        this.bytesMax = bytesMax;
    }

    /** Returns the next line; empty at the end. A line without an end is none. */
    Optional<String> next() throws AcpFault, IOException {
        var line = new ByteArrayOutputStream();
        long length = 0;
        boolean isMessage = false;
        for (int next = source.read(); next >= 0; next = source.read()) {
            if (next != '\n') {
                if (length == 0) isMessage = next == '{';
                if (++length <= bytesMax) line.write(next);
                // The agent would wait for the answer to it.
                else if (isMessage)
                    throw new AcpFault(
                            "protocol", "a message is longer than " + bytesMax + " bytes");
            } else if (length <= bytesMax) {
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            } else {
                line.reset();
                length = 0;
            }
        }
        return Optional.empty();
    }
}
