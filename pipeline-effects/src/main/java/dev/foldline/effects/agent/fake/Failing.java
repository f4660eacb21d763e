package dev.foldline.effects.agent.fake;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a fake agent's call fails. */
public enum Failing {
    /** Nobody is signed in, or the key is refused. */
    AUTH,
    /** The account has no money left. */
    CREDIT,
    /** The account's allowance is used up; the agent tells until when, where the real one does. */
    RATE_LIMIT,
    /** The provider is busy. */
    OVERLOADED,
    /** There is no such model. */
    MODEL_MISSING,
    /** The agent's own limit of turns. */
    MAX_TURNS,
    /** The conversation no longer fits. */
    CONTEXT_FULL,
    /** The provider cannot be reached: it tries again and again, then gives up. */
    NETWORK,
    /** It says that it failed, and exits with 0. */
    ERROR_WITH_EXIT_0,
    /** It says that all went well, and exits with 1. */
    SUCCESS_WITH_EXIT_1,
    /** It stops in the middle, and exits with 0. */
    CUT_OFF;

    /** As scripts write it: {@code rate_limit}. */
    public String word() { return name().toLowerCase(Locale.ROOT); }

    static Optional<Failing> of(String word) { return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst(); }

    static String words() { return Arrays.stream(values()).map(Failing::word).collect(Collectors.joining(", ")); }
}
