package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * The cost of a call. Tokens and money (millionths of a dollar) are absent if the agent does not
 * report them.
 */
public record Spend(long millis, Option<Long> tokens, Option<Long> microUsd) {
    public static final Spend NOTHING = new Spend(0, Option.none(), Option.none());

    /** The cost of a call that never reached its provider. */
    public static final Spend FREE = new Spend(0, Option.of(0L), Option.of(0L));

    public static Spend millis(long millis) {
        return new Spend(millis, Option.none(), Option.none());
    }
}
