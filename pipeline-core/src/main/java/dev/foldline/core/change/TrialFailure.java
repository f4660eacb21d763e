package dev.foldline.core.change;

import dev.foldline.core.verdict.CheckFailure;

import io.vavr.collection.Vector;

/**
 * What failed in a trial.
 *
 * @param text what the user reads
 */
public record TrialFailure(CheckFailure failure, String text) {

    /** Returns whether it failed in another run on the same mixture too. */
    boolean isIn(Vector<TrialFailure> others) {
        return others.exists(this::isConfirmedBy);
    }

    /** Where a command names no tests, anything may have failed. */
    private boolean isConfirmedBy(TrialFailure other) {
        boolean areNamed =
                failure instanceof CheckFailure.Test && other.failure instanceof CheckFailure.Test;
        return areNamed
                ? failure.equals(other.failure)
                : failure.command().equals(other.failure.command());
    }
}
