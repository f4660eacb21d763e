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
import static dev.foldline.core.workflow.Script.news;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.open;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The stages that deliver the work of any workflow as a pull request: push, open, and wait for the
 * forge. What its checks and reviewers find is fixed, conflicts with the base are resolved, and the
 * branch is pushed again, a limited number of times; then the run halts for the user. It ends when
 * the pull request is merged or closed; if it is to, the run merges it itself.
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

    private static final String CHANGES =
            "make the changes in the local branch, commit, then: foldline retry";

    private static final String BASE = "merge the base into the local branch, then: foldline retry";

    /** When the base is merged into the branch. */
    public enum Update {
        NEVER,
        /** When they conflict. */
        CONFLICT,
        /** Also when the forge wants the branch to have all commits of its base. */
        BEHIND;

        private Vector<String> labels() {
            return switch (this) {
                case NEVER -> Vector.empty();
                case CONFLICT -> Vector.of(ForgeOperation.CONFLICT);
                case BEHIND -> Vector.of(ForgeOperation.CONFLICT, ForgeOperation.BEHIND);
            };
        }
    }

    /**
     * How work is delivered.
     *
     * @param bounds when the user is asked instead
     * @param check the check that fixes must pass, if there is one
     */
    public record Options(
            DeliveryBounds bounds,
            Update update,
            RequestCompletion completion,
            Option<String> check) {

        /** Options of a run whose pull request its users complete. */
        public Options(DeliveryBounds bounds, Update update, Option<String> check) {
            this(bounds, update, RequestCompletion.BY_USERS, check);
        }
    }

    /** Returns the workflow with the delivery of its work at the end. */
    public static Workflow after(Workflow workflow, Options options) {
        var policy = workflow.policy();
        return new Workflow(
                workflow.name(),
                workflow.version(),
                workflow.stages().appendAll(stages(options)),
                options.update() == Update.NEVER
                        ? policy
                        : policy.withChecks(
                                policy.checks()
                                        .put(
                                                ConflictMarkers.CHECK,
                                                Vector.of(ConflictMarkers.COMMAND))));
    }

    private static Vector<Stage> stages(Options options) {
        return Vector.of(
                times(
                        STAGE,
                        options.bounds().responses(),
                        phases(request(options, new Route.To("fix"), new Route.To("update")))
                                .appendAll(
                                        options.update() == Update.NEVER
                                                ? Vector.empty()
                                                : phases(
                                                        update(options.check()),
                                                        resolve(options.check())))
                                .appendAll(phases(fix(options.check()), commit(options.check())))),
                once(LAST, phases(request(options, halt(CHANGES), halt(BASE)))));
    }

    private static Route halt(String why) {
        return new Route.Halt(why);
    }

    /** A retry after a halt pushes first: the user may have added commits. */
    private static Phase request(Options options, Route changes, Route update) {
        var updates = options.update().labels();
        return updates.foldLeft(
                bounded(request(updates, options, changes), options.bounds()),
                (phase, label) -> phase.route(label, update));
    }

    private static Phase bounded(Phase request, DeliveryBounds bounds) {
        return request.route(
                        ForgeOperation.CHECKS_SPENT,
                        halt(
                                "checks still fail after "
                                        + count(bounds.checks(), "fix", "fixes")
                                        + "; "
                                        + CHANGES))
                .route(
                        ForgeOperation.REVIEWS_SPENT,
                        halt(
                                "reviewers still ask for changes after "
                                        + count(bounds.reviews(), "fix", "fixes")
                                        + "; "
                                        + CHANGES))
                .route(
                        ForgeOperation.UPDATES_SPENT,
                        halt(
                                "the base moved again after "
                                        + count(bounds.updates(), "merge", "merges")
                                        + "; "
                                        + BASE))
                .route(
                        ForgeOperation.OVERDUE,
                        halt(
                                "the pull request was neither merged nor closed for "
                                        + bounds.days()
                                        + (bounds.days() == 1 ? " day" : " days")
                                        + "; to wait as long again: foldline retry"));
    }

    private static String count(int count, String one, String more) {
        return count + " " + (count == 1 ? one : more);
    }

    private static Phase request(Vector<String> updates, Options options, Route changes) {
        return phase(
                        "request",
                        forge(ForgeOperation.PUSH),
                        open(options.completion()),
                        news(
                                ForgeOperation.NEWS.appendAll(updates),
                                options.bounds(),
                                options.completion()))
                .route(ForgeOperation.MERGED, END)
                .route(ForgeOperation.CLOSED, END)
                .route(
                        ForgeOperation.MOVED,
                        new Route.Halt(
                                "the branch of the pull request has commits that the run did not"
                                        + " push; merge them into the local branch first"))
                .route(ForgeOperation.CHANGES, changes);
    }

    /** A merge without conflicts must pass the check, too. */
    private static Phase update(Option<String> check) {
        return phase(
                        "update",
                        forge(
                                ForgeOperation.UPDATE,
                                Vector.of(ForgeOperation.UPDATED, ForgeOperation.CONFLICT)),
                        check.map(Script::check).getOrElse(nothing()))
                .whenSent()
                .route(ForgeOperation.UPDATED, PROCEED)
                .route(ForgeOperation.CONFLICT, new Route.To("resolve"));
    }

    /**
     * A merge with conflict markers is committed, so it must not be pushed before they are gone.
     */
    private static Phase resolve(Option<String> check) {
        return phase(
                        "resolve",
                        clean("fix_result"),
                        call("fixer", TEMPLATE),
                        collect("fix_result", "completed", "partial", "failed"),
                        Script.check(ConflictMarkers.CHECK),
                        check.map(Script::check).getOrElse(nothing()))
                .whenSent()
                .route("completed", PROCEED)
                .route("partial", MORE)
                .route("failed", MORE)
                .retryPolicy(PhaseRetryPolicy.DEFAULT.withContinuationsMax(3));
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
