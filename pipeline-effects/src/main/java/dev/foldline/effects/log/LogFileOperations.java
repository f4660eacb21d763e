package dev.foldline.effects.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The file operations of a log; tests replace them to simulate disk failures. */
interface LogFileOperations extends AutoCloseable {
    long size() throws IOException;

    /** Writes at the end; after a failure, any part of the bytes may have been written. */
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

    /**
     * Returns the operations of a real file. It is not a channel, because interrupting a thread in
     * a channel's write closes the channel.
     */
    static LogFileOperations to(Path file) throws IOException {
        RandomAccessFile open = opened(file);
        return new LogFileOperations() {
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
