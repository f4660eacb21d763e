package dev.foldline.core.effect;

import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Retry;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a prompt is made from.
 *
 * @param task id of the run's task
 * @param artifacts ids of what the run has made so far, by name
 * @param feedback on earlier executions of this phase, oldest first
 * @param expected the artifacts the agent is to hand in
 * @param worker as whom the agent commits; none, as in older logs, if it leaves that to the engine
 */
public record Brief(
        String task, Mode mode, Map<String, String> artifacts, Vector<Feedback> feedback, Vector<String> expected, Option<Worker> worker) {

    /** For an agent that leaves committing to the engine. */
    public Brief(String task, Mode mode, Map<String, String> artifacts, Vector<Feedback> feedback, Vector<String> expected) {
        this(task, mode, artifacts, feedback, expected, Option.none());
    }

    /** Why the agent is called. */
    public sealed interface Mode {

    /** Nothing was tried before. */
        record Fresh() implements Mode {}

        /** Something went wrong with the last try. */
        record Again(Retry.Setback setback) implements Mode {}

        /** The work goes on, or is redone. */
        record Continued(Continuation.Kind kind, int number) implements Mode {}

        /** Something failed beyond retrying; mend it, or do it better this time. */
        record Mending(Fault fault, int attempt) implements Mode {}
    }

    public static final Mode FRESH = new Mode.Fresh();
}
