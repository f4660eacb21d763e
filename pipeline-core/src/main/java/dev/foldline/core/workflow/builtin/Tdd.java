package dev.foldline.core.workflow.builtin;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.NEXT_PHASE;
import static dev.foldline.core.workflow.Route.PROCEED;
import static dev.foldline.core.workflow.Script.check;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.core.workflow.Script.times;

import dev.foldline.core.state.Ledger;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.Step.Hint;
import dev.foldline.core.workflow.Step.Unlock;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tdd}: one pull request from its plan to its merge. The agent pulls its next
 * task and submits its work: for each step a failing test, then the code that makes it pass; then a
 * review, one commit, and the merge.
 */
public final class Tdd {
    private Tdd() {}

    public static final String NAME = "tdd";

    public static final String INITIALIZE = "initialize";
    public static final String BRANCH = "branch";
    public static final String RED = "red";
    public static final String RED_AGAIN = "red-again";
    public static final String GREEN = "green";
    public static final String CHECKPOINT = "checkpoint";
    public static final String REPLAN = "replan";
    public static final String REVIEW = "review";
    public static final String FINALIZE = "finalize";
    public static final String UPDATE_PLAN = "update-plan";
    public static final String MERGE = "merge";

    /** The stage that iterates over the plan's steps, and their list. */
    public static final String EXECUTE = "execute";

    public static final String STEPS = "steps";

    /** The stage of the review. */
    public static final String JUDGE = "judge";

    /** The argument that decides: the expected result of a test, or the result of an analysis. */
    public static final String VERDICT = "verdict";

    /** The check that is submitted with the work. */
    public static final String TEST = "test_command";

    /** Why a failed test was wrong; the submitted one replaces it. */
    public static final String WITHDRAWAL = Ledger.WITHDRAWAL;

    /** The configured checks. */
    public static final String PREFLIGHT = "preflight";

    /** The agent's plan of the pull request, and the findings of the review command. */
    public static final String PLAN = "active_pr";

    public static final String FINDINGS = "review";

    /** The label of a review with findings. */
    public static final String FOUND = "findings";

    /** The artifact that an agent called by Foldline submits instead of a call. */
    public static final String SUBMISSION = "submission";

    /** Ends the run instead of a plan: the plan file has no pull request that remains. */
    public static final String NOTHING_LEFT = Route.NOTHING_LEFT;

    public static final String REDUCE_SCOPE = "request_scope_reduction";
    public static final String ESCALATE = "escalate_for_external_help";

    /** Why a run halts when its agent has asked for help. */
    public static final String ESCALATED = "escalated";

    /** Tags of work items; see the document they are parsed from. */
    private static final String TAG_RED = "RED";

    private static final String TAG_GREEN = "GREEN";
    private static final String TAG_REPLANNED = "REPLANNED";

    /** Tag of a first red step in imported files whose analysis may be in progress. */
    public static final String TAG_IMPORTED = "IMPORTED";

    /** Maximum number of steps, including those that are done. */
    public static final int ITEMS_MAX = 10_000;

    private static final int REPLANS_MAX = 20;
    private static final int RETRIES_MAX = 2;

    /**
     * The user's options: counts of failed submissions in a row, and of reviews.
     *
     * @param reviewsMax maximum number of reviews; 0 for none; if the last one has findings, the
     *     run halts for the user
     * @param hypothesizeMax count up to which a hypothesis and a fix are requested
     * @param reduceScopeAt count from which the scope may be reduced
     * @param escalateAt count from which the agent may ask for help
     */
    public record Options(
            int hypothesizeMax,
            int instrumentMax,
            int reduceScopeAt,
            int escalateAt,
            int reviewsMax) {
        public static final Options DEFAULT = new Options(2, 5, 6, 10, 5);
    }

    /**
     * @param policy its checks are the preflight and the review; the branch is named after the
     *     plan's title
     */
    public static Workflow workflow(Options options, Policy policy) {
        return new Workflow(
                NAME,
                1,
                Vector.of(
                        once("plan", phases(initialize(), branch())),
                        new Stage(
                                EXECUTE,
                                new LoopCondition.EachItem(STEPS, "done"),
                                phases(
                                        red(options),
                                        redAgain(options),
                                        green(options),
                                        phase("done"),
                                        checkpoint(),
                                        replan())),
                        times(JUDGE, options.reviewsMax() > 0 ? 1 : 0, phases(review(options))),
                        once("finish", phases(finish(), updatePlan(), merge()))),
                halting(checking(policy)));
    }

    /** Checks that are neither configured nor detected default to npm scripts. */
    private static Policy checking(Policy policy) {
        var checks =
                Vector.of(PREFLIGHT, FINDINGS)
                        .foldLeft(
                                policy.checks(),
                                (all, name) ->
                                        all.containsKey(name)
                                                ? all
                                                : all.put(
                                                        name,
                                                        Vector.of(
                                                                new CommandLine.Shell(
                                                                        "npm run " + name))));
        return policy.withChecks(checks)
                .withBranching(
                        policy.branching() instanceof Policy.Branching.Titled titled
                                ? titled
                                : new Policy.Branching.Titled(PLAN, "main"));
    }

    private static Phase initialize() {
        var submit =
                new Step.WorkerRequest(
                        INITIALIZE,
                        Accepts.SUBMIT,
                        "",
                        Vector.empty(),
                        Vector.of(new Unlock(NOTHING_LEFT, 0, Route.END)));
        return phase(INITIALIZE, Vector.of(submit), collectItems(PLAN, STEPS))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.halt());
    }

    private static Phase branch() {
        return phase(BRANCH, get(BRANCH), git(GitOperation.OPEN_BRANCH));
    }

    /** A test that fails as expected is analyzed before it counts. */
    private static Phase red(Options options) {
        return analysed(
                phase(
                                RED,
                                work(options, RED, "FAIL"),
                                Vector.of(new Step.Check(TEST, Step.Expectation.FAIL)),
                                analysis(options))
                        .entry(
                                new PhaseEntry.WhenTagged(
                                        Vector.of(TAG_RED), Vector.of(TAG_IMPORTED))));
    }

    /** The red phase for a test that may have been run before the run started. */
    private static Phase redAgain(Options options) {
        return analysed(
                phase(
                                RED_AGAIN,
                                work(options, RED, "FAIL", "SUCCESS", "FAILURE"),
                                Vector.of(new Step.Check(TEST, Step.Expectation.FAIL)),
                                analysis(options))
                        .entry(
                                new PhaseEntry.WhenTagged(
                                        Vector.of(TAG_RED, TAG_IMPORTED), Vector.empty())));
    }

    private static Phase analysed(Phase phase) {
        return phase.route("FAIL", PROCEED)
                .route("SUCCESS", NEXT_PHASE)
                .route("FAILURE", new Route.Fail("Analysis failed"))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase green(Options options) {
        return phase(GREEN, work(options, GREEN, "PASS"), check(TEST), check(PREFLIGHT))
                .route("PASS", PROCEED)
                .entry(new PhaseEntry.WhenTagged(Vector.of(TAG_GREEN), Vector.empty()))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    /**
     * The checkpoint after each step that is not a RED step: requested once, then again until it
     * exists.
     */
    private static Phase checkpoint() {
        return phase(CHECKPOINT, get(CHECKPOINT), get("checkpoint-made"))
                .entry(new PhaseEntry.WhenTagged(Vector.of(TAG_GREEN), Vector.empty()));
    }

    /** The last phase of its turn: the new plan starts with a turn of its own. */
    private static Phase replan() {
        return phase(
                        REPLAN,
                        git(GitOperation.RESET_TO_VERIFIED),
                        submit(REPLAN),
                        Vector.of(new Step.Collect(PLAN, Vector.of("planned"), Option.of(STEPS))))
                .whenSent()
                .route("planned", new Route.Back(EXECUTE, REPLANS_MAX))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase review(Options options) {
        return phase(
                        REVIEW,
                        get(REVIEW),
                        clean(FINDINGS),
                        check(FINDINGS),
                        Vector.of(
                                new Step.Collect(
                                        FINDINGS, Vector.of("approved", FOUND), Option.of(STEPS))))
                .route("approved", NEXT_PHASE)
                .route(
                        FOUND,
                        options.reviewsMax() > 1
                                ? new Route.Back(EXECUTE, options.reviewsMax() - 1)
                                : new Route.Halt(
                                        "the only review there may be has found something: see"
                                                + " tdd.reviews"));
    }

    private static Phase finish() {
        return phase(FINALIZE, submit(FINALIZE), git(GitOperation.COUNT))
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase updatePlan() {
        return phase(
                        UPDATE_PLAN,
                        submit(UPDATE_PLAN),
                        git(GitOperation.INSPECT, "changed", "clean"),
                        git(GitOperation.COMMIT))
                .route("changed", PROCEED)
                .route("clean", NEXT_PHASE)
                .retryPolicy(PhaseRetryPolicy.DEFAULT.instructAgain());
    }

    private static Phase merge() {
        return phase(MERGE, get("updated"), get(MERGE), git(GitOperation.MERGE));
    }

    private static Vector<Step> work(Options options, String instruction, String... verdicts) {
        return Vector.of(
                new Step.WorkerRequest(
                        instruction,
                        Accepts.SUBMIT,
                        VERDICT,
                        Vector.of(verdicts),
                        unlocks(options),
                        hints(options)));
    }

    private static Vector<Step> analysis(Options options) {
        return Vector.of(
                new Step.WorkerRequest(
                        "analysis",
                        Accepts.SUBMIT,
                        VERDICT,
                        Vector.of("SUCCESS", "FAILURE"),
                        unlocks(options),
                        hints(options)));
    }

    /** After a scope reduction, the agent may ask for help sooner. */
    private static Vector<Unlock> unlocks(Options options) {
        return Vector.of(
                new Unlock(REDUCE_SCOPE, options.reduceScopeAt(), new Route.To(REPLAN)),
                new Unlock(ESCALATE, options.escalateAt(), new Route.Halt(ESCALATED)),
                new Unlock(
                        ESCALATE,
                        Math.min(options.reduceScopeAt(), options.escalateAt()),
                        new Route.Halt(ESCALATED),
                        Vector.of(TAG_REPLANNED)));
    }

    private static Vector<Hint> hints(Options options) {
        return Vector.of(
                new Hint(1, "hypothesize"),
                new Hint(options.hypothesizeMax() + 1, "instrument"),
                new Hint(options.reduceScopeAt(), REDUCE_SCOPE),
                new Hint(options.escalateAt(), ESCALATE));
    }

    private static Vector<Step> get(String instruction) {
        return Vector.of(
                new Step.WorkerRequest(
                        instruction, Accepts.GET, "", Vector.empty(), Vector.empty()));
    }

    private static Vector<Step> submit(String instruction) {
        return Vector.of(
                new Step.WorkerRequest(
                        instruction, Accepts.SUBMIT, "", Vector.empty(), Vector.empty()));
    }

    /** Failures of git or of a reviewer are retried at once; then the run waits for the user. */
    private static Policy halting(Policy policy) {
        var usual = policy.recovery();
        return policy.withRecovery(
                        new RecoveryPolicy(
                                Option.none(),
                                Math.max(RETRIES_MAX + 2, usual.restartFrom()),
                                Math.max(RETRIES_MAX + 2, usual.rewindFrom()),
                                Math.max(RETRIES_MAX + 2, usual.startOverFrom()),
                                RETRIES_MAX,
                                Option.none(),
                                RecoveryPolicy.OnExhausted.HALT))
                .withLimits(policy.limits().withItemsMax(ITEMS_MAX));
    }
}
