package dev.foldline.core.state;

import dev.foldline.core.workflow.GateSpec.OnReject;

import io.vavr.control.Option;

import java.util.Locale;

/**
 * A request for the user's approval, or for the answer to a question.
 *
 * @param id the phase, or the name given by {@code freeze}
 * @param instance identifies this opening, unique within the run
 * @param revision the revision of the phase's work; for {@code freeze} its input number
 * @param tree the displayed tree, if it was read
 * @param origin what opened the gate
 * @param question the question that the user answers; none, as in older logs, where the user
 *     approves
 */
public record Gate(
        String id,
        String instance,
        long revision,
        Option<String> tree,
        String reason,
        OnReject onReject,
        Origin origin,
        Option<Question> question) {

    /** The name of the gate of a question. */
    public static final String QUESTION = "question";

    /** Returns the same gate for this tree. */
    public Gate showing(String seen) {
        return new Gate(
                id, instance, revision, Option.of(seen), reason, onReject, origin, question);
    }

    /** Returns the resolution of this gate by the answer to its question. */
    public Resolved answered(String answer) {
        return new Resolved(id, instance, Verdict.APPROVED, Option.of(answer));
    }

    /** Returns the same gate with another revision of what it shows. */
    public Gate revised(long next) {
        return new Gate(id, instance, next, tree, reason, onReject, origin, question);
    }

    /**
     * The resolution of one opening of a gate. It cannot be resolved again.
     *
     * @param instance the opening; for an approval in advance, there is none yet
     * @param answer the answer to the gate's question; none, as in older logs, without one
     */
    public record Resolved(String id, String instance, Verdict verdict, Option<String> answer) {
        /** The resolution of a gate without a question. */
        public Resolved(String id, String instance, Verdict verdict) {
            this(id, instance, verdict, Option.none());
        }

        /** Returns what a later answer to the same gate is told. */
        public String refusal() {
            return "Gate "
                    + id
                    + " is resolved already: "
                    + answer.map(text -> "the answer that counts is \"" + text + "\"")
                            .getOrElse(() -> verdict.name().toLowerCase(Locale.ROOT));
        }
    }

    /** How a gate was resolved. */
    public enum Verdict {
        APPROVED,
        REJECTED,
        /** The user approved the next opening in advance. */
        PRE_APPROVED
    }

    /** What opened the gate. */
    public enum Origin {
        PHASE,
        FREEZE,
        QUESTION
    }
}
