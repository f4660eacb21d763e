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

    /**
     * Run the commands of a named check; evidence is bound to the tree they ran on. What the policy does not define is what the
     * worker outside hands in, as the argument of this name.
     */
    record Check(String check, Expectation expectation) implements Step {}

    /**
     * A git operation.
     *
     * @param reliesOn the check whose evidence must belong to the current tree
     */
    record Git(GitOperation operation, Vector<String> labels, Option<String> reliesOn) implements Step {}

    /**
     * An instruction for a worker, and its answer. A worker outside pulls it or answers it with a call: then the step begins a segment.
     * A worker that the engine has called before hands in what such a call would bring.
     *
     * @param argument the argument of the call that decides the label; unused without labels
     * @param unlocks tools that become legal at a count of failures
     * @param hints what is said besides from a count of failures on, the lowest count first
     * @param artifact what a worker that the engine calls hands its answer in as; without one, a call is waited for
     */
    record External(String instruction, Accepts accepts, String argument, Vector<String> labels, Vector<Unlock> unlocks, Vector<Hint> hints,
            Option<String> artifact) implements Step {
        public External(String instruction, Accepts accepts, String argument, Vector<String> labels, Vector<Unlock> unlocks) {
            this(instruction, accepts, argument, labels, unlocks, Vector.empty());
        }

        public External(String instruction, Accepts accepts, String argument, Vector<String> labels, Vector<Unlock> unlocks, Vector<Hint> hints) {
            this(instruction, accepts, argument, labels, unlocks, hints, Option.none());
        }

        /** The same, answered in an artifact. */
        public External handedInAs(String name) { return new External(instruction, accepts, argument, labels, unlocks, hints, Option.of(name)); }

        /** Whether it waits for a call from outside. */
        public boolean waits() { return artifact.isEmpty(); }

        /** What an answer can decide: a label, or the use of a tool. */
        public Vector<String> answers() { return labels.appendAll(unlocks.map(Unlock::tool).distinct()); }

        /** The tool of this name for a worker who has failed so often among items with these tags, if it is offered at all. */
        public Option<Unlock> unlock(String tool, Vector<String> itemTags, int failures) {
            var offered = unlocks.filter(each -> each.tool().equals(tool) && itemTags.containsAll(each.tags()));
            return offered.find(each -> failures >= each.at()).orElse(() -> offered.minBy(Unlock::at));
        }
    }

    /** Start a child run for each item of a list and wait until all have ended. */
    record Children(String list, String workflow) implements Step {}

    /** Make ready what the item of the turn, a terminal, will work with: its tags are the agents it may have. */
    record Switch() implements Step {}

    /** What a check must do to count as passed. */
    enum Expectation { PASS, FAIL }

    /** Which call completes an external step. */
    enum Accepts { GET, SUBMIT }

    /**
     * A tool that is locked until the retry counter has reached {@code at}.
     *
     * @param tags those that items of the list must carry for this count to hold
     */
    record Unlock(String tool, int at, Route route, Vector<String> tags) {
        public Unlock(String tool, int at, Route route) { this(tool, at, route, Vector.empty()); }
    }

    /** What is said besides, from this count of failures on. */
    record Hint(int from, String word) {}

    /** The labels by which this step may route. */
    default Vector<String> declared() {
        return switch (this) {
            case Collect c  -> c.labels();
            case Git g      -> g.labels();
            case External e -> e.labels();
            case Clean _, Prompt _, Agent _, Check _, Children _, Switch _ -> Vector.empty();
        };
    }
}
