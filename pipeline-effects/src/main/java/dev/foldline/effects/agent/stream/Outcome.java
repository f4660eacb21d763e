package dev.foldline.effects.agent.stream;

import java.util.Optional;

/** How an agent's call ended, judged by what its command line told and how it exited. */
public sealed interface Outcome {

    /** It came to its end and says so. Whether it did its work is for others to judge. */
    record Done() implements Outcome {}

    /**
     * It did not.
     *
     * @param evidence what the kind was told by, from the strongest to none
     * @param message what the command line says of it; may be empty
     */
    record Failed(FailureKind kind, Evidence evidence, String message, Optional<Resets> resets) implements Outcome {}

    /** What a kind of failure was told by, the strongest first. */
    enum Evidence { FINAL_FRAME, EARLIER_FRAME, HTTP_STATUS, EXIT_CODE, PHRASE, NOTHING }
}
