package dev.foldline.core.projection.tdd;

import dev.foldline.core.projection.tdd.Observed.MasterPlan;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Whether what a worker submits can be taken now, and as what. What is refused changes nothing. */
public final class Submission {
    private Submission() {}

    private static final String INVALID = "Error: Invalid submission. ";
    private static final String EXPECTATION = "expectation";
    private static final String DECISION = "analysis_decision";
    private static final int HASH_CHARS_MIN = 7;

    /** The arguments of the call it becomes, or the answer it gets instead. */
    public static Either<Answer, Map<String, String>> judged(Told told, Observed seen, Map<String, String> arguments) {
        var why = refusal(told, seen, arguments);
        if (told.status() == TddStatus.HALTED) return Either.left(Answer.halted(told));
        return why.isDefined() ? Either.left(Answer.refused(why.get())) : Either.right(verdict(arguments).map(word -> arguments.put(Tdd.VERDICT, word)).getOrElse(arguments));
    }

    /** The test's expectation, or what came of looking at its failure. */
    private static Option<String> verdict(Map<String, String> arguments) { return arguments.get(DECISION).orElse(() -> arguments.get(EXPECTATION)); }

    private static Option<String> refusal(Told told, Observed seen, Map<String, String> arguments) {
        if (seen.plan() == PlanFile.ABSENT && needsPlan(told.status())) return Option.of(
                "ACTIVE_PR.json not found in the root of the repository. Call 'get_task' to be told what to write into it, then submit again.");
        return switch (told.status()) {
            case INITIALIZING -> seen.plan() == PlanFile.STALE
                    ? Option.of("ACTIVE_PR.json is a copy of an earlier state. Write the plan of the next pull request into it, then submit again.") : Option.none();
            case REPLANNING -> seen.plan() == PlanFile.STALE
                    ? Option.of("ACTIVE_PR.json has not been changed. Replace what is left of the task by smaller tasks, then submit again.") : Option.none();
            case EXECUTING_TDD, DEBUGGING -> work(told, arguments);
            case AWAITING_FINALIZATION -> commit(seen, arguments);
            case FINALIZE_COMPLETE -> updated(told, seen);
            case CREATING_BRANCH, CODE_REVIEW, PLAN_UPDATED, MERGING_BRANCH -> Option.of(INVALID + "Nothing is to be submitted now. Call 'get_task' for your next instruction.");
            case HALTED -> Option.none();
        };
    }

    /** The plan that is worked on, or the one that is to be handed in. */
    private static boolean needsPlan(TddStatus status) {
        return Meaning.isWorkedOn(status) || status == TddStatus.INITIALIZING || status == TddStatus.REPLANNING;
    }

    private static Option<String> work(Told told, Map<String, String> arguments) {
        if (told.phase().equals(Tdd.CHECKPOINT)) return Option.of(INVALID + Instructions.next(told));
        if (told.phase().equals(Tdd.REVIEW)) return Option.of(INVALID + Instructions.next(told));
        if (arguments.containsKey(DECISION)) return decision(told, arguments);
        if (told.awaits("analysis"))
            return Option.of(INVALID + "Your test has failed as expected. Analyze its output and submit your 'analysis_decision' ('SUCCESS' or 'FAILURE').");
        if (arguments.get(Tdd.TEST).forAll(String::isBlank))
            return Option.of(INVALID + "When in the '" + told.status() + "' state, you MUST provide a 'test_command' for verification.");
        return expectation(told, arguments.get(EXPECTATION).getOrElse(""));
    }

    private static Option<String> decision(Told told, Map<String, String> arguments) {
        if (!isAwaited(told)) return Option.of(INVALID + "No 'analysis_decision' is awaited: the current step is not a RED step whose test has just failed.");
        if (arguments.get(Tdd.TEST).isDefined()) return Option.of(INVALID + "An 'analysis_decision' is about the test that was run; submit it without a 'test_command'.");
        return arguments.get(DECISION).filter(word -> !word.equals("SUCCESS") && !word.equals("FAILURE"))
                .map(_ -> INVALID + "'analysis_decision' must be 'SUCCESS' or 'FAILURE'.");
    }

    /** Behind a test that was run; or before any, as long as it may be one that was run before this run began. */
    private static boolean isAwaited(Told told) {
        return told.instruction().exists(external -> external.labels().contains("SUCCESS")) && (told.awaits("analysis") || told.state().failures() == 0);
    }

    private static Option<String> expectation(Told told, String given) {
        if (!given.equals("PASS") && !given.equals("FAIL"))
            return Option.of(INVALID + "When in the '" + told.status() + "' state, you MUST provide an 'expectation' ('PASS' or 'FAIL') for verification.");
        var fits = told.instruction().map(external -> external.labels().contains(given)).getOrElse(false);
        var kind = told.state().item().exists(item -> item.tags().contains(ActivePr.RED)) ? "a RED step, whose test must FAIL first" : "not a RED step, so its test must PASS";
        return fits ? Option.none() : Option.of(INVALID + "The expectation '" + given + "' does not fit: this is " + kind + ".");
    }

    private static Option<String> commit(Observed seen, Map<String, String> arguments) {
        var named = arguments.get("commit_hash").filter(hash -> !hash.isBlank());
        return named.filter(hash -> hash.length() < HASH_CHARS_MIN || !seen.head().exists(head -> head.startsWith(hash)))
                .map(hash -> "The commit '" + hash + "' is not the one that is checked out" + seen.head().map(head -> ", " + head).getOrElse("") + ".")
                .orElse(() -> seen.otherChanges().isEmpty() ? Option.none() : Option.of("There are uncommitted changes: " + seen.otherChanges().mkString(", ")
                        + ". Put them into the commit as well, or take them back, then submit again."));
    }

    private static Option<String> updated(Told told, Observed seen) {
        var path = "The plan file '" + told.plan().masterPlanPath().getOrElse("") + "' ";
        var due = switch (seen.master()) {
            case MasterPlan.Gone _ -> Option.of(path + "is gone. Put it back, mark the pull request as [DONE] and append the hash of its commit.");
            case MasterPlan.Found(var changed, var _) when !changed -> Option.of(path + "has not been changed. Mark the pull request as [DONE] and append the hash of its commit.");
            case MasterPlan.Found(var _, var namesCommit) when !namesCommit -> Option.of(path + "does not contain the hash of the commit, " + told.account().squashed().getOrElse("") + ".");
            case MasterPlan.Found _, MasterPlan.Unknown _ -> Option.<String>none();
        };
        return due.isDefined() || seen.otherChanges().isEmpty() ? due
                : Option.of("Besides the plan file there are changes that nobody has reviewed: " + seen.otherChanges().mkString(", ") + ". Take them back first.");
    }

    /** Whether a tool may be used now: if not, the answer. */
    public static Option<Answer> locked(Told told, String tool, String report) {
        if (told.status() == TddStatus.HALTED) return Option.of(Answer.halted(told));
        var failures = told.status() == TddStatus.DEBUGGING ? told.state().failures() : 0;
        var needed = told.instruction().flatMap(external -> external.unlock(tool, told.state().tags(), failures))
                .map(unlock -> unlock.at()).orElse(() -> usual(told, tool));
        if (told.status() != TddStatus.DEBUGGING || needed.forAll(at -> failures < at)) return Option.of(new Answer("", "Error: This tool is locked. You must make at least "
                + needed.getOrElse(0) + " debugging attempts before " + (tool.equals(Tdd.ESCALATE) ? "escalating" : "requesting a scope reduction")
                + ". You have currently made " + failures + " attempt(s).", Answer.End.LOCKED));
        return tool.equals(Tdd.ESCALATE) && report.isBlank() ? Option.of(Answer.refused("Error: A 'markdown_report' that says what was tried is required.")) : Option.none();
    }

    /** The count from which the workflow unlocks a tool. */
    private static Option<Integer> usual(Told told, String tool) {
        return told.state().workflow().phases().flatMap(phase -> phase.steps())
                .flatMap(step -> step instanceof dev.foldline.core.workflow.Step.External external ? external.unlock(tool, Vector.empty(), 0) : Option.none())
                .map(unlock -> unlock.at()).headOption();
    }
}
