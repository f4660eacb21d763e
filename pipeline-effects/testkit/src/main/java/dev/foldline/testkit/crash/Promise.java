package dev.foldline.testkit.crash;

/** A promise that must hold for a run whose driver crashed. */
public enum Promise {
    /** Another driver can resume the run. */
    RESUMES("another driver takes the run up and carries it on"),
    /** The log alone reproduces the final state. */
    REPLAYS("the log alone gives the state the run ended in"),
    /**
     * After reconciling an effect that never started, the state is the one before its start, with
     * any input received in between.
     */
    UNDONE_EXACTLY("what never started leaves no trace"),
    /** No effect starts before its intent is on disk. */
    INTENT_FIRST("no effect starts before its intent is on disk"),
    /** Each commit is one event of the log, and each such event one commit. */
    COMMITS_ONCE("every commit is made exactly once, and is on record"),
    /** All agent calls and checks that started are in the log, and the calls are charged. */
    RESTARTS_CHARGED("each restart is counted and charged"),
    /** Usage never decreases, and is the sum of what the log contains. */
    NOTHING_REFUNDED("no budget is refunded or lost"),
    /** At the end no effect is in progress. */
    NOTHING_IN_FLIGHT("at the end no effect is running"),
    /**
     * The run receives the same answers in the same order, unless an unsolicited command arrived.
     */
    HEARD_SAME("it hears what the undisturbed run hears"),
    /** The run ends, or waits, like the undisturbed one. */
    SAME_END("it ends as the undisturbed run"),
    /**
     * The final state equals that of the undisturbed run, except for usage, numbers, tickets, times
     * and what was lost in between.
     */
    SAME_WORK("it has done the work of the undisturbed run"),
    /** The working tree is that of the undisturbed run. */
    SAME_TREE("the working tree is the same"),
    /** The branch and its commits are those of the undisturbed run. */
    SAME_BRANCH("the branch is the same"),
    /**
     * Every effect that is not idempotent happened as often as in the undisturbed run, and in the
     * same order.
     */
    DEEDS_ONCE("every visible effect is done exactly once"),
    /** Each crash caused at most one restart. */
    RESTARTS_FEW("each crash costs one restart at most");

    private final String sentence;

    Promise(String sentence) {
        this.sentence = sentence;
    }

    /** Returns the promise as a sentence. */
    public String sentence() {
        return sentence;
    }
}
