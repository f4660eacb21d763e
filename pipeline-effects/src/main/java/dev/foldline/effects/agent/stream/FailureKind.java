package dev.foldline.effects.agent.stream;

import dev.foldline.core.state.Fault;

import java.util.Optional;

/** Why an agent's call failed, and the corresponding fault. */
public enum FailureKind {
    /** It is not signed in, or its key is rejected. */
    AUTH(Fault.Kind.AUTHENTICATION, "is not signed in, or its key is refused"),
    /** Its account has no credit left. */
    CREDIT(Fault.Kind.CREDIT, "has no credit left"),
    /** It has reached its rate limit. */
    RATE_LIMIT(Fault.Kind.RATE_LIMIT, "is limited"),
    /** Its provider is overloaded. */
    OVERLOADED(Fault.Kind.OVERLOADED, "has an overloaded provider"),
    /** The requested model is not available, or not for this account. */
    MODEL_UNAVAILABLE(
            Fault.Kind.MODEL_UNAVAILABLE, "does not have the model (check the model name)"),
    /** The conversation exceeds the context window. */
    CONTEXT_FULL(Fault.Kind.CONTEXT_FULL, "has a conversation that no longer fits"),
    /** It has exhausted the allowance of this call. */
    ALLOWANCE_SPENT(Fault.Kind.ALLOWANCE_SPENT, "has used up what the budget left for its call"),
    /** It reached its own turn limit. */
    MAX_TURNS(Fault.Kind.MAX_TURNS, "stopped at its own limit of turns"),
    /** Its answer was cut off at the limit of its output. */
    OUTPUT_LIMIT(Fault.Kind.OUTPUT_LIMIT, "was cut off at its output limit"),
    /** The conversation to resume does not exist. */
    SESSION_UNKNOWN(Fault.Kind.SESSION_UNKNOWN, "does not know the conversation"),
    /**
     * It cannot start here: the folder is untrusted, arguments or settings are rejected, or the
     * program is missing.
     */
    TRUST_OR_SETUP(Fault.Kind.AGENT_SETUP, "cannot work here"),
    /** It cannot reach its provider. */
    NETWORK(Fault.Kind.NETWORK, "cannot reach its provider"),
    /** A signal from another process ended it. */
    KILLED(Fault.Kind.AGENT_FAILED, "was killed"),
    /** It had no output and no effect. */
    NO_OUTPUT(Fault.Kind.NO_OUTPUT, "did nothing and said nothing"),
    /**
     * It exited with 0 without reporting success: it was cut off, or uses another version of its
     * protocol.
     */
    PROTOCOL(Fault.Kind.AGENT_FAILED, "ended without its last word"),
    /** The cause is unknown. */
    UNKNOWN(Fault.Kind.AGENT_FAILED, "failed");

    private final Fault.Kind fault;
    private final String phrase;

    FailureKind(Fault.Kind fault, String phrase) {
        this.fault = fault;
        this.phrase = phrase;
    }

    public Fault.Kind fault() {
        return fault;
    }

    /** Returns a phrase for the user, to follow the agent's name. */
    public String phrase() {
        return phrase;
    }

    /** Returns the meaning of an HTTP status by itself, or nothing if it is ambiguous. */
    static Optional<FailureKind> ofStatus(int status) {
        return switch (status) {
            case 401, 403 -> Optional.of(AUTH);
            case 402 -> Optional.of(CREDIT);
            case 404 -> Optional.of(MODEL_UNAVAILABLE);
            case 413 -> Optional.of(CONTEXT_FULL);
            case 429 -> Optional.of(RATE_LIMIT);
            case 500, 502, 503, 504, 520, 529 -> Optional.of(OVERLOADED);
            default -> Optional.empty();
        };
    }
}
