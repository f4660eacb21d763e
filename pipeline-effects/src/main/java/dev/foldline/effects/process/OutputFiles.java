package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The files for the outputs of a child process, byte for byte except for secrets, up to a limit.
 *
 * @param out file for its standard output; replaced
 * @param err file for its standard error; replaced
 * @param bytesMax number of bytes of each to keep; the rest is read, counted and discarded
 */
public record OutputFiles(Path out, Path err, long bytesMax) {
    /** 64 MiB: enough for long transcripts, without letting a runaway program fill the disk. */
    public static final long BYTES_MAX = 64L << 20;

    public OutputFiles {
        if (bytesMax < 0 || out.equals(err)) {
            throw new PipelineBug(
                    "two files and a limit, not " + out + ", " + err + ", " + bytesMax);
        }
    }

    /** Returns the name of the files of an agent's call. */
    public static String nameOfCall(long ticket) {
        return "agent-" + ticket;
    }

    /**
     * Returns the name of the files of a command of a check.
     *
     * @param number of the command, from 1
     */
    public static String nameOfCheck(long ticket, int number) {
        return "check-" + ticket + "-" + number;
    }

    /** Returns {@code <name>.out} and {@code <name>.err} in a directory, with the default limit. */
    public static OutputFiles in(Path directory, String name) {
        return new OutputFiles(
                directory.resolve(name + ".out"), directory.resolve(name + ".err"), BYTES_MAX);
    }

    /** Both files, new and empty, open for writing; the holder closes them. */
    record Opened(OutputStream out, OutputStream err) implements Closeable {
        @Override
        public void close() throws IOException {
            out.close();
            err.close();
        }
    }

    /** Creates both files, replacing links in their place. */
    Opened open() throws IOException {
        OutputStream first = truncated(out);
        try {
            return new Opened(first, truncated(err));
        } catch (IOException failed) {
            first.close();
            throw failed;
        }
    }

    private static OutputStream truncated(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
