package dev.foldline.core.workflow;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.INSPECT;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.END;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.forge;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The stages that deliver the work of any workflow as a pull request: push, open, and wait for the
 * forge. What its checks and reviewers find is fixed and pushed again, a limited number of times;
 * then the run halts for the user. It ends when the pull request is merged or closed.
 */
public final class PullRequestDelivery {
    private PullRequestDelivery() {}

    /** The stage whose turns fix what was found. */
    public static final String STAGE = "deliver";

    /** The stage after the last turn. */
    public static final String LAST = "handover";

    /** The prompt of the fixer. */
    public static final String TEMPLATE = "pull_request_fix";

    /** Returns the roles that the stages call. */
    public static final Vector<String> ROLES = Vector.of("fixer", "committer");

    /**
     * Returns the workflow with the delivery of its work at the end.
     *
     * @param check the check that fixes must pass, if there is one
     */
    public static Workflow after(Workflow workflow, int rounds, Option<String> check) {
        return new Workflow(
                workflow.name(),
                workflow.version(),
                workflow.stages().appendAll(stages(rounds, check)),
                workflow.policy());
    }

    private static Vector<Stage> stages(int rounds, Option<String> check) {
        return Vector.of(
                times(
                        STAGE,
                        rounds,
                        phases(request(new Route.To("fix")), fix(check), commit(check))),
                once(
                        LAST,
                        phases(
                                request(
                                        new Route.Halt(
                                                "the pull request still needs changes after "
                                                        + rounds
                                                        + (rounds == 1 ? " round" : " rounds"))))));
    }

    /** A retry after a halt pushes first: the user may have added commits. */
    private static Phase request(Route changes) {
        return phase(
                        "request",
                        forge(ForgeOperation.PUSH),
                        forge(ForgeOperation.OPEN),
                        forge(ForgeOperation.AWAIT, ForgeOperation.NEWS))
                .route(ForgeOperation.MERGED, END)
                .route(ForgeOperation.CLOSED, END)
                .route(
                        ForgeOperation.MOVED,
                        new Route.Halt(
                                "the branch of the pull request has commits that the run did not"
                                        + " push; merge them into the local branch first"))
                .route(ForgeOperation.CHANGES, changes);
    }

    private static Phase fix(Option<String> check) {
        return phase(
                        "fix",
                        clean("fix_result"),
                        call("fixer", TEMPLATE),
                        collect("fix_result", "completed", "partial", "failed"),
                        check.map(Script::check).getOrElse(nothing()))
                .whenSent()
                .route("completed", PROCEED)
                .route("partial", MORE)
                .route("failed", MORE)
                .retryPolicy(PhaseRetryPolicy.DEFAULT.withContinuationsMax(10).thenProceed());
    }

    private static Phase commit(Option<String> check) {
        return phase(
                        "commit",
                        git(INSPECT, "changed", "clean"),
                        ask("committer", "commit_message"),
                        gitRelyingOn(check, COMMIT))
                .route("changed", PROCEED)
                .route("clean", NEXT_PHASE);
    }
}
