package dev.foldline.effects.git.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Empties a child's stream on a thread of its own and keeps so much of its beginning, or of its end. */
final class Drain {
    private final InputStream stream;
    private final int bytesMax;
    private final boolean keepsTheEnd;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread thread;
    private boolean cut;

    private Drain(InputStream stream, int bytesMax, boolean keepsTheEnd) {
        this.stream = stream;
        this.bytesMax = bytesMax;
        this.keepsTheEnd = keepsTheEnd;
        this.thread = Thread.ofVirtual().unstarted(this::empty);
    }

    static Drain head(InputStream stream, int bytesMax) {
        return started(new Drain(stream, bytesMax, false));
    }

    static Drain tail(InputStream stream, int bytesMax) {
        return started(new Drain(stream, bytesMax, true));
    }

    private static Drain started(Drain drain) {
        drain.thread.start();
        return drain;
    }

    /** Until the stream has ended, or has been silent for so long. */
    void await(Duration silenceMax) throws InterruptedException {
        for (int before = -1; thread.isAlive() && before != size(); ) {
            before = size();
            thread.join(silenceMax);
        }
    }

    synchronized byte[] bytes() {
        return kept.toByteArray();
    }

    synchronized boolean cut() {
        return cut;
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    private synchronized int size() {
        return kept.size();
    }

    private void empty() {
        byte[] buffer = new byte[16 << 10];
        try {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) keep(buffer, read);
        } catch (IOException killed) {
            // The stream of a killed child ends like this; what came before is kept.
        }
    }

    private synchronized void keep(byte[] buffer, int length) {
        int room = bytesMax - kept.size();
        if (!keepsTheEnd) {
            kept.write(buffer, 0, Math.min(room, length));
            cut |= length > room;
            return;
        }
        kept.write(buffer, 0, length);
        if (kept.size() <= 2 * bytesMax) return;
        byte[] all = kept.toByteArray();
        kept.reset();
        kept.write(all, all.length - bytesMax, bytesMax);
        cut = true;
    }
}
