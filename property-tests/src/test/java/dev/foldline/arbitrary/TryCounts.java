package dev.foldline.arbitrary;

/**
 * How many tries each law gets: enough to see most mistakes in a minute or two; {@code
 * -Djqwik.tries.default=1000000} for a night.
 */
public final class TryCounts {
    /** Tries of a law in the default build. */
    static final int USUAL = 64;

    public static final int PER_LAW = Integer.getInteger("jqwik.tries.default", USUAL);

    private TryCounts() {}

    /** Returns whether there are as many tries as in the default build, or more. */
    public static boolean areUsual() {
        return PER_LAW >= USUAL;
    }

    /** Returns the tries of a law that declares this number for the default build. */
    static int scaled(int declared) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (long) declared * PER_LAW / USUAL));
    }
}
