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
        /** The agent is not signed in, or its key is refused. */
        AUTHENTICATION(Remedy.NEXT_AGENT),
        /** The agent's account has no money left. */
        CREDIT(Remedy.NEXT_AGENT),
        /** The agent has used up what it is allowed for now; {@code resetsAt} says until when. */
        RATE_LIMIT(Remedy.WAIT_OR_OTHER_AGENT),
        /** The agent's provider cannot take the call just now. */
        OVERLOADED(Remedy.WAIT_OR_OTHER_AGENT),
        /** The agent cannot reach its provider. */
        NETWORK(Remedy.WAIT_OR_OTHER_AGENT),
        /** The model that was asked for is not there. */
        MODEL_UNAVAILABLE(Remedy.NEXT_AGENT),
        /** The conversation no longer fits. */
        CONTEXT_FULL(Remedy.NEXT_AGENT),
        /** The agent stopped at its own limit of turns. */
        MAX_TURNS(Remedy.SAME_AGENT),
        /** The agent's call has used up what the budget left for it. */
        ALLOWANCE_SPENT(Remedy.RESTART),
        /** The conversation that was to be taken up is not there. */
        SESSION_UNKNOWN(Remedy.SAME_AGENT),
        /** The agent cannot be started: no program, no permission, no definition. */
        AGENT_SETUP(Remedy.NEXT_AGENT),
        /** The agent did nothing and said nothing. */
        NO_OUTPUT(Remedy.NEXT_AGENT),
        /** The agent was ended at a deadline after it had said something. */
        TIMEOUT(Remedy.SAME_AGENT),
        /** The agent ended with an error of its own. */
        AGENT_FAILED(Remedy.SAME_AGENT),
        /** The text of the prompt is not there. */
        PROMPT_MISSING(Remedy.SAME_AGENT),
        /** The artifact is missing, is not valid, or decides nothing it should. */
        OUTPUT_INVALID(Remedy.OUTPUT_AGAIN),
        /** The driver died or the deed was cancelled, so its outcome is lost. */
        LOST(Remedy.RESTART),
        /** The check ran and did not do what was expected. */
        CHECK_FAILED(Remedy.REDO),
        /** The check could not run, or failed where only its evidence was asked for. */
        CHECK_BROKEN(Remedy.RECOVER),
        /** The tree is not the one that was checked. */
        EVIDENCE_STALE(Remedy.CHECK_AGAIN),
        /** A hook or a guard of ours refused the commit. */
        COMMIT_REJECTED(Remedy.RECOVER),
        /** A rebase or merge does not fit; nothing was changed. */
        CONFLICT(Remedy.RECOVER),
        /** Git failed in another way. */
        GIT(Remedy.RECOVER),
        /** A file could not be read or written. */
        FILES(Remedy.RECOVER),
        /** An artifact said that the work failed or stayed unfinished. */
        LABELLED(Remedy.RECOVER),
        /** Child runs failed. */
        CHILD_FAILED(Remedy.RECOVER),
        /** The same effect was carried out too often in a row. */
        STUCK(Remedy.RECOVER),
        /** A role has no agents. */
        ROLE_EMPTY(Remedy.HALT),
        /** The agent changed what it must leave alone. */
        TRESPASS(Remedy.HALT),
        /** Only a person can put it right. */
        NEEDS_PERSON(Remedy.HALT),
        /** All ways back are spent. */
        SPENT(Remedy.HALT),
        /** Something that none of the others tells. */
        UNEXPECTED(Remedy.RECOVER);

        private final Remedy remedy;

        Kind(Remedy remedy) { this.remedy = remedy; }

        public Remedy remedy() { return remedy; }

        /** Whether the agent's provider had no part in it, or would not begin: nothing was spent. */
        public boolean isRefusal() {
            return remedy == Remedy.WAIT_OR_OTHER_AGENT || this == AUTHENTICATION || this == CREDIT || this == MODEL_UNAVAILABLE
                    || this == SESSION_UNKNOWN || this == AGENT_SETUP || this == PROMPT_MISSING;
        }
    }
}
