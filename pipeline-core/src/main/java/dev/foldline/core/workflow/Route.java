package dev.foldline.core.workflow;

/** Where a label leads. */
public sealed interface Route {

    /** On to the next step. */
    record Proceed() implements Route {}

    /** The phase is over: its gate, then the next phase. */
    record NextPhase() implements Route {}

    /** On to a later phase of the same turn. */
    record To(String phase) implements Route {}

    /** Back to an earlier point: the first open turn of a stage. Spends, at most so many times a run. */
    record Back(String stage, int timesMax) implements Route {}

    /** The work is unfinished: more of the same phase, on its continuation budget. */
    record More() implements Route {}

    /** The label is a failure. */
    record Fail(String why) implements Route {}

    /** A person has to look. */
    record Halt(String why) implements Route {}

    /** Nothing is left to do: the run is over, its work saved. */
    record End() implements Route {}

    Route PROCEED = new Proceed();
    Route NEXT_PHASE = new NextPhase();
    Route MORE = new More();
    Route END = new End();
}
