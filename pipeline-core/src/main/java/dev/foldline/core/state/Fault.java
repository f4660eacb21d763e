package dev.foldline.core.state;

import io.vavr.control.Option;

import java.time.Instant;

/**
 * An operating error, reported in an event instead of an exception.
 *
 * @param message one or a few lines for the user and the next prompt
 * @param resetsAt when a limit ends, if it was reported
 * @param output id of the full text, if there is one
 * @param fingerprint equal for failures that differ only in times, paths and the like; none, as in
 *     older logs, if the failure equals no other
 */
public record Fault(
        Kind kind,
        String message,
        Option<Instant> resetsAt,
        Option<String> output,
        Option<String> fingerprint) {

    /** A failure without a fingerprint, which equals no other. */
    public Fault(Kind kind, String message, Option<Instant> resetsAt, Option<String> output) {
        this(kind, message, resetsAt, output, Option.none());
    }

    public static Fault of(Kind kind, String message) {
        return new Fault(kind, message, Option.none(), Option.none());
    }

    public Fault withOutput(String blob) {
        return new Fault(kind, message, resetsAt, Option.of(blob), fingerprint);
    }

    public Fault until(Instant time) {
        return new Fault(kind, message, Option.of(time), output, fingerprint);
    }

    public Fault withFingerprint(String print) {
        return new Fault(kind, message, resetsAt, output, Option.of(print));
    }

    /** Returns the same failure with another text. */
    public Fault saying(String other) {
        return new Fault(kind, other, resetsAt, output, fingerprint);
    }

    /** The usual remedy for a kind of fault. */
    public enum Remedy {
        /** Call the same agent again, then the next one. */
        SAME_AGENT,
        /** Call the next agent. */
        NEXT_AGENT,
        /** Call another agent until the limit ends, or wait. No attempt is charged. */
        WAIT_OR_OTHER_AGENT,
        /** Report the invalid output to the same agent. */
        OUTPUT_AGAIN,
        /** Repeat the check on the current tree. */
        CHECK_AGAIN,
        /** Repeat without changes. No attempt is charged. */
        RESTART,
        /** Repeat the effect without an agent; recover if it fails twice in a row. */
        EFFECT_AGAIN,
        /** Let the worker redo what its check rejected. */
        REDO,
        /** Instruct the external agent again, with the check's output. */
        INSTRUCT_AGAIN,
        /** Change something first. */
        RECOVER,
        /** Halt for the user. */
        HALT
    }

    /** The kind of a fault. */
    public enum Kind {
        /** The agent is not signed in, or its key is rejected. */
        AUTHENTICATION(Remedy.NEXT_AGENT),
        /** The agent's account has no credit left. */
        CREDIT(Remedy.NEXT_AGENT),
        /** The agent has reached its rate limit; {@code resetsAt} is the end of the limit. */
        RATE_LIMIT(Remedy.WAIT_OR_OTHER_AGENT),
        /** The agent's provider is overloaded. */
        OVERLOADED(Remedy.WAIT_OR_OTHER_AGENT),
        /** The agent cannot reach its provider. */
        NETWORK(Remedy.WAIT_OR_OTHER_AGENT),
        /** The requested model is not available. */
        MODEL_UNAVAILABLE(Remedy.NEXT_AGENT),
        /** The conversation exceeds the context window. */
        CONTEXT_FULL(Remedy.NEXT_AGENT),
        /** The agent reached its own turn limit. */
        MAX_TURNS(Remedy.SAME_AGENT),
        /** The agent's answer was cut off at its output limit. */
        OUTPUT_LIMIT(Remedy.SAME_AGENT),
        /** The call exhausted the allowance that the budget left for it. */
        ALLOWANCE_SPENT(Remedy.RESTART),
        /** The conversation to resume does not exist. */
        SESSION_UNKNOWN(Remedy.RESTART),
        /** The agent cannot be started: the program, a permission or the definition is missing. */
        AGENT_SETUP(Remedy.NEXT_AGENT),
        /** The agent had no output and no effect. */
        NO_OUTPUT(Remedy.NEXT_AGENT),
        /** The agent had some output and was then ended at a deadline. */
        TIMEOUT(Remedy.SAME_AGENT),
        /** The agent exited with an error of its own. */
        AGENT_FAILED(Remedy.SAME_AGENT),
        /** The text of the prompt is missing. */
        PROMPT_MISSING(Remedy.SAME_AGENT),
        /** The agent ended its calls without any change and without an artifact that counts. */
        NO_PROGRESS(Remedy.NEXT_AGENT),
        /** The artifact is missing, invalid, or lacks a required decision. */
        OUTPUT_INVALID(Remedy.OUTPUT_AGAIN),
        /** The driver died or the effect was cancelled, so its outcome is lost. */
        LOST(Remedy.RESTART),
        /** The check ran and did not have the expected result. */
        CHECK_FAILED(Remedy.REDO),
        /** The check could not run, or failed where only its evidence was needed. */
        CHECK_BROKEN(Remedy.RECOVER),
        /** The tree differs from the checked tree. */
        EVIDENCE_STALE(Remedy.CHECK_AGAIN),
        /** A hook or a guard of Foldline rejected the commit. */
        COMMIT_REJECTED(Remedy.RECOVER),
        /** A rebase or merge conflicts; nothing was changed. */
        CONFLICT(Remedy.RECOVER),
        /** Another git command failed. */
        GIT(Remedy.RECOVER),
        /** A signal ended a git command; the work is not at fault. */
        GIT_KILLED(Remedy.EFFECT_AGAIN),
        /** The forge was not reached, or it refused the request. */
        FORGE(Remedy.HALT),
        /** A file could not be read or written. */
        FILES(Remedy.RECOVER),
        /** An artifact reported failed or unfinished work. */
        LABELLED(Remedy.RECOVER),
        /** Child runs failed. */
        CHILD_FAILED(Remedy.RECOVER),
        /** The same effect was repeated too often in a row. */
        STUCK(Remedy.RECOVER),
        /** A role has no agents. */
        ROLE_EMPTY(Remedy.HALT),
        /** The agent changed a protected path. */
        TRESPASS(Remedy.HALT),
        /** Only the user can resolve it. */
        NEEDS_PERSON(Remedy.HALT),
        /** All rewinds are used up. */
        SPENT(Remedy.HALT),
        /** The budget of a run that never waits for the user is used up. */
        BUDGET_SPENT(Remedy.HALT),
        /** Any other fault. */
        UNEXPECTED(Remedy.RECOVER);

        private final Remedy remedy;

        Kind(Remedy remedy) {
            this.remedy = remedy;
        }

        public Remedy remedy() {
            return remedy;
        }

        /**
         * Returns whether the same failure again and again is no reason to give up: a limit, an
         * overload and a network end by themselves, and each lost outcome needs another crash.
         */
        public boolean isUnbounded() {
            return remedy == Remedy.WAIT_OR_OTHER_AGENT || this == LOST;
        }

        /**
         * Returns whether neither a wait, another prompt nor an agent's work fixes it, so that only
         * the user can.
         */
        public boolean isForUser() {
            return this == AUTHENTICATION
                    || this == CREDIT
                    || this == MODEL_UNAVAILABLE
                    || this == AGENT_SETUP;
        }

        /**
         * Returns whether the provider was not reached or rejected the call, so that nothing was
         * spent.
         */
        public boolean isRefusal() {
            return remedy == Remedy.WAIT_OR_OTHER_AGENT
                    || this == AUTHENTICATION
                    || this == CREDIT
                    || this == MODEL_UNAVAILABLE
                    || this == SESSION_UNKNOWN
                    || this == AGENT_SETUP
                    || this == PROMPT_MISSING;
        }
    }
}
