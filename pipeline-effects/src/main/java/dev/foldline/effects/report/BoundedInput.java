package dev.foldline.effects.report;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails after a number of bytes. */
final class BoundedInput extends FilterInputStream {
    private final long bytesMax;
    private long left;

    BoundedInput(InputStream in, long bytesMax) {
        super(in);
        this.bytesMax = bytesMax;
        left = bytesMax;
    }

    @Override
    public int read() throws IOException {
        int each = super.read();
        if (each >= 0) count(1);
        return each;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int bytes = super.read(into, from, length);
        if (bytes > 0) count(bytes);
        return bytes;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) throw new IOException("more than %,d bytes".formatted(bytesMax));
    }
}
