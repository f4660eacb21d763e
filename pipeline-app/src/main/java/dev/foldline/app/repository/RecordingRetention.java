package dev.foldline.app.repository;

import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Optional;

/** Decides which recordings stay, and removes the others. */
public final class RecordingRetention {
    private static final int RUNS_MAX = 50;
    private static final long BYTES_MAX = 1L << 30;

    private RecordingRetention() {}

    /** Returns the recordings of a repository, that of the latest run first. */
    public static Vector<RunRecording> all(Workspace here) throws IOException {
        return Vector.ofAll(here.runs().newestFirst())
                .map(RunRecording::new)
                .filter(RunRecording::exists);
    }

    /** Removes recordings beyond the number or the size that is kept. */
    public static void prune(Workspace here) throws IOException {
        long bytes = 0;
        int runs = 0;
        for (var recording : all(here)) {
            bytes += recording.bytes();
            if (++runs > RUNS_MAX || runs > 1 && bytes > BYTES_MAX) remove(here, recording);
        }
    }

    /** Removes a recording, and says why it is still there, if it is. */
    public static Optional<String> remove(Workspace here, RunRecording recording)
            throws IOException {
        if (!(RunLock.take(recording.run().lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            return Optional.of("the run is in use");
        try (lock) {
            return removeLocked(here, recording);
        }
    }

    /** The same, while the run's lock is held. */
    static Optional<String> removeLocked(Workspace here, RunRecording recording)
            throws IOException {
        try (var objects =
                RecordedObjects.in(here.site().home().place().commonFolder(), recording.ref())) {
            objects.remove();
        }
        recording.remove();
        return Optional.empty();
    }
}
