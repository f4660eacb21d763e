package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * The cost of a call. Tokens and money (millionths of a dollar) are absent if the agent does not
 * report them.
 *
 * @param estimated money by the price of the tokens, in millionths of a dollar; none, as in older
 *     logs, if the agent reports its cost or its price is unknown
 */
public record Spend(
        long millis, Option<Long> tokens, Option<Long> microUsd, Option<Long> estimated) {
    public static final Spend NOTHING = new Spend(0, Option.none(), Option.none());

    /** The cost of a call that never reached its provider. */
    public static final Spend FREE = new Spend(0, Option.of(0L), Option.of(0L));

    /** A cost that is not estimated. */
    public Spend(long millis, Option<Long> tokens, Option<Long> microUsd) {
        this(millis, tokens, microUsd, Option.none());
    }

    /** Returns the money, reported or estimated. */
    public Option<Long> money() {
        return microUsd.orElse(estimated);
    }

    public static Spend millis(long millis) {
        return new Spend(millis, Option.none(), Option.none());
    }
}
