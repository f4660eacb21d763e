package dev.foldline.law.tasks;

import dev.foldline.arbitrary.Tries;

import java.util.function.LongConsumer;

/** The seeds on which a promise is tried; with {@code -Dfoldline.seed} only that one. */
final class Seeds {
    private static final int TRIES = Tries.PER_LAW;

    private Seeds() {}

    static void each(LongConsumer trial) {
        var one = Long.getLong("foldline.seed");
        for (long seed = one == null ? 1 : one; seed <= (one == null ? TRIES : one); seed++)
            tried(trial, seed);
    }

    private static void tried(LongConsumer trial, long seed) {
        try {
            trial.accept(seed);
        } catch (RuntimeException | AssertionError broken) {
            throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
        }
    }
}
