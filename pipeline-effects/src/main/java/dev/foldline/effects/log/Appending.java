package dev.foldline.effects.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The four things a log does to its file. A seam, so that tests can let the disk fail. */
interface Appending extends AutoCloseable {
    long size() throws IOException;

    /** Writes at the end; after a failure any part of the bytes may be there. */
    void write(byte[] bytes) throws IOException;

    void force() throws IOException;

    void truncate(long size) throws IOException;

    @Override
    void close() throws IOException;

    private static RandomAccessFile opened(Path file) throws IOException {
        try {
            return new RandomAccessFile(file.toFile(), "rw");
        } catch (FileNotFoundException refused) {
            throw new FileSystemException(file.toString(), null, refused.getMessage());
        }
    }

    /** A real file. Not a channel: a thread that is interrupted in a channel's write closes it, and with it the run. */
    static Appending to(Path file) throws IOException {
        RandomAccessFile open = opened(file);
        return new Appending() {
            @Override
            public long size() throws IOException {
                return open.length();
            }

            @Override
            public void write(byte[] bytes) throws IOException {
                open.seek(open.length());
                open.write(bytes);
            }

            @Override
            public void force() throws IOException {
                open.getFD().sync();
            }

            @Override
            public void truncate(long size) throws IOException {
                open.setLength(size);
            }

            @Override
            public void close() throws IOException {
                open.close();
            }
        };
    }
}
