package dev.foldline.arbitrary;

/**
 * How often a promise is tried: enough to see most mistakes in a minute or two; {@code
 * -Dfoldline.tries=1000000} for a night.
 */
public final class Tries {
    public static final int PER_LAW = Integer.getInteger("foldline.tries", 64);

    private Tries() {}
}
