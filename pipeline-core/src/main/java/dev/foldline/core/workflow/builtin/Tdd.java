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

import dev.foldline.core.workflow.Care;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Entry;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Recovering;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;
import dev.foldline.core.workflow.Step.Hint;
import dev.foldline.core.workflow.Step.Unlock;
import dev.foldline.core.workflow.Turns;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The workflow {@code tdd}: one pull request from its plan to its merge, worked by an agent that pulls its next task and submits its
 * work. Step by step a failing test, then the code that lets it pass; then a review, one commit, and the merge.
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

    /** The stage that goes through the steps of the plan, and the list they are in. */
    public static final String EXECUTE = "execute";
    public static final String STEPS = "steps";

    /** The argument that decides: the expectation of a test, or what came of an analysis. */
    public static final String VERDICT = "verdict";

    /** The check that is handed in with a submission. */
    public static final String TEST = "test_command";

    /** The checks that are configured. */
    public static final String PREFLIGHT = "preflight";

    /** What the agent hands in as the plan of its pull request, and what the review command finds. */
    public static final String PLAN = "active_pr";
    public static final String FINDINGS = "review";

    /** What a review says that has found something. */
    public static final String FOUND = "findings";

    /** What an agent that the engine calls hands in instead of a call. */
    public static final String SUBMISSION = "submission";

    public static final String REDUCE_SCOPE = "request_scope_reduction";
    public static final String ESCALATE = "escalate_for_external_help";

    /** Why a run halts whose worker has called for help. */
    public static final String ESCALATED = "escalated";

    /** Tags of work items: see the document they are read from. */
    private static final String TAG_RED = "RED";
    private static final String TAG_GREEN = "GREEN";
    private static final String TAG_CHECKPOINT = "CHECKPOINT";
    private static final String TAG_REPLANNED = "REPLANNED";

    /** Of a first red step whose analysis may be under way in files that were imported. */
    public static final String TAG_IMPORTED = "IMPORTED";

    /** How many steps there may be in all, those that are done included. */
    public static final int ITEMS_MAX = 10_000;

    private static final int REPLANS_MAX = 20;
    private static final int RETRIES_MAX = 2;

    /**
     * What a user chooses: counts of failed submissions in a row, and of reviews.
     *
     * @param reviewsMax 0 for no review; if the last one there may be finds something, a person has to look
     * @param hypothesizeMax up to this count a guess and a fix are asked for
     * @param reduceScopeAt from this count on the scope may be reduced
     * @param escalateAt from this count on the agent may call for help
     */
    public record Options(int hypothesizeMax, int instrumentMax, int reduceScopeAt, int escalateAt, int reviewsMax) {
        public static final Options DEFAULT = new Options(2, 5, 6, 10, 5);
    }

    /** @param policy its checks are the preflight and the review; its branch is named after the plan's title */
    public static Workflow workflow(Options options, Policy policy) {
        return new Workflow(NAME, 1, Vector.of(
                once("plan", phases(initialize(), branch())),
                new Stage(EXECUTE, new Turns.EachItem(STEPS, "done"), phases(
                        red(options), redAgain(options), green(options), phase("done"), checkpoint(), replan())),
                times("judge", options.reviewsMax() > 0 ? 1 : 0, phases(review(options))),
                once("finish", phases(finish(), updatePlan(), merge()))), halting(checking(policy)));
    }

    /** What nobody has configured and nothing offers is npm's. */
    private static Policy checking(Policy policy) {
        var checks = Vector.of(PREFLIGHT, FINDINGS).foldLeft(policy.checks(), (all, name) -> all.containsKey(name) ? all
                : all.put(name, Vector.of(new CommandLine.Shell("npm run " + name))));
        return policy.withChecks(checks).withBranching(policy.branching() instanceof Policy.Branching.Titled titled ? titled : new Policy.Branching.Titled(PLAN, "main"));
    }

    private static Phase initialize() {
        return phase(INITIALIZE, submit(INITIALIZE), collectItems(PLAN, STEPS)).care(Care.DEFAULT.halt());
    }

    private static Phase branch() { return phase(BRANCH, get(BRANCH), git(GitOperation.OPEN_BRANCH)); }

    /** A test that fails as it should is looked at before it counts. */
    private static Phase red(Options options) {
        return analysed(phase(RED, work(options, RED, "FAIL"), Vector.of(new Step.Check(TEST, Step.Expectation.FAIL)), analysis(options))
                .entry(new Entry.WhenTagged(Vector.of(TAG_RED), Vector.of(TAG_IMPORTED))));
    }

    /** The same, where the test may have been run before the run began. */
    private static Phase redAgain(Options options) {
        return analysed(phase(RED_AGAIN, work(options, RED, "FAIL", "SUCCESS", "FAILURE"), Vector.of(new Step.Check(TEST, Step.Expectation.FAIL)), analysis(options))
                .entry(new Entry.WhenTagged(Vector.of(TAG_RED, TAG_IMPORTED), Vector.empty())));
    }

    private static Phase analysed(Phase phase) {
        return phase.route("FAIL", PROCEED).route("SUCCESS", NEXT_PHASE).route("FAILURE", new Route.Fail("Analysis failed")).care(Care.DEFAULT.instructAgain());
    }

    private static Phase green(Options options) {
        return phase(GREEN, work(options, GREEN, "PASS"), check(TEST), check(PREFLIGHT)).route("PASS", PROCEED)
                .entry(new Entry.WhenTagged(Vector.of(TAG_GREEN), Vector.empty())).care(Care.DEFAULT.instructAgain());
    }

    /** Asked for once, then again until it is there. */
    private static Phase checkpoint() {
        return phase(CHECKPOINT, get(CHECKPOINT), get("checkpoint-made")).entry(new Entry.WhenTagged(Vector.of(TAG_CHECKPOINT), Vector.empty()));
    }

    /** The last phase of its turn: what is planned instead begins with a turn of its own. */
    private static Phase replan() {
        return phase(REPLAN, git(GitOperation.RESET), submit(REPLAN),
                        Vector.of(new Step.Collect(PLAN, Vector.of("planned"), Option.of(STEPS))))
                .whenSent().route("planned", new Route.Back(EXECUTE, REPLANS_MAX)).care(Care.DEFAULT.instructAgain());
    }

    private static Phase review(Options options) {
        return phase(REVIEW, get(REVIEW), clean(FINDINGS), check(FINDINGS),
                        Vector.of(new Step.Collect(FINDINGS, Vector.of("approved", FOUND), Option.of(STEPS))))
                .route("approved", NEXT_PHASE).route(FOUND, options.reviewsMax() > 1 ? new Route.Back(EXECUTE, options.reviewsMax() - 1)
                        : new Route.Halt("the only review there may be has found something: see tdd.reviews"));
    }

    private static Phase finish() {
        return phase(FINALIZE, submit(FINALIZE), git(GitOperation.COUNT)).care(Care.DEFAULT.instructAgain());
    }

    private static Phase updatePlan() {
        return phase(UPDATE_PLAN, submit(UPDATE_PLAN), git(GitOperation.LOOK, "changed", "clean"), git(GitOperation.COMMIT))
                .route("changed", PROCEED).route("clean", NEXT_PHASE).care(Care.DEFAULT.instructAgain());
    }

    private static Phase merge() { return phase(MERGE, get("updated"), get(MERGE), git(GitOperation.MERGE)); }

    private static Vector<Step> work(Options options, String instruction, String... verdicts) {
        return Vector.of(new Step.External(instruction, Accepts.SUBMIT, VERDICT, Vector.of(verdicts), unlocks(options), hints(options)));
    }

    private static Vector<Step> analysis(Options options) {
        return Vector.of(new Step.External("analysis", Accepts.SUBMIT, VERDICT, Vector.of("SUCCESS", "FAILURE"), unlocks(options), hints(options)));
    }

    /** What could not even be done in smaller pieces may be called for help for sooner. */
    private static Vector<Unlock> unlocks(Options options) {
        return Vector.of(new Unlock(REDUCE_SCOPE, options.reduceScopeAt(), new Route.To(REPLAN)),
                new Unlock(ESCALATE, options.escalateAt(), new Route.Halt(ESCALATED)),
                new Unlock(ESCALATE, Math.min(options.reduceScopeAt(), options.escalateAt()), new Route.Halt(ESCALATED), Vector.of(TAG_REPLANNED)));
    }

    private static Vector<Hint> hints(Options options) {
        return Vector.of(new Hint(1, "hypothesize"), new Hint(options.hypothesizeMax() + 1, "instrument"),
                new Hint(options.reduceScopeAt(), REDUCE_SCOPE), new Hint(options.escalateAt(), ESCALATE));
    }

    private static Vector<Step> get(String instruction) {
        return Vector.of(new Step.External(instruction, Accepts.GET, "", Vector.empty(), Vector.empty()));
    }

    private static Vector<Step> submit(String instruction) {
        return Vector.of(new Step.External(instruction, Accepts.SUBMIT, "", Vector.empty(), Vector.empty()));
    }

    /** What git or a reviewer fails at is tried again at once, then waits for a person. */
    private static Policy halting(Policy policy) {
        var usual = policy.recovering();
        return policy.withRecovering(new Recovering(Option.none(), Math.max(RETRIES_MAX + 2, usual.restartFrom()), Math.max(RETRIES_MAX + 2, usual.turnBackFrom()),
                Math.max(RETRIES_MAX + 2, usual.startOverFrom()), RETRIES_MAX, Option.none(), Recovering.OnSpent.HALT)).withLimits(policy.limits().withItemsMax(ITEMS_MAX));
    }
}
