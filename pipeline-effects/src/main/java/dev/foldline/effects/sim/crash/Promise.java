package dev.foldline.effects.sim.crash;

/** What must hold of a run whose driver died. */
public enum Promise {
    /** Another driver can take the run up and carry it on. */
    RESUMES("another driver takes the run up and carries it on"),
    /** The log alone gives the state the run ended in. */
    REPLAYS("the log alone gives the state the run ended in"),
    /** After a look that finds a deed not begun, the state is the one before its start, with what was heard in between. */
    UNDONE_EXACTLY("what never began leaves no trace"),
    /** No deed begins before its intent is on disk. */
    INTENT_FIRST("no deed begins before its intent is on disk"),
    /** Each commit that was made is one event of the log, and each such event one commit. */
    COMMITS_ONCE("every commit is made exactly once, and is on record"),
    /** Calls of agents and runs of checks that began in the world are all on record, and the calls are charged. */
    RESTARTS_CHARGED("whatever began again was counted and charged"),
    /** What was spent never falls, and is the sum of what the log says. */
    NOTHING_REFUNDED("no budget is refunded or lost"),
    /** At the end nothing is under way. */
    NOTHING_IN_FLIGHT("at the end nothing is under way"),
    /** The run hears the same answers in the same order, unless somebody came by unasked. */
    HEARD_SAME("it hears what the undisturbed run hears"),
    /** The run ends, or waits, as the undisturbed one. */
    SAME_END("it ends as the undisturbed run"),
    /** The run knows at its end what the undisturbed one knows, apart from spend, numbers, tickets, times and what was lost in between. */
    SAME_WORK("it has done the work of the undisturbed run"),
    /** The working tree is that of the undisturbed run. */
    SAME_TREE("the working tree is the same"),
    /** The branch and its commits are those of the undisturbed run. */
    SAME_BRANCH("the branch is the same"),
    /** Whatever is not harmless to repeat happened in the world as often as in the undisturbed run, and in its order. */
    DEEDS_ONCE("every deed that can be seen is done exactly once"),
    /** Each crash cost one restart at most. */
    RESTARTS_FEW("each crash costs one restart at most");

    private final String sentence;

    Promise(String sentence) { this.sentence = sentence; }

    /** The promise in words. */
    public String sentence() { return sentence; }
}
