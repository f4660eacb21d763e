package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.GATHER;
import static dev.foldline.core.workflow.GitOperation.INSPECT;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.REBASE;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.MORE;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collect;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.nothing;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.LoopCondition;
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

/**
 * The workflow {@code ralph}. It plans, develops, analyzes, checks and commits until the analyst
 * reports the task as completed. Then it reviews, fixes and commits until a review is clean, and
 * ends with a final check.
 */
public final class Ralph {
    private Ralph() {}

    public static final String NAME = "ralph";

    /** The prompt for the message of the commit that all become. */
    public static final String SQUASH_TEMPLATE = "squash_message";

    /** The roles it calls; each needs a chain of agents. */
    public static final Vector<String> ROLES =
            Vector.of(
                    "planner",
                    "developer",
                    "analyst",
                    "reviewer",
                    "fixer",
                    "committer",
                    "recoverer");

    /**
     * The user's options.
     *
     * @param iterations maximum number of development turns
     * @param reviews maximum number of review turns
     * @param stopWhenCompleted whether completed work ends the iterations, and a clean review the
     *     reviews; otherwise all turns run
     * @param care the retry policy of development; its output limits also apply to planning, review
     *     and commit
     * @param gates phases that wait for the user's approval
     * @param squash whether the run's commits become one at the end
     */
    public record Options(
            int iterations,
            int reviews,
            boolean stopWhenCompleted,
            Vector<String> gates,
            Rebasing rebasing,
            PhaseRetryPolicy care,
            PhaseRetryPolicy fixCare,
            boolean squash) {
        public static final Options DEFAULT =
                new Options(
                        1,
                        1,
                        true,
                        Vector.empty(),
                        Rebasing.NEVER,
                        PhaseRetryPolicy.DEFAULT,
                        PhaseRetryPolicy.DEFAULT.withContinuationsMax(10).thenProceed(),
                        false);

        private LoopCondition iterating() {
            return stopWhenCompleted
                    ? new LoopCondition.Until(iterations, "development_result", "completed")
                    : new LoopCondition.Times(iterations);
        }

        private LoopCondition reviewing() {
            return stopWhenCompleted
                    ? new LoopCondition.Until(reviews, "issues", "clean")
                    : new LoopCondition.Times(reviews);
        }

        /** If later iterations can finish the work, an earlier one need not. */
        private PhaseRetryPolicy developing() {
            return stopWhenCompleted ? care.thenNextTurn() : care;
        }
    }

    /** When the branch is rebased onto its base. */
    public enum Rebasing {
        NEVER,
        BEFORE,
        AFTER,
        BEFORE_AND_AFTER;

        boolean before() {
            return this == BEFORE || this == BEFORE_AND_AFTER;
        }

        boolean after() {
            return this == AFTER || this == BEFORE_AND_AFTER;
        }
    }

    public static Workflow workflow(Options options, Policy policy) {
        var check =
                Option.of(BuiltinWorkflows.CHECKS)
                        .filter(name -> policy.checks().containsKey(name));
        var checks = check.map(Script::check).getOrElse(nothing());
        var care = PhaseRetryPolicy.DEFAULT.withOutputsMax(options.care().outputsMax());
        var commit = commit(check).retryPolicy(care);
        var squash = squash(check).retryPolicy(care);

        var planning = phase("planning", ask("planner", "plan")).retryPolicy(care);
        var development = development(options, checks);
        var review =
                phase("review", ask("reviewer", "issues", "clean", "issues"))
                        .route("clean", NEXT_PHASE)
                        .route("issues", new Route.To("fix"))
                        .retryPolicy(care);
        var fix = fix(options, checks);
        var finish = finish(options, checks);
        var start = start(options);

        return new Workflow(
                NAME,
                1,
                Vector.of(
                                once(
                                        "prepare",
                                        phases(start).appendAll(BuiltinWorkflows.setup(policy))),
                                new Stage(
                                        "iterate",
                                        options.iterating(),
                                        gated(options, planning, development, commit)),
                                new Stage(
                                        "polish",
                                        options.reviewing(),
                                        gated(options, review, fix, commit)),
                                once("finish", gated(options, commit, finish)),
                                once("close", gated(options, commit)))
                        .appendAll(
                                Option.when(
                                        options.squash(), () -> once("squash", phases(squash)))),
                policy);
    }

    /** The message is there before the commits are taken back. */
    private static Phase squash(Option<String> check) {
        return phase(
                "squash",
                clean("commit_message"),
                call("committer", SQUASH_TEMPLATE),
                collect("commit_message"),
                git(GATHER),
                gitRelyingOn(check, COMMIT));
    }

    private static Phase development(Options options, Vector<Step> checks) {
        return phase(
                        "development",
                        clean(),
                        call("developer", "development"),
                        ask("analyst", "development_result", "completed", "partial", "failed"),
                        checks)
                .route("completed", PROCEED)
                .route("partial", MORE)
                .route("failed", MORE)
                .retryPolicy(options.developing());
    }

    private static Phase fix(Options options, Vector<Step> checks) {
        return phase("fix", ask("fixer", "fix_result", "completed", "partial", "failed"), checks)
                .whenSent()
                .route("completed", PROCEED)
                .route("partial", MORE)
                .route("failed", MORE)
                .retryPolicy(options.fixCare());
    }

    private static Phase finish(Options options, Vector<Step> checks) {
        return phase(
                "final-validation",
                options.rebasing().after() ? git(INSPECT).appendAll(git(REBASE)) : nothing(),
                checks);
    }

    private static Phase start(Options options) {
        return phase(
                "start", git(OPEN_BRANCH), options.rebasing().before() ? git(REBASE) : nothing());
    }

    /** Without changes there is nothing to commit, and no message is requested. */
    private static Phase commit(Option<String> check) {
        return phase(
                        "commit",
                        git(INSPECT, "changed", "clean"),
                        ask("committer", "commit_message"),
                        gitRelyingOn(check, COMMIT))
                .route("changed", PROCEED)
                .route("clean", NEXT_PHASE);
    }

    private static Vector<Phase> gated(Options options, Phase... phases) {
        return Vector.of(phases)
                .map(
                        phase ->
                                options.gates().contains(phase.id())
                                                && phase.routes()
                                                        .values()
                                                        .forAll(
                                                                route ->
                                                                        !(route
                                                                                instanceof
                                                                                Route.To))
                                        ? phase.gate(new GateSpec(OnReject.REDO))
                                        : phase);
    }
}
