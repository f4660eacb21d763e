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

    /** The role that reviews where no command does, and its prompt template. */
    public static final String REVIEWER = "reviewer";

    public static final String REVIEW_TEMPLATE = "tdd_review";

    /** The labels of the single commit: its tree was reviewed, or it was not. */
    private static final String ONE = "one";

    private static final String STALE = GitOperation.STALE;

    /** The results of reading the plan file. */
    public static final String PLANNED = "planned";

    public static final String NOTHING_LEFT = Tdd.NOTHING_LEFT;

    /**
     * @param policy names the agents of {@link #ROLE}, and of {@link #REVIEWER} if an agent reviews
     *     instead of a command; otherwise as for {@link Tdd#workflow}
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
                                                stage.phases()
                                                        .map(DrivenTdd::toDriven)
                                                        .map(phase -> reviewed(phase, policy))
                                                        .map(phase -> bound(phase, options)))),
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

    /** An agent reviews the tree that was read before its call. */
    private static Phase reviewed(Phase phase, Policy policy) {
        if (!phase.id().equals(Tdd.REVIEW) || policy.roles().get(REVIEWER).isEmpty()) return phase;
        return doing(
                        phase,
                        git(GitOperation.INSPECT, "changed", "clean")
                                .appendAll(clean(Tdd.FINDINGS))
                                .appendAll(call(REVIEWER, REVIEW_TEMPLATE))
                                .appendAll(phase.steps().filter(Step.Collect.class::isInstance)))
                .route("changed", Route.PROCEED)
                .route("clean", Route.PROCEED);
    }

    /** The tree of the single commit must be the reviewed one; otherwise it is reviewed again. */
    private static Phase bound(Phase phase, Tdd.Options options) {
        if (!phase.id().equals(Tdd.FINALIZE) || options.reviewsMax() < 1) return phase;
        return doing(
                        phase,
                        phase.steps()
                                .map(
                                        step ->
                                                step instanceof Step.Git(var operation, _, _)
                                                                && operation == GitOperation.COUNT
                                                        ? new Step.Git(
                                                                operation,
                                                                Vector.of(ONE, STALE),
                                                                Option.of(Tdd.FINDINGS))
                                                        : step))
                .route(ONE, Route.PROCEED)
                .route(STALE, new Route.Back(Tdd.JUDGE, options.reviewsMax()));
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
                        Vector.empty(),
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
