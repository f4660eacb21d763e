package dev.foldline.testkit.simulation;

import java.util.List;

/**
 * Random numbers from a seed. A fork depends on the seed and its name only, never on earlier
 * numbers, so that concerns do not influence each other.
 */
public final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long drawn;

    private SeededRandom(long seed) {
        this.seed = seed;
    }

    public static SeededRandom of(long seed) {
        return new SeededRandom(mixed(seed + GOLDEN));
    }

    /** Returns an independent source for the named concern. */
    public SeededRandom fork(Object... name) {
        long forked = seed;
        for (Object part : name) forked = mixed(forked * 31 + hash(part.toString()));
        return new SeededRandom(forked);
    }

    /** Returns true with this probability in percent. */
    public boolean chance(int percent) {
        return below(100) < percent;
    }

    /** Returns a number from 0 to the bound, exclusive. */
    public int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** Returns a number between the two, inclusive. */
    public int between(int least, int most) {
        return least + below(most - least + 1);
    }

    public <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    @SafeVarargs
    public final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }

    public long next() {
        drawn += GOLDEN;
        return mixed(seed ^ drawn);
    }

    /** Returns a hash of the content. */
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
