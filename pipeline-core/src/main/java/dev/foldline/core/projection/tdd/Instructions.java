package dev.foldline.core.projection.tdd;

import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.workflow.Step.Hint;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Vector;

/** Texts for an external agent that asks for its next task. */
public final class Instructions {
    private Instructions() {}

    /** The user's command that tries what has halted again. */
    public static final String RETRY = "foldline retry";

    private static final String REVIEW_DUE =
            "All tasks are complete. Call 'get_task' to have the code reviewed.";

    private static final String SCHEMA =
            """
            {
              "masterPlanPath": string, the path of the plan file,
              "prTitle": string, such as "feat: add a flag"; it becomes the branch and the commit message,
              "summary": string, what this pull request changes and why,
              "verificationPlan": string, how it is shown to work,
              "tasks": [
                {
                  "taskName": string,
                  "description": string (optional),
                  "breakdownHistory": { "originalTaskName": string, "justification": string } (only where a task was broken down),
                  "status": "TODO" | "IN_PROGRESS" | "DONE" | "ERROR",
                  "tdd_steps": [
                    {
                      "type": "RED" | "GREEN" | "REFACTOR",
                      "description": string,
                      "status": "TODO" | "DONE"
                    }
                  ]
                }
              ]
            }
            """;

    /** Returns the next instruction. A halted or ended run has none. */
    public static String next(TddView reported) {
        return switch (reported.status()) {
            case INITIALIZING -> initialize();
            case CREATING_BRANCH ->
                    "The plan has been accepted. Call 'get_task' to create the branch of this pull"
                            + " request.";
            case EXECUTING_TDD -> execute(reported);
            case DEBUGGING -> debug(reported);
            case REPLANNING -> replan(reported);
            case CODE_REVIEW -> reported.isIn(Tdd.CHECKPOINT) ? checkpoint(reported) : REVIEW_DUE;
            case AWAITING_FINALIZATION -> finalize(reported);
            case FINALIZE_COMPLETE -> updatePlan(reported);
            case PLAN_UPDATED ->
                    "The plan has been updated. Call 'get_task' to go on to the merge.";
            case MERGING_BRANCH ->
                    "Everything is ready. Call 'get_task' to merge the branch '"
                            + reported.branch().getOrElse("")
                            + "' into '"
                            + reported.base()
                            + "'.";
            case HALTED -> halted(reported);
        };
    }

    static String initialize() {
        return "Please read the plan file of this project, and choose the first pull request in it"
                + " that is not marked [DONE]. Then write the file 'ACTIVE_PR.json' into the"
                + " root of the repository. It describes that one pull request, in exactly this"
                + " form:\n\n"
                + SCHEMA
                + "\n"
                + "Break the work into small tasks, each with the steps that lead to it: a RED step"
                + " writes a failing test, a GREEN step lets it pass, a REFACTOR step tidies up."
                + " 'tdd_steps' may be empty for a task that needs no test of its own. All statuses"
                + " begin as TODO. When the file is written, call the 'submit_work' tool without"
                + " arguments. If all pull requests of the plan file are marked [DONE], write"
                + " nothing and submit 'nothing_left' instead.";
    }

    private static String execute(TddView reported) {
        if (reported.isIn(Tdd.CHECKPOINT)) return checkpoint(reported);
        if (reported.isIn(Tdd.REVIEW)) return REVIEW_DUE;
        if (reported.awaits("analysis")) return analysis(reported).document();
        return "Your goal is to complete the next TDD step: "
                + reported.goal()
                + ". After you have implemented the necessary code changes, you must verify your"
                + " work by calling the 'submit_work' tool with the appropriate 'test_command' and"
                + " your 'expectation' of the outcome ('PASS' or 'FAIL')."
                + StepFacts.of(reported);
    }

    private static String checkpoint(TddView reported) {
        var next =
                TddStatus.isLastCheckpoint(reported.state())
                        ? "the code is reviewed"
                        : "you continue with '" + reported.nextTask() + "'";
        return "The last step has been verified. Before "
                + next
                + ", create a safety checkpoint commit: stage your changes and commit them with a"
                + " message that says what works now. Then call 'get_task' for your next"
                + " instruction.";
    }

    /** Returns the output of a test that failed as expected, for the agent to analyze. */
    static JsonValue.Obj analysis(TddView reported) {
        return JsonValue.Obj.EMPTY
                .with("status", "NEEDS_ANALYSIS")
                .with(
                        "instruction",
                        "Your test failed as expected. You must now analyze the output to see"
                            + " whether it failed for the right reason, the one this step is about:"
                            + " "
                                + reported.goal()
                                + ". Then call 'submit_work' again with the 'analysis_decision'"
                                + " parameter ('SUCCESS' or 'FAILURE').")
                .with("output", reported.testOutput().getOrElse(""));
    }

    private static String debug(TddView reported) {
        var word =
                reported.instruction()
                        .map(external -> external.hints())
                        .getOrElse(Vector.empty())
                        .filter(hint -> hint.from() <= Math.max(1, reported.state().failures()))
                        .map(Hint::word)
                        .lastOption()
                        .getOrElse("hypothesize");
        var head =
                "Your last submission failed (attempt "
                        + reported.state().failures()
                        + "). The step is still: "
                        + reported.goal()
                        + "\n\nThe error was:\n"
                        + reported.lastError().getOrElse("")
                        + "\n\n";
        var tail = reported.awaits("analysis") ? "\n\n" + analysis(reported).document() : "";
        return head + guidance(word) + failedFirst(reported) + StepFacts.of(reported) + tail;
    }

    private static String failedFirst(TddView reported) {
        return reported.state()
                .ledger()
                .failedFirst(Tdd.TEST)
                .map(
                        line ->
                                "\n\nThe test '"
                                        + line
                                        + "' has to pass as well. If the test itself is wrong,"
                                        + " submit the right 'test_command' with a '"
                                        + Tdd.WITHDRAWAL
                                        + "' that says why; the review will see it.")
                .getOrElse("");
    }

    private static String guidance(String word) {
        var again =
                " Then call 'submit_work' with the 'test_command' and your 'expectation' again.";
        if (word.equals("instrument"))
            return "Use Instrumentation: guessing has not helped. Add logging or assertions that"
                    + " show what really happens, run the test, read what they say, and fix the"
                    + " cause you have seen."
                    + again;
        if (word.equals(Tdd.REDUCE_SCOPE))
            return "This step may be too large. It is recommended to call"
                    + " 'request_scope_reduction': your uncommitted work is put aside and you"
                    + " plan the rest in smaller tasks. If you are sure of the cause, fix it"
                    + " instead."
                    + again;
        if (word.equals(Tdd.ESCALATE))
            return "You have made numerous attempts without success. Call"
                    + " 'escalate_for_external_help' with a 'markdown_report' that says what you"
                    + " tried, what you saw and what you think is wrong.";
        return "Hypothesize & Fix: read the error, name the most likely cause, and change what"
                + " follows from it."
                + again;
    }

    private static String replan(TddView reported) {
        return "The task '"
                + reported.task()
                + "' could not be completed as it was planned. Its last error was:\n"
                + reported.lastError().getOrElse("")
                + "\n\n"
                + putAside(reported)
                + "Replace the rest of the task in 'ACTIVE_PR.json' by the smallest tasks that"
                + " can be verified one by one; leave the tasks that are done as they are. The last"
                + " of the new tasks must be a 'Verification Task' that shows the original goal is"
                + " reached: "
                + reported.goal()
                + ". The first new task carries 'breakdownHistory': {\"originalTaskName\": string,"
                + " \"justification\": string}. Then call the 'submit_work' tool without"
                + " arguments.";
    }

    /** Names the ref that keeps the uncommitted work; an imported run does not know it. */
    private static String putAside(TddView reported) {
        var reset = reported.account().reset();
        var refs = reset.map(TddTimeline.Reset::saved).getOrElse(Vector.empty());
        var kept =
                refs.isEmpty()
                        ? ""
                        : " It is kept under "
                                + refs.mkString(", ")
                                + ": 'git show "
                                + refs.last()
                                + ":PATH' prints a file of it.";
        var committed =
                reset.flatMap(TddTimeline.Reset::committed)
                        .map(
                                commit ->
                                        "The work of the steps that are done was committed as "
                                                + commit
                                                + "; a test in it that no longer fits may be"
                                                + " changed or removed. ")
                        .getOrElse("");
        var happened =
                reset.isDefined() && refs.isEmpty()
                        ? "There was no uncommitted work."
                        : "Your uncommitted work has been put aside.";
        return happened + kept + " " + committed;
    }

    private static String finalize(TddView reported) {
        return "Code review approved. All tasks are complete. Your task is to squash your commits"
                + " into a single commit using the PR title '"
                + reported.plan().title()
                + "' as the message, on top of '"
                + reported.base()
                + "'. Then call the 'submit_work' tool; you may name the commit as 'commit_hash'.";
    }

    private static String updatePlan(TddView reported) {
        return "The commit is in place. Now update the plan file '"
                + reported.plan().masterPlanPath().getOrElse("")
                + "': mark this pull request as [DONE] and append the hash of its "
                + "commit, "
                + reported.account().squashed().getOrElse("")
                + ". Then call the 'submit_work' tool without arguments.";
    }

    /** The text of a conflict leads on by itself, whoever follows it. */
    private static String halted(TddView reported) {
        var why = reported.lastError().getOrElse("The run has halted.").stripTrailing();
        return why.startsWith(MergeBranch.CONFLICT) || why.contains(RETRY)
                ? why
                : why + "\nWhen the cause is fixed, the user continues with: " + RETRY;
    }
}
