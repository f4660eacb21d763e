package dev.foldline.core.workflow;

/** Where a label leads. */
public sealed interface Route {

    /** Continue with the next step. */
    record Proceed() implements Route {}

    /** End the phase: its gate, then the next phase. */
    record NextPhase() implements Route {}

    /** End the phase without its gate. */
    record PassGate() implements Route {}

    /** Continue with a later phase of the same turn. */
    record To(String phase) implements Route {}

    /**
     * Go back to the first open turn of a stage, at most this many times per run. Each use is
     * charged as a rewind.
     */
    record Back(String stage, int timesMax) implements Route {}

    /** Continue unfinished work in the same phase, within its continuation limit. */
    record More() implements Route {}

    /** The label is a failure. */
    record Fail(String why) implements Route {}

    /** Halt for the user. */
    record Halt(String why) implements Route {}

    /** Continue with a later stage. */
    record Ahead(String stage) implements Route {}

    /** End the run; its work is saved. */
    record End() implements Route {}

    /** The label or tool that ends a run because its plan has nothing left to do. */
    String NOTHING_LEFT = "nothing_left";

    Route PROCEED = new Proceed();
    Route NEXT_PHASE = new NextPhase();
    Route PASS_GATE = new PassGate();
    Route MORE = new More();
    Route END = new End();
}
