package dev.foldline.effects.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits a stream of bytes into lines of text of limited length. */
final class LineSplitter {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final int bytesMax;

    LineSplitter(Consumer<String> lines, int bytesMax) {
        this.lines = lines;
        this.bytesMax = bytesMax;
    }

    void add(byte[] bytes, int length) {
        int from = 0;
        for (int at = 0; at < length; at++) {
            if (bytes[at] == '\n') {
                append(bytes, from, at);
                emit();
                from = at + 1;
            }
        }
        append(bytes, from, length);
    }

    /** Handles the end of the stream: text after the last line feed is a line too. */
    void end() {
        if (line.size() > 0) {
            emit();
        }
    }

    private void append(byte[] bytes, int from, int to) {
        int room = bytesMax - line.size();
        line.write(bytes, from, Math.min(room, to - from));
    }

    private void emit() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        lines.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
