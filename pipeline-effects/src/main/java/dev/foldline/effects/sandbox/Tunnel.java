package dev.foldline.effects.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Two connections whose bytes are passed on to each other. */
final class Tunnel {
    private static final int CHUNK_BYTES = 1 << 14;

    private Tunnel() {}

    /** Passes bytes on until the second connection ends, or the first one cannot be written. */
    static void join(InputStream in, OutputStream out, Socket other) throws IOException {
        var there = other.getOutputStream();
        var back = other.getInputStream();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                pass(in, there);
                                other.shutdownOutput();
                            } catch (IOException gone) {
                                // The other direction ends as well.
                            }
                        });
        pass(back, out);
    }

    private static void pass(InputStream from, OutputStream to) throws IOException {
        var chunk = new byte[CHUNK_BYTES];
        for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
            to.write(chunk, 0, length);
            to.flush();
        }
    }
}
