package dev.foldline.effects.agent.stream;

import java.util.Optional;

/** The outcome of an agent's call, determined by its CLI's output and its exit. */
public sealed interface CallOutcome {

    /** The agent reported success. Whether it did its work is checked elsewhere. */
    record Done() implements CallOutcome {}

    /**
     * The call failed.
     *
     * @param evidence the evidence of the kind
     * @param message the CLI's message; may be empty
     */
    record Failed(FailureKind kind, Evidence evidence, String message, Optional<LimitReset> resets)
            implements CallOutcome {}

    /** Evidence of a kind of failure, the strongest first. */
    enum Evidence {
        FINAL_FRAME,
        EARLIER_FRAME,
        HTTP_STATUS,
        EXIT_CODE,
        PHRASE,
        NOTHING
    }
}
