package dev.foldline.core.workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** One thing a phase does, in its order. Each kind becomes one effect and is completed by one event. */
public sealed interface Step {

    /** Remove what an earlier try may have left of these artifacts. Begins a segment. */
    record Clean(Vector<String> artifacts) implements Step {}

    /** Write the prompt for the next call of a role. */
    record Prompt(String role, String template) implements Step {}

    /** Call the agent whose turn it is in a role. */
    record Agent(String role) implements Step {}

    /**
     * Read, validate and keep an artifact the agent handed in.
     *
     * @param labels what its content can decide; empty if nothing hangs on it
     * @param list where the work items it names go
     */
    record Collect(String artifact, Vector<String> labels, Option<String> list) implements Step {}

    /** Run the commands of a named check; evidence is bound to the tree they ran on. */
    record Check(String check, Expectation expectation) implements Step {}

    /**
     * A git operation.
     *
     * @param reliesOn the check whose evidence must belong to the current tree
     */
    record Git(GitOperation operation, Vector<String> labels, Option<String> reliesOn) implements Step {}

    /**
     * An instruction for a worker outside, who pulls it or answers it. Begins a segment.
     *
     * @param argument the argument of the call that decides the label; unused without labels
     * @param unlocks tools that become legal at a count of failures
     */
    record External(String instruction, Accepts accepts, String argument, Vector<String> labels, Vector<Unlock> unlocks)
            implements Step {}

    /** Start a child run for each item of a list and wait until all have ended. */
    record Children(String list, String workflow) implements Step {}

    /** What a check must do to count as passed. */
    enum Expectation { PASS, FAIL }

    /** Which call completes an external step. */
    enum Accepts { GET, SUBMIT }

    /** A tool that is locked until the retry counter has reached {@code at}. */
    record Unlock(String tool, int at, Route route) {}

    /** The labels by which this step may route. */
    default Vector<String> declared() {
        return switch (this) {
            case Collect c  -> c.labels();
            case Git g      -> g.labels();
            case External e -> e.labels();
            case Clean _, Prompt _, Agent _, Check _, Children _ -> Vector.empty();
        };
    }
}
