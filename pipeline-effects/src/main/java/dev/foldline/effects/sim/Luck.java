package dev.foldline.effects.sim;

import java.util.List;

/**
 * Chance from a seed. A fork depends on the seed and on its name alone, never on what was drawn before, so that one
 * concern's draws cannot shift another's.
 */
public final class Luck {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long drawn;

    private Luck(long seed) { this.seed = seed; }

    public static Luck of(long seed) { return new Luck(mixed(seed + GOLDEN)); }

    /** A source of its own for the concern that is named. */
    public Luck fork(Object... name) {
        long forked = seed;
        for (Object part : name) forked = mixed(forked * 31 + hash(part.toString()));
        return new Luck(forked);
    }

    /** Whether something happens that happens so many times in a hundred. */
    public boolean chance(int percent) { return below(100) < percent; }

    /** A number from 0 up to, but not including, the bound. */
    public int below(int bound) { return (int) Long.remainderUnsigned(next(), bound); }

    /** A number between the two, both included. */
    public int between(int least, int most) { return least + below(most - least + 1); }

    public <T> T pick(List<T> choices) { return choices.get(below(choices.size())); }

    @SafeVarargs
    public final <T> T pick(T... choices) { return choices[below(choices.length)]; }

    public long next() {
        drawn += GOLDEN;
        return mixed(seed ^ drawn);
    }

    /** A name for a content: the same for the same text, another for another. */
    public static String hash(String prefix, Object... content) {
        long mixed = GOLDEN;
        for (Object part : content) mixed = mixed(mixed * 31 + hash(part.toString()));
        return prefix + String.format("%016x", mixed);
    }

    private static long hash(String text) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < text.length(); i++) hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        return hash;
    }

    private static long mixed(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
