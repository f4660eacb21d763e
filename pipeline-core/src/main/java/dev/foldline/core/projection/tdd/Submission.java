package dev.foldline.core.projection.tdd;

import dev.foldline.core.projection.tdd.WorktreeObservation.Branch;
import dev.foldline.core.projection.tdd.WorktreeObservation.MasterPlan;
import dev.foldline.core.projection.tdd.WorktreeObservation.PlanFile;
import dev.foldline.core.projection.tdd.WorktreeObservation.WorkTree;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Validates a submission of an external agent. A rejected submission changes nothing. */
public final class Submission {
    private Submission() {}

    private static final String INVALID = "Error: Invalid submission. ";
    private static final String EXPECTATION = "expectation";
    private static final String DECISION = "analysis_decision";
    private static final int HASH_CHARS_MIN = 7;

    /** Returns the arguments of the resulting call, or the response to a rejected submission. */
    public static Either<CallResponse, Map<String, String>> judged(
            TddView reported, WorktreeObservation seen, Map<String, String> arguments) {
        var why = refusal(reported, seen, arguments);
        if (reported.status() == TddStatus.HALTED)
            return Either.left(CallResponse.halted(reported));
        return why.isDefined()
                ? Either.left(CallResponse.refusal(why.get()))
                : Either.right(
                        verdict(arguments)
                                .map(word -> arguments.put(Tdd.VERDICT, word))
                                .getOrElse(arguments));
    }

    /** Returns the expected result of the test, or the result of the analysis of its failure. */
    private static Option<String> verdict(Map<String, String> arguments) {
        return arguments.get(DECISION).orElse(() -> arguments.get(EXPECTATION));
    }

    private static Option<String> refusal(
            TddView reported, WorktreeObservation seen, Map<String, String> arguments) {
        if (seen.plan() == PlanFile.ABSENT && needsPlan(reported.status()))
            return Option.of(
                    "ACTIVE_PR.json not found in the root of the repository. Call 'get_task' for"
                            + " what to write into it, then submit again.");
        return switch (reported.status()) {
            case INITIALIZING ->
                    seen.plan() == PlanFile.STALE
                            ? Option.of(
                                    "ACTIVE_PR.json is a copy of an earlier state. Write the plan"
                                        + " of the next pull request into it, then submit again.")
                            : Option.none();
            case REPLANNING ->
                    seen.plan() == PlanFile.STALE
                            ? Option.of(
                                    "ACTIVE_PR.json has not been changed. Replace the rest of"
                                            + " the task by smaller tasks, then submit again.")
                            : Option.none();
            case EXECUTING_TDD, DEBUGGING -> work(reported, arguments);
            case AWAITING_FINALIZATION -> commit(seen, arguments);
            case FINALIZE_COMPLETE -> updated(reported, seen);
            case CODE_REVIEW -> Option.of(INVALID + Instructions.next(reported));
            case CREATING_BRANCH, PLAN_UPDATED, MERGING_BRANCH ->
                    Option.of(
                            INVALID
                                    + "Nothing is to be submitted now. Call 'get_task' for your"
                                    + " next instruction.");
            case HALTED -> Option.none();
        };
    }

    /** Returns whether the current plan, or a new one, is required. */
    private static boolean needsPlan(TddStatus status) {
        return CallClassifier.isWorkedOn(status)
                || status == TddStatus.INITIALIZING
                || status == TddStatus.REPLANNING;
    }

    private static Option<String> work(TddView reported, Map<String, String> arguments) {
        if (reported.isIn(Tdd.CHECKPOINT)) return Option.of(INVALID + Instructions.next(reported));
        if (reported.isIn(Tdd.REVIEW)) return Option.of(INVALID + Instructions.next(reported));
        if (arguments.containsKey(DECISION)) return decision(reported, arguments);
        if (reported.awaits("analysis"))
            return Option.of(
                    INVALID
                            + "Your test has failed as expected. Analyze its output and submit your"
                            + " 'analysis_decision' ('SUCCESS' or 'FAILURE').");
        if (arguments.get(Tdd.TEST).forAll(String::isBlank))
            return Option.of(
                    INVALID
                            + "When in the '"
                            + reported.status()
                            + "' state, you MUST provide a 'test_command' for verification.");
        if (arguments.containsKey(Tdd.WITHDRAWAL)
                && reported.state().ledger().failedFirst(Tdd.TEST).isEmpty())
            return Option.of(INVALID + "There is no test to withdraw.");
        if (arguments.get(Tdd.WITHDRAWAL).exists(String::isBlank))
            return Option.of(
                    INVALID + "A '" + Tdd.WITHDRAWAL + "' must say what was wrong with the test.");
        return expectation(reported, arguments.get(EXPECTATION).getOrElse(""));
    }

    private static Option<String> decision(TddView reported, Map<String, String> arguments) {
        if (!isAwaited(reported))
            return Option.of(
                    INVALID
                            + "No 'analysis_decision' is awaited: the current step is not a RED"
                            + " step whose test has just failed.");
        if (arguments.get(Tdd.TEST).isDefined())
            return Option.of(
                    INVALID
                            + "An 'analysis_decision' is about the test that was run; submit it"
                            + " without a 'test_command'.");
        return arguments
                .get(DECISION)
                .filter(word -> !word.equals("SUCCESS") && !word.equals("FAILURE"))
                .map(_ -> INVALID + "'analysis_decision' must be 'SUCCESS' or 'FAILURE'.");
    }

    /** The test was run; or no test was run, and it may have been run before this run started. */
    private static boolean isAwaited(TddView reported) {
        return reported.instruction().exists(external -> external.labels().contains("SUCCESS"))
                && (reported.awaits("analysis") || reported.state().failures() == 0);
    }

    private static Option<String> expectation(TddView reported, String given) {
        if (!given.equals("PASS") && !given.equals("FAIL"))
            return Option.of(
                    INVALID
                            + "When in the '"
                            + reported.status()
                            + "' state, you MUST provide an 'expectation' ('PASS' or 'FAIL') for"
                            + " verification.");
        var fits =
                reported.instruction()
                        .map(external -> external.labels().contains(given))
                        .getOrElse(false);
        var kind =
                reported.state().item().exists(item -> item.tags().contains(ActivePr.RED))
                        ? "a RED step, whose test must FAIL first"
                        : "not a RED step, so its test must PASS";
        return fits
                ? Option.none()
                : Option.of(
                        INVALID
                                + "The expectation '"
                                + given
                                + "' does not fit: this is "
                                + kind
                                + ".");
    }

    private static Option<String> commit(WorktreeObservation seen, Map<String, String> arguments) {
        var named = arguments.get("commit_hash").filter(hash -> !hash.isBlank());
        return named.filter(
                        hash ->
                                hash.length() < HASH_CHARS_MIN
                                        || !seen.head().exists(head -> head.startsWith(hash)))
                .map(
                        hash ->
                                "The commit '"
                                        + hash
                                        + "' is not the one that is checked out"
                                        + seen.head().map(head -> ", " + head).getOrElse("")
                                        + ".")
                .orElse(
                        () ->
                                seen.otherChanges().isEmpty()
                                        ? Option.none()
                                        : Option.of(
                                                "There are uncommitted changes: "
                                                        + seen.otherChanges().mkString(", ")
                                                        + ". Put them into the commit as well, or"
                                                        + " take them back, then submit again."));
    }

    private static Option<String> updated(TddView reported, WorktreeObservation seen) {
        if (seen.branch() == Branch.REWRITTEN)
            return reported.account()
                    .squashed()
                    .map(
                            verified ->
                                    "The commit "
                                            + verified
                                            + " that was verified is not on the branch any more"
                                            + seen.head()
                                                    .map(head -> ", which is at " + head)
                                                    .getOrElse("")
                                            + ". Go back to it with 'git reset --soft "
                                            + verified
                                            + "', then submit again.");
        var path = "The plan file '" + reported.plan().masterPlanPath().getOrElse("") + "' ";
        var due =
                switch (seen.master()) {
                    case MasterPlan.Gone _ ->
                            Option.of(
                                    path
                                            + "is gone. Put it back, mark the pull request as"
                                            + " [DONE] and append the hash of its commit.");
                    case MasterPlan.Found(var changed, var _) when !changed ->
                            Option.of(
                                    path
                                            + "has not been changed. Mark the pull request as"
                                            + " [DONE] and append the hash of its commit.");
                    case MasterPlan.Found(var _, var namesCommit) when !namesCommit ->
                            Option.of(
                                    path
                                            + "does not contain the hash of the commit, "
                                            + reported.account().squashed().getOrElse("")
                                            + ".");
                    case MasterPlan.Found _, MasterPlan.Unknown _ -> Option.<String>none();
                };
        return due.isDefined() || seen.otherChanges().isEmpty()
                ? due
                : Option.of(
                        "There are unreviewed changes in files other than the plan: "
                                + seen.otherChanges().mkString(", ")
                                + ". Revert them first.");
    }

    /** Returns the response if the tool may not be used now, or none if it may. */
    public static Option<CallResponse> locked(TddView reported, String tool, String report) {
        if (reported.status() == TddStatus.HALTED) return Option.of(CallResponse.halted(reported));
        var failures = reported.status() == TddStatus.DEBUGGING ? reported.state().failures() : 0;
        var needed =
                reported.instruction()
                        .flatMap(
                                external ->
                                        external.unlock(tool, reported.state().tags(), failures))
                        .map(unlock -> unlock.at())
                        .orElse(() -> usual(reported, tool));
        if (reported.status() != TddStatus.DEBUGGING || needed.forAll(at -> failures < at))
            return Option.of(
                    new CallResponse(
                            "",
                            "Error: This tool is locked. You must make at least "
                                    + needed.getOrElse(0)
                                    + " debugging attempts before "
                                    + (tool.equals(Tdd.ESCALATE)
                                            ? "escalating"
                                            : "requesting a scope reduction")
                                    + ". You have currently made "
                                    + failures
                                    + " attempt(s).",
                            CallResponse.End.LOCKED));
        return tool.equals(Tdd.ESCALATE) && report.isBlank()
                ? Option.of(
                        CallResponse.refusal(
                                "Error: A 'markdown_report' that says what was tried is required."))
                : Option.none();
    }

    /**
     * Returns why the scope must not be reduced yet: steps that the imported files mark as DONE may
     * be uncommitted, and this run has verified none that would separate them from unfinished work.
     */
    static Option<CallResponse> unsafe(TddView reported, WorktreeObservation seen, String tool) {
        var claimed =
                reported.state()
                        .items()
                        .list(Tdd.STEPS)
                        .filter(
                                item ->
                                        item.status() instanceof Item.Done
                                                && !item.tags().contains(ActivePr.RED));
        var isKnown =
                reported.state().items().verified().isDefined()
                        || reported.state().ledger().executions(Tdd.EXECUTE + "/" + Tdd.CHECKPOINT)
                                > 0;
        if (!tool.equals(Tdd.REDUCE_SCOPE)
                || isKnown
                || claimed.isEmpty()
                || seen.tree() != WorkTree.CHANGED) return Option.none();
        return Option.of(
                CallResponse.refusal(
                        "Error: The scope cannot be reduced yet. It would reset the working tree,"
                            + " and steps that are DONE in the imported 'ACTIVE_PR.json' may not be"
                            + " committed. Commit what belongs to them, put the rest aside with"
                            + " 'git stash -u', then call '"
                                + tool
                                + "' again."));
    }

    /** Returns the number of failures at which the workflow unlocks a tool. */
    private static Option<Integer> usual(TddView reported, String tool) {
        return reported.state()
                .workflow()
                .phases()
                .flatMap(phase -> phase.steps())
                .flatMap(
                        step ->
                                step
                                                instanceof
                                                dev.foldline.core.workflow.Step.WorkerRequest
                                                        external
                                        ? external.unlock(tool, Vector.empty(), 0)
                                        : Option.none())
                .map(unlock -> unlock.at())
                .headOption();
    }
}
