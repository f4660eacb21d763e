package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;

import dev.foldline.core.workflow.Care;
import dev.foldline.core.workflow.Entry;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tdd} for an agent that the engine calls: the same stages, phases, routes and counts as for one that pulls. Where
 * that one submits, this one is called and hands in what it would submit; where that one asks what is next, the engine goes on by
 * itself. An agent that is called does not commit, so the engine makes the checkpoints, and of them the one commit of the pull request.
 */
public final class DrivenTdd {
    private DrivenTdd() {}

    /** The role that is called, and what its prompts are made from. */
    public static final String ROLE = "developer";
    public static final String TEMPLATE = "tdd";

    public static final Vector<String> ROLES = Vector.of(ROLE);

    /** What reading the plan file came to. */
    public static final String PLANNED = "planned";
    public static final String NOTHING_LEFT = "nothing_left";

    private static final String TAG_GREEN = "GREEN";

    /** @param policy names the agents of {@link #ROLE}; else as for {@link Tdd#workflow} */
    public static Workflow workflow(Tdd.Options options, Policy policy) {
        var pulled = Tdd.workflow(options, policy);
        return new Workflow(pulled.name(), pulled.version(), pulled.stages().map(stage ->
                new Stage(stage.id(), stage.turns(), stage.phases().map(DrivenTdd::driven))), pulled.policy());
    }

    /** Whether the engine calls the agent of this workflow, and waits for nobody. */
    public static boolean is(Workflow workflow) {
        return workflow.name().equals(Tdd.NAME) && workflow.phases().flatMap(Phase::steps)
                .exists(step -> step instanceof Step.External external && external.artifact().contains(Tdd.SUBMISSION));
    }

    private static Phase driven(Phase phase) {
        var answered = doing(phase, phase.steps().flatMap(DrivenTdd::answered));
        if (phase.id().equals(Tdd.INITIALIZE)) return answered.route(PLANNED, Route.PROCEED).route(NOTHING_LEFT, Route.END);
        if (phase.id().equals(Tdd.CHECKPOINT)) return doing(phase, git(GitOperation.COMMIT)).entry(new Entry.WhenTagged(Vector.of(TAG_GREEN), Vector.empty()));
        return phase.id().equals(Tdd.FINALIZE) ? doing(phase, git(GitOperation.GATHER).appendAll(git(GitOperation.COMMIT)).appendAll(git(GitOperation.COUNT)))
                .care(Care.DEFAULT.halt()) : answered;
    }

    private static Vector<Step> answered(Step step) {
        if (!(step instanceof Step.External external)) return Vector.of(step);
        if (external.accepts() == Accepts.GET) return Vector.empty();
        return clean(Tdd.SUBMISSION).appendAll(call(ROLE, TEMPLATE)).append(deciding(external).handedInAs(Tdd.SUBMISSION));
    }

    /** A plan file may have no pull request left to do. */
    private static Step.External deciding(Step.External external) {
        return external.instruction().equals(Tdd.INITIALIZE) ? new Step.External(external.instruction(), external.accepts(), Tdd.VERDICT,
                Vector.of(PLANNED, NOTHING_LEFT), external.unlocks(), external.hints(), Option.none()) : external;
    }

    private static Phase doing(Phase phase, Vector<Step> steps) {
        return new Phase(phase.id(), phase.entry(), steps, phase.gate(), phase.routes(), phase.care());
    }
}
