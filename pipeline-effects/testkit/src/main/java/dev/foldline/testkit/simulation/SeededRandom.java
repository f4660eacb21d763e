package dev.foldline.testkit.simulation;

import java.util.List;
import java.util.function.IntFunction;

/**
 * Random numbers from a seed. A fork depends on the seed and its name only, never on earlier
 * numbers, so that concerns do not influence each other.
 */
public final class SeededRandom {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final Draws draws;
    private final String name;
    private long drawn;
    private int count;

    private SeededRandom(long seed, Draws draws, String name) {
        this.seed = seed;
        this.draws = draws;
        this.name = name;
    }

    public static SeededRandom of(long seed) {
        return of(seed, Draws.FREE);
    }

    /** Returns a source whose numbers are recorded in the draws, or taken from them. */
    public static SeededRandom of(long seed, Draws draws) {
        return new SeededRandom(mixed(seed + GOLDEN), draws, "");
    }

    /** Returns an independent source for the named concern. */
    public SeededRandom fork(Object... name) {
        long forked = seed;
        for (Object part : name) forked = mixed(forked * 31 + hash(part.toString()));
        return new SeededRandom(forked, draws, draws.isFree() ? "" : named(name));
    }

    /** Returns true with this probability in percent. */
    public boolean chance(int percent) {
        int drawn = free(100) < percent ? 1 : 0;
        return draws.isFree() ? drawn == 1 : draws.of(place(), drawn, 1, _ -> "yes") == 1;
    }

    /** Returns a number from 0 to the bound, exclusive. */
    public int below(int bound) {
        return number(bound, Integer::toString);
    }

    /** Returns a number between the two, inclusive. */
    public int between(int least, int most) {
        return least + number(most - least + 1, n -> Integer.toString(least + n));
    }

    public <T> T pick(List<T> choices) {
        return choices.get(number(choices.size(), n -> String.valueOf(choices.get(n))));
    }

    @SafeVarargs
    public final <T> T pick(T... choices) {
        return choices[number(choices.length, n -> String.valueOf(choices[n]))];
    }

    private int number(int bound, IntFunction<String> text) {
        int drawn = free(bound);
        return draws.isFree() ? drawn : draws.of(place(), drawn, bound - 1, text);
    }

    private int free(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** Returns the name of the next draw. */
    private String place() {
        return ++count == 1 ? name : name + "/draw " + count;
    }

    private String named(Object... parts) {
        var joined = new StringBuilder(name);
        for (Object part : parts) joined.append(joined.isEmpty() ? "" : "/").append(part);
        return joined.toString();
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
