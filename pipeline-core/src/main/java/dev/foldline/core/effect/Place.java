package dev.foldline.core.effect;

/**
 * Where in the run an effect belongs, and which try it is: what tells it from every other.
 *
 * @param turn counts from 0
 * @param revision how often the phase has begun its work, from 1
 * @param attempt tries within that execution, from 1
 */
public record Place(String stage, int turn, String phase, int step, int revision, int attempt) {

    /** The place without its counters. */
    public String spot() { return stage + "." + turn + "." + phase + "." + step; }

    @Override
    public String toString() { return spot() + "#" + revision + "." + attempt; }
}
