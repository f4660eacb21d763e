package dev.foldline.effects.agent.stream;

import dev.foldline.core.state.Fault;
import java.util.Optional;

/** Why an agent's call came to no good end, and the fault of the core that it is. */
public enum FailureKind {
    /** It is not signed in, or its key is refused. */
    AUTH(Fault.Kind.AUTHENTICATION, "is not signed in, or its key is refused"),
    /** Its account has no money left. */
    CREDIT(Fault.Kind.CREDIT, "has no credit left"),
    /** It has used up what it is allowed for now. */
    RATE_LIMIT(Fault.Kind.RATE_LIMIT, "is limited"),
    /** Its provider cannot take the call just now. */
    OVERLOADED(Fault.Kind.OVERLOADED, "has an overloaded provider"),
    /** The model that was asked for is not there, or not for this account. */
    MODEL_UNAVAILABLE(Fault.Kind.MODEL_UNAVAILABLE, "does not have the model"),
    /** The conversation no longer fits. */
    CONTEXT_FULL(Fault.Kind.CONTEXT_FULL, "has a conversation that no longer fits"),
    /** It has used up what this call was allowed to spend. */
    ALLOWANCE_SPENT(Fault.Kind.ALLOWANCE_SPENT, "has used up what the budget left for its call"),
    /** It stopped at its own limit of turns. */
    MAX_TURNS(Fault.Kind.MAX_TURNS, "stopped at its own limit of turns"),
    /** The conversation that was to be taken up is not there. */
    SESSION_UNKNOWN(Fault.Kind.SESSION_UNKNOWN, "does not know the conversation"),
    /** It refuses to start here: folder not trusted, arguments or settings not accepted, no such program. */
    TRUST_OR_SETUP(Fault.Kind.AGENT_SETUP, "cannot work here"),
    /** It cannot reach its provider. */
    NETWORK(Fault.Kind.NETWORK, "cannot reach its provider"),
    /** Somebody else's signal ended it. */
    KILLED(Fault.Kind.AGENT_FAILED, "was killed"),
    /** It said nothing and did nothing. */
    NO_OUTPUT(Fault.Kind.NO_OUTPUT, "did nothing and said nothing"),
    /** It ended well and never said so: it was cut off, or speaks another version of its language. */
    PROTOCOL(Fault.Kind.AGENT_FAILED, "ended without its last word"),
    /** Nothing tells. */
    UNKNOWN(Fault.Kind.AGENT_FAILED, "failed");

    private final Fault.Kind fault;
    private final String phrase;

    FailureKind(Fault.Kind fault, String phrase) {
        this.fault = fault;
        this.phrase = phrase;
    }

    public Fault.Kind fault() { return fault; }

    /** For people, behind the agent's name. */
    public String phrase() { return phrase; }

    /** What a status of HTTP says by itself; nothing where it can mean several things. */
    static Optional<FailureKind> ofStatus(int status) {
        return switch (status) {
            case 401, 403                     -> Optional.of(AUTH);
            case 402                          -> Optional.of(CREDIT);
            case 404                          -> Optional.of(MODEL_UNAVAILABLE);
            case 413                          -> Optional.of(CONTEXT_FULL);
            case 429                          -> Optional.of(RATE_LIMIT);
            case 500, 502, 503, 504, 520, 529 -> Optional.of(OVERLOADED);
            default                           -> Optional.empty();
        };
    }
}
