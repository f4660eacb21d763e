package dev.foldline.core.effect;

/**
 * Identifies an effect within a run: its position and its attempt.
 *
 * @param turn turn of the stage, from 0
 * @param revision execution of the phase, from 1
 * @param attempt attempt within that execution, from 1
 */
public record EffectKey(String stage, int turn, String phase, int step, int revision, int attempt) {

    /** Returns the position without the counters. */
    public String spot() {
        return stage + "." + turn + "." + phase + "." + step;
    }

    @Override
    public String toString() {
        return spot() + "#" + revision + "." + attempt;
    }
}
