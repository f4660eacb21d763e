package dev.foldline.core.change;

import dev.foldline.core.verdict.CheckFailure;

import io.vavr.collection.Vector;

import java.util.function.Predicate;

/** What the checks said in a trial. */
public sealed interface TrialResult {

    /** All passed. */
    record Passed() implements TrialResult {}

    /**
     * Something failed.
     *
     * @param failures tests, or commands that name none; at most some of them
     */
    record Failed(Vector<TrialFailure> failures) implements TrialResult {}

    /**
     * The tests could not be run on this code: they do not compile, or no report was written.
     *
     * @param failures all that failed, as far as it can be compared with other runs
     */
    record Unbuilt(String reason, Vector<CheckFailure> failures) implements TrialResult {

        /** Tests of which nothing else is known. */
        public Unbuilt(String reason) {
            this(reason, Vector.empty());
        }
    }

    /** The checks could not be tried: a setup failed, a program is missing, or time ran out. */
    record Impossible(String reason) implements TrialResult {}

    /** Returns the same result without what failed before any change. */
    default TrialResult without(Vector<CheckFailure> known) {
        return switch (this) {
            case Failed(var failures) -> ofFailures(failures.reject(isKnown(known)));
            case Unbuilt(_, var failures) when failures.nonEmpty() && known.containsAll(failures) ->
                    new Passed();
            case Passed _, Unbuilt _, Impossible _ -> this;
        };
    }

    private static Predicate<TrialFailure> isKnown(Vector<CheckFailure> known) {
        return each -> known.contains(each.failure());
    }

    private static TrialResult ofFailures(Vector<TrialFailure> failures) {
        return failures.isEmpty() ? new Passed() : new Failed(failures);
    }

    /** Returns what counts after a second run on the same mixture. */
    default TrialResult and(TrialResult again) {
        return this instanceof Failed(var first) && again instanceof Failed(var second)
                ? ofFailures(second.filter(each -> each.isIn(first)))
                : again;
    }
}
