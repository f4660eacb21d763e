package dev.foldline.effects.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** An output of a process that has ended, in its file. */
public record StoredOutput(Path file) {
    private static final int CHUNK_BYTES = 1 << 16;

    /** Passes the standard output on to a listener as if it was printed now. */
    public void printed(ProcessListener listener) throws IOException {
        lines(
                line -> {
                    boolean _ = listener.outLine().test(line);
                },
                listener.lineBytesMax());
    }

    /** Passes the standard error on to a listener as if it was printed now. */
    public void warned(ProcessListener listener) throws IOException {
        lines(listener.errLine(), listener.lineBytesMax());
    }

    private void lines(Consumer<String> lines, int lineBytesMax) throws IOException {
        var splitter = new LineSplitter(lines, lineBytesMax);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk))
                splitter.add(chunk, length);
        }
        splitter.end();
    }

    /** Returns the end of the output, as much as a running process keeps. */
    public String tail() throws IOException {
        long size = Files.size(file);
        int length = (int) Math.min(size, OutputPump.TAIL_BYTES);
        var bytes = ByteBuffer.allocate(length);
        try (FileChannel channel = FileChannel.open(file)) {
            int read = 0;
            while (bytes.hasRemaining() && read >= 0)
                read = channel.read(bytes, size - length + bytes.position());
        }
        byte[] end = bytes.array();
        int from = 0;
        while (length < size && from < length && (end[from] & 0xC0) == 0x80) from++;
        return new String(end, from, length - from, StandardCharsets.UTF_8);
    }
}
