package dev.foldline.core.workflow;

import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/** One step of a phase. Each kind becomes one effect and is completed by one event. */
public sealed interface Step {

    /** Remove earlier versions of these artifacts. Starts a segment. */
    record Clean(Vector<String> artifacts) implements Step {}

    /** Write the prompt for the next call of a role. */
    record Prompt(String role, String template) implements Step {}

    /** Call the current agent of a role. */
    record Agent(String role) implements Step {}

    /**
     * Read, validate and store an artifact that the agent submitted.
     *
     * @param labels its possible decisions; empty if nothing depends on it
     * @param list the list for the work items it names
     */
    record Collect(String artifact, Vector<String> labels, Option<String> list) implements Step {

        /** Returns the key of a route for a label of this artifact alone. */
        static String routeKey(String artifact, String label) {
            return artifact + "." + label;
        }
    }

    /**
     * Run the commands of a named check. Its evidence is bound to the tree they ran on. If the
     * policy does not define the check, the external agent submits the command as the argument of
     * this name.
     */
    record Check(String check, Expectation expectation) implements Step {}

    /**
     * A git operation.
     *
     * @param reliesOn the check or review whose evidence must belong to the current tree
     */
    record Git(GitOperation operation, Vector<String> labels, Option<String> reliesOn)
            implements Step {
        /** Returns the check that runs first if its evidence is stale. */
        public Option<String> check() {
            return operation.labelsStaleEvidence() ? Option.none() : reliesOn;
        }

        /** Returns the review whose stale evidence the operation reports by its label. */
        public Option<String> review() {
            return operation.labelsStaleEvidence() ? reliesOn : Option.none();
        }
    }

    /**
     * An instruction for an agent, and its answer. An external agent pulls it or answers it with a
     * call; in that case the step starts a segment. An agent that Foldline has called submits what
     * such a call would contain.
     *
     * @param argument the argument of the call that decides the label; unused without labels
     * @param unlocks tools that become available at a failure count
     * @param hints additional hints from a failure count on, the lowest count first
     * @param artifact the artifact with the answer of an agent that Foldline calls; without one,
     *     the step waits for a call
     */
    record WorkerRequest(
            String instruction,
            Accepts accepts,
            String argument,
            Vector<String> labels,
            Vector<Unlock> unlocks,
            Vector<Hint> hints,
            Option<String> artifact)
            implements Step {
        public WorkerRequest(
                String instruction,
                Accepts accepts,
                String argument,
                Vector<String> labels,
                Vector<Unlock> unlocks) {
            this(instruction, accepts, argument, labels, unlocks, Vector.empty());
        }

        public WorkerRequest(
                String instruction,
                Accepts accepts,
                String argument,
                Vector<String> labels,
                Vector<Unlock> unlocks,
                Vector<Hint> hints) {
            this(instruction, accepts, argument, labels, unlocks, hints, Option.none());
        }

        /** Returns a copy that is answered in an artifact. */
        public WorkerRequest submittedAs(String name) {
            return new WorkerRequest(
                    instruction, accepts, argument, labels, unlocks, hints, Option.of(name));
        }

        WorkerRequest withRoutes(UnaryOperator<Route> change) {
            return new WorkerRequest(
                    instruction,
                    accepts,
                    argument,
                    labels,
                    unlocks.map(
                            each ->
                                    new Unlock(
                                            each.tool(),
                                            each.at(),
                                            change.apply(each.route()),
                                            each.tags())),
                    hints,
                    artifact);
        }

        /** Returns whether the step waits for an external call. */
        public boolean waits() {
            return artifact.isEmpty();
        }

        /** Returns the possible answers: labels and tools. */
        public Vector<String> answers() {
            return labels.appendAll(unlocks.map(Unlock::tool).distinct());
        }

        /**
         * Returns the tool of this name for an agent with this failure count and items with these
         * tags, if it is offered.
         */
        public Option<Unlock> unlock(String tool, Vector<String> itemTags, int failures) {
            var offered =
                    unlocks.filter(
                            each -> each.tool().equals(tool) && itemTags.containsAll(each.tags()));
            return offered.find(each -> failures >= each.at())
                    .orElse(() -> offered.minBy(Unlock::at));
        }
    }

    /**
     * Start a child run for each item of a list and wait until all have ended.
     *
     * @param workflow the key of the children's workflow
     * @param definition the workflow that each child runs; none if the parent's workflow makes one
     *     for each item
     * @param artifacts the artifacts that each child starts with
     * @param budget what each child may use
     */
    record Children(
            String list,
            String workflow,
            Option<Workflow> definition,
            Vector<String> artifacts,
            Budget budget,
            Until until)
            implements Step {
        /** Children without start artifacts, under no budget of their own. */
        public Children(String list, String workflow) {
            this(list, workflow, Vector.empty(), Budget.UNLIMITED);
        }

        /** Children that all must complete, whose workflow the parent's workflow makes. */
        public Children(String list, String workflow, Vector<String> artifacts, Budget budget) {
            this(list, workflow, Option.none(), artifacts, budget, Until.ALL);
        }

        Children withDefinition(UnaryOperator<Workflow> change) {
            return new Children(list, workflow, definition.map(change), artifacts, budget, until);
        }

        /** Children of this workflow. */
        public static Children of(
                String list, Workflow child, Vector<String> artifacts, Budget budget, Until until) {
            return new Children(list, child.name(), Option.of(child), artifacts, budget, until);
        }
    }

    /** Which children must complete for the step to be done when all have ended. */
    enum Until {
        ALL,
        /** At least one, if there are any. */
        ANY
    }

    /**
     * An operation on the whole change of the run.
     *
     * @param labels its possible results, if something depends on them
     */
    record Change(ChangeOperation operation, Vector<String> labels) implements Step {}

    /** Resolve the model of the turn's item, a terminal. Its tags are the allowed agents. */
    record Switch() implements Step {}

    /**
     * An operation on the forge.
     *
     * @param labels its possible results, if something depends on them
     * @param bounds of a wait for news
     * @param completion what the run does to complete the pull request, if it does anything
     */
    record Forge(
            ForgeOperation operation,
            Vector<String> labels,
            Option<DeliveryBounds> bounds,
            Option<RequestCompletion> completion)
            implements Step {}

    /** The result with which a check passes. */
    enum Expectation {
        PASS,
        FAIL
    }

    /** The call that completes an external step. */
    enum Accepts {
        GET,
        SUBMIT
    }

    /**
     * A tool that is locked until the failure count reaches {@code at}.
     *
     * @param tags tags that items of the list must have for this count to apply
     */
    record Unlock(String tool, int at, Route route, Vector<String> tags) {
        public Unlock(String tool, int at, Route route) {
            this(tool, at, route, Vector.empty());
        }
    }

    /** A hint that is added from this failure count on. */
    record Hint(int from, String word) {}

    /** Returns the labels by which this step may route. */
    default Vector<String> declared() {
        return switch (this) {
            case Collect c -> c.labels();
            case Git g -> g.labels();
            case WorkerRequest e -> e.labels();
            case Forge f -> f.labels();
            case Change c -> c.labels();
            case Clean _, Prompt _, Agent _, Check _, Children _, Switch _ -> Vector.empty();
        };
    }

    /** Returns the keys of all routes that a label of this step may follow. */
    default Vector<String> routeKeys() {
        return this instanceof Collect(var artifact, var labels, _)
                ? labels.flatMap(label -> Vector.of(label, Collect.routeKey(artifact, label)))
                : declared();
    }
}
