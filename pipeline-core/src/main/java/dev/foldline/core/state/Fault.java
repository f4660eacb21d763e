package dev.foldline.core.state;

import io.vavr.control.Option;
import java.time.Instant;

/**
 * What the world did to us: an operating error, told in an event instead of thrown.
 *
 * @param message one or a few lines for a person and for the next prompt
 * @param resetsAt when a limit ends, if the world said so
 * @param output id of the full text, if there is one
 */
public record Fault(Kind kind, String message, Option<Instant> resetsAt, Option<String> output) {

    public static Fault of(Kind kind, String message) {
        return new Fault(kind, message, Option.none(), Option.none());
    }

    public Fault withOutput(String blob) { return new Fault(kind, message, resetsAt, Option.of(blob)); }

    public Fault until(Instant time) { return new Fault(kind, message, Option.of(time), output); }

    /** What usually helps. */
    public enum Remedy {
        /** The same agent again, then the next. */
        SAME_AGENT,
        /** The next agent at once. */
        NEXT_AGENT,
        /** Another agent until the limit ends, or a wait; costs no attempt. */
        WAIT_OR_OTHER_AGENT,
        /** The same agent is told what was wrong with its output. */
        OUTPUT_AGAIN,
        /** The check again on what is there now. */
        CHECK_AGAIN,
        /** Once more as it was; costs no attempt. */
        RESTART,
        /** The worker redoes what its check refused. */
        REDO,
        /** Change something first. */
        RECOVER,
        /** A person has to look. */
        HALT
    }

    /** What happened. */
    public enum Kind {
        AUTHENTICATION(Remedy.NEXT_AGENT),
        CREDIT(Remedy.NEXT_AGENT),
        RATE_LIMIT(Remedy.WAIT_OR_OTHER_AGENT),
        OVERLOADED(Remedy.WAIT_OR_OTHER_AGENT),
        NETWORK(Remedy.WAIT_OR_OTHER_AGENT),
        MODEL_UNAVAILABLE(Remedy.NEXT_AGENT),
        CONTEXT_FULL(Remedy.NEXT_AGENT),
        MAX_TURNS(Remedy.SAME_AGENT),
        SESSION_UNKNOWN(Remedy.SAME_AGENT),
        AGENT_SETUP(Remedy.NEXT_AGENT),
        NO_OUTPUT(Remedy.NEXT_AGENT),
        TIMEOUT(Remedy.SAME_AGENT),
        AGENT_FAILED(Remedy.SAME_AGENT),
        PROMPT_MISSING(Remedy.SAME_AGENT),
        OUTPUT_INVALID(Remedy.OUTPUT_AGAIN),
        LOST(Remedy.RESTART),
        CHECK_FAILED(Remedy.REDO),
        CHECK_BROKEN(Remedy.RECOVER),
        EVIDENCE_STALE(Remedy.CHECK_AGAIN),
        COMMIT_REJECTED(Remedy.RECOVER),
        CONFLICT(Remedy.RECOVER),
        GIT(Remedy.RECOVER),
        FILES(Remedy.RECOVER),
        LABELLED(Remedy.RECOVER),
        CHILD_FAILED(Remedy.RECOVER),
        STUCK(Remedy.RECOVER),
        ROLE_EMPTY(Remedy.HALT),
        TRESPASS(Remedy.HALT),
        NEEDS_PERSON(Remedy.HALT),
        SPENT(Remedy.HALT),
        UNEXPECTED(Remedy.RECOVER);

        private final Remedy remedy;

        Kind(Remedy remedy) { this.remedy = remedy; }

        public Remedy remedy() { return remedy; }
    }
}
