package dev.foldline.core.effect;

import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Retry;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The input of a prompt template.
 *
 * @param task id of the run's task
 * @param artifacts ids of the run's artifacts so far, by name
 * @param feedback feedback on earlier executions of this phase, oldest first
 * @param expected the artifacts the agent must submit
 * @param worker the identity under which the agent commits; none, as in older logs, if Foldline
 *     commits
 * @param commits subjects of the run's latest commits, at most {@link #COMMITS_MAX}
 * @param item title of the turn's work item; none, as in older logs, without one
 * @param outputs ids of the outputs of the checks' last runs, by name
 * @param known what has failed in checks before any change, at most {@link #KNOWN_MAX}; empty, as
 *     in older logs, if nothing has
 */
public record PromptContext(
        String task,
        Mode mode,
        Map<String, String> artifacts,
        Vector<Feedback> feedback,
        Vector<String> expected,
        Option<TerminalAgent> worker,
        Vector<String> commits,
        Option<String> item,
        Map<String, String> outputs,
        Vector<String> known) {
    /** A prompt does not grow with the length of its run. */
    public static final int COMMITS_MAX = 50;

    public static final int KNOWN_MAX = 50;

    /** The context of a worker that writes no commit message. */
    public PromptContext(
            String task,
            Mode mode,
            Map<String, String> artifacts,
            Vector<Feedback> feedback,
            Vector<String> expected,
            Option<TerminalAgent> worker) {
        this(
                task,
                mode,
                artifacts,
                feedback,
                expected,
                worker,
                Vector.empty(),
                Option.none(),
                LinkedHashMap.empty(),
                Vector.empty());
    }

    /** The same context with what has failed before any change. */
    public PromptContext withKnown(Vector<String> failures) {
        return new PromptContext(
                task,
                mode,
                artifacts,
                feedback,
                expected,
                worker,
                commits,
                item,
                outputs,
                failures.take(KNOWN_MAX));
    }

    /** The context of an agent that does not commit itself. */
    public PromptContext(
            String task,
            Mode mode,
            Map<String, String> artifacts,
            Vector<Feedback> feedback,
            Vector<String> expected) {
        this(task, mode, artifacts, feedback, expected, Option.none());
    }

    /** The reason for an agent's call. */
    public sealed interface Mode {

        /** The first attempt. */
        record Fresh() implements Mode {}

        /** The last attempt failed. */
        record Again(Retry.Setback setback) implements Mode {}

        /** The work continues, or is redone. */
        record Continued(Continuation.Kind kind, int number) implements Mode {}

        /**
         * A failure that retries do not fix: repair it, or avoid it in this attempt.
         *
         * @param earlier the earlier attempts, each with its reason and its result
         */
        record Repair(Fault fault, int attempt, Vector<String> earlier) implements Mode {
            /** The first attempt at a fix. */
            public Repair(Fault fault, int attempt) {
                this(fault, attempt, Vector.empty());
            }
        }
    }

    public static final Mode FRESH = new Mode.Fresh();
}
