package dev.foldline.core.workflow.builtin;

import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The workflows included in Foldline. */
public enum BuiltinWorkflows {
    RALPH(Ralph.NAME),
    FEATURE(Feature.NAME),
    TDD(Tdd.NAME),
    TASKS(Tasks.NAME);

    /** The workflow of a run whose caller names none. */
    public static final BuiltinWorkflows DEFAULT = RALPH;

    /** The name of the check that the user configures, equal in all workflows. */
    public static final String CHECKS = "checks";

    /** The name of the check that sets up a new worktree. It runs there before anything else. */
    public static final String SETUP = CleanCheckout.CHECK;

    /** The phase that runs the checks before any work starts. */
    public static final String BASELINE = "baseline";

    private static final String PREPARE = "prepare";

    private final String label;

    BuiltinWorkflows(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public static Option<BuiltinWorkflows> named(String label) {
        return Vector.of(values()).find(each -> each.label.equals(label));
    }

    public static Vector<String> labels() {
        return Vector.of(values()).map(BuiltinWorkflows::label);
    }

    /** The subject of a run's status and error messages. */
    public enum Speech {
        /** What holds the run. */
        HOLDS,
        /** The run, which is approved step by step. */
        APPROVALS,
        /**
         * The workflow, its tasks and their terminals; watching clients are notified of their
         * changes.
         */
        TASKS
    }

    private Speech speech() {
        return switch (this) {
            case RALPH, TDD -> Speech.HOLDS;
            case FEATURE -> Speech.APPROVALS;
            case TASKS -> Speech.TASKS;
        };
    }

    /** Returns the subject of any workflow's messages; a custom workflow reports what holds it. */
    public static Speech speech(Workflow workflow) {
        return named(workflow.name()).map(BuiltinWorkflows::speech).getOrElse(Speech.HOLDS);
    }

    /** Returns the workflow with default options and this policy. */
    public Workflow under(Policy policy) {
        return switch (this) {
            case RALPH -> Ralph.workflow(Ralph.Options.DEFAULT, policy);
            case FEATURE -> Feature.workflow(Feature.Options.DEFAULT, policy);
            case TDD -> Tdd.workflow(Tdd.Options.DEFAULT, policy);
            case TASKS -> Tasks.workflow(policy);
        };
    }

    /** Returns the roles it calls; each needs a chain of agents. */
    public Vector<String> roles() {
        return switch (this) {
            case RALPH -> Ralph.ROLES;
            case FEATURE -> Feature.ROLES;
            case TDD, TASKS -> Vector.empty();
        };
    }

    /** Returns the design phases that were completed before a run of this workflow started. */
    public static Vector<String> completedBefore(Workflow workflow) {
        return Feature.leftOut(workflow);
    }

    /** Returns the names of all prompt templates that the workflows and their children use. */
    public static Vector<String> templates() {
        return Vector.of(values())
                .flatMap(each -> each.under(Policy.DEFAULT).phases())
                .flatMap(Phase::steps)
                .flatMap(
                        step ->
                                step instanceof Step.Prompt(_, var template)
                                        ? Vector.of(template)
                                        : Vector.<String>empty())
                .append(Ralph.SQUASH_TEMPLATE)
                .append(Task.TEMPLATE)
                .append(Task.ERROR_TEMPLATE)
                .appendAll(Task.INSTRUCTION_TEMPLATES)
                .append(Tasks.TEMPLATE)
                .append(DrivenTdd.TEMPLATE)
                .append(DrivenTdd.REVIEW_TEMPLATE)
                .append(Attempts.CHOICE)
                .distinct();
    }

    /**
     * Returns the phase that sets up a new worktree. It restarts itself after a failure or an
     * interruption.
     */
    static Vector<Phase> setup(Policy policy) {
        return policy.checks().containsKey(SETUP)
                ? Vector.of(Phase.phase(SETUP, Script.check(SETUP)))
                : Vector.empty();
    }

    /**
     * Returns the workflow with the user's checks run after the setup, before the first call. A
     * check that fails there and may not halts it.
     */
    public static Workflow checkedOnBase(Workflow workflow) {
        return workflow.policy().checks().containsKey(CHECKS)
                ? checkedOnBase(workflow, Vector.of(CHECKS))
                : workflow;
    }

    /**
     * The same with some checks, by name. A workflow that opens its branch in a stage of its own
     * has no place for them.
     */
    public static Workflow checkedOnBase(Workflow workflow, Vector<String> checks) {
        var baseline =
                Phase.phase(BASELINE, checks.flatMap(Script::check))
                        .retryPolicy(PhaseRetryPolicy.DEFAULT.halt());
        return new Workflow(
                workflow.name(),
                workflow.version(),
                workflow.stages()
                        .map(
                                stage ->
                                        stage.id().equals(PREPARE)
                                                ? new Stage(
                                                        stage.id(),
                                                        stage.turns(),
                                                        stage.phases().append(baseline))
                                                : stage),
                workflow.policy());
    }

    /** Returns the phases that can be gated by configuration, in order. */
    public Vector<String> gateable() {
        return switch (this) {
            case RALPH ->
                    under(Policy.DEFAULT)
                            .phases()
                            .filter(phase -> !phase.id().equals("start") && isOnTheWay(phase))
                            .map(Phase::id)
                            .distinct();
            case FEATURE -> Feature.GATED;
            case TDD, TASKS -> Vector.empty();
        };
    }

    /** Returns whether no route bypasses the phase. */
    private static boolean isOnTheWay(Phase phase) {
        return phase.routes().values().forAll(route -> !(route instanceof Route.To));
    }
}
