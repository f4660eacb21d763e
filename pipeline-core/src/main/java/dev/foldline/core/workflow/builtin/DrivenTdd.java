package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;

import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tdd} for an agent that Foldline calls. Its stages, phases, routes and counts
 * are those of the pulled workflow. Where an external agent submits work, this agent is called and
 * submits the same; where an external agent asks for its next task, Foldline continues by itself.
 * The called agent does not commit, so Foldline creates the checkpoints and squashes them into the
 * pull request's single commit.
 */
public final class DrivenTdd {
    private DrivenTdd() {}

    /** The role that is called, and its prompt template. */
    public static final String ROLE = "developer";

    public static final String TEMPLATE = "tdd";

    public static final Vector<String> ROLES = Vector.of(ROLE);

    /** The results of reading the plan file. */
    public static final String PLANNED = "planned";

    public static final String NOTHING_LEFT = "nothing_left";

    /**
     * @param policy names the agents of {@link #ROLE}; otherwise as for {@link Tdd#workflow}
     */
    public static Workflow workflow(Tdd.Options options, Policy policy) {
        var pulled = Tdd.workflow(options, policy);
        return new Workflow(
                pulled.name(),
                pulled.version(),
                pulled.stages()
                        .map(
                                stage ->
                                        new Stage(
                                                stage.id(),
                                                stage.turns(),
                                                stage.phases().map(DrivenTdd::toDriven))),
                pulled.policy());
    }

    /** Returns whether Foldline calls the agent of this workflow instead of waiting for calls. */
    public static boolean is(Workflow workflow) {
        return workflow.name().equals(Tdd.NAME)
                && workflow.phases()
                        .flatMap(Phase::steps)
                        .exists(
                                step ->
                                        step instanceof Step.WorkerRequest external
                                                && external.artifact().contains(Tdd.SUBMISSION));
    }

    private static Phase toDriven(Phase phase) {
        var answered = doing(phase, phase.steps().flatMap(DrivenTdd::answered));
        if (phase.id().equals(Tdd.INITIALIZE))
            return answered.route(PLANNED, Route.PROCEED).route(NOTHING_LEFT, Route.END);
        if (phase.id().equals(Tdd.CHECKPOINT)) return doing(phase, git(GitOperation.COMMIT));
        return phase.id().equals(Tdd.FINALIZE)
                ? doing(
                                phase,
                                git(GitOperation.GATHER)
                                        .appendAll(git(GitOperation.COMMIT))
                                        .appendAll(git(GitOperation.COUNT)))
                        .retryPolicy(PhaseRetryPolicy.DEFAULT.halt())
                : answered;
    }

    private static Vector<Step> answered(Step step) {
        if (!(step instanceof Step.WorkerRequest external)) return Vector.of(step);
        if (external.accepts() == Accepts.GET) return Vector.empty();
        return clean(Tdd.SUBMISSION)
                .appendAll(call(ROLE, TEMPLATE))
                .append(deciding(external).submittedAs(Tdd.SUBMISSION));
    }

    /** A plan file may contain no pull request that remains to be done. */
    private static Step.WorkerRequest deciding(Step.WorkerRequest external) {
        return external.instruction().equals(Tdd.INITIALIZE)
                ? new Step.WorkerRequest(
                        external.instruction(),
                        external.accepts(),
                        Tdd.VERDICT,
                        Vector.of(PLANNED, NOTHING_LEFT),
                        external.unlocks(),
                        external.hints(),
                        Option.none())
                : external;
    }

    private static Phase doing(Phase phase, Vector<Step> steps) {
        return new Phase(
                phase.id(),
                phase.entry(),
                steps,
                phase.gate(),
                phase.routes(),
                phase.retryPolicy());
    }
}
