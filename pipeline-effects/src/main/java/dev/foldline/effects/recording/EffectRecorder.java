package dev.foldline.effects.recording;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.effects.process.ProcessExecutor;

import io.vavr.collection.Vector;

import java.io.IOException;

/** Keeps what effects get from outside. It never lets an effect fail. */
public interface EffectRecorder extends AutoCloseable {

    /** Keeps nothing. */
    EffectRecorder NONE =
            new EffectRecorder() {
                @Override
                public ProcessExecutor recording(ProcessExecutor processes) {
                    return processes;
                }

                @Override
                public void begins(long ticket, ExternalEffect effect) {}

                @Override
                public void ended(
                        long ticket, ExternalEffect effect, Event outcome, TreeReader trees) {}
            };

    /** Returns an executor whose processes are recorded. */
    ProcessExecutor recording(ProcessExecutor processes);

    /** An effect is about to start. */
    void begins(long ticket, ExternalEffect effect);

    /**
     * An effect has ended, and its outcome is about to be logged.
     *
     * @param trees reads the working tree
     */
    void ended(long ticket, ExternalEffect effect, Event outcome, TreeReader trees);

    /** Reads the working tree without the protected paths. */
    @FunctionalInterface
    interface TreeReader {
        String read(Vector<String> protectedPaths) throws IOException;
    }

    @Override
    default void close() {}
}
