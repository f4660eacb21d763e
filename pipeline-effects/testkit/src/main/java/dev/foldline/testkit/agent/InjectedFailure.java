package dev.foldline.testkit.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A failure of a fake agent's call. */
public enum InjectedFailure {
    /** The user is not signed in, or the key is rejected. */
    AUTH,
    /** The account has no credit left. */
    CREDIT,
    /** The account's limit is reached; the agent reports the reset time if the real one does. */
    RATE_LIMIT,
    /** The provider is overloaded. */
    OVERLOADED,
    /** The model does not exist. */
    MODEL_MISSING,
    /** The agent's own turn limit is reached. */
    MAX_TURNS,
    /** The conversation exceeds the context window. */
    CONTEXT_FULL,
    /** The provider is unreachable: the agent retries repeatedly, then gives up. */
    NETWORK,
    /** It reports a failure and exits with 0. */
    ERROR_WITH_EXIT_0,
    /** It reports success and exits with 1. */
    SUCCESS_WITH_EXIT_1,
    /** It stops in the middle and exits with 0. */
    CUT_OFF;

    /** Returns the spelling in scripts: {@code rate_limit}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<InjectedFailure> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(InjectedFailure::word).collect(Collectors.joining(", "));
    }
}
