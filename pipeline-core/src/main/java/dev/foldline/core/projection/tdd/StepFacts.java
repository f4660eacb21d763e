package dev.foldline.core.projection.tdd;

import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What an instruction says about the current step, except its goal. */
final class StepFacts {
    private StepFacts() {}

    /**
     * Returns the plan file, the step's type, the expectation that fits, and the attempts left; a
     * plan may name no file.
     */
    static String of(TddView reported) {
        return Vector.of(planFile(reported), type(reported), attempts(reported))
                .flatMap(fact -> fact)
                .map(fact -> "\n- " + fact)
                .mkString("\n", "", "");
    }

    private static Option<String> planFile(TddView reported) {
        return reported.plan()
                .masterPlanPath()
                .filter(path -> !path.isBlank())
                .map(path -> "Plan file: '" + path + "'.");
    }

    private static Option<String> type(TddView reported) {
        return reported.state()
                .item()
                .map(
                        item ->
                                "This is a "
                                        + ActivePr.stepType(item)
                                        + " step: its test must "
                                        + (item.tags().contains(ActivePr.RED)
                                                ? "fail first, so the fitting 'expectation' is"
                                                        + " 'FAIL'."
                                                : "pass, so the fitting 'expectation' is"
                                                        + " 'PASS'."));
    }

    private static Option<String> attempts(TddView reported) {
        return left(reported, Tdd.REDUCE_SCOPE)
                .flatMap(
                        reduce ->
                                left(reported, Tdd.ESCALATE)
                                        .map(
                                                escalate ->
                                                        "Attempts left: "
                                                                + reduce
                                                                + " before the scope may be"
                                                                + " reduced, "
                                                                + escalate
                                                                + " before a human may be asked"
                                                                + " for help."));
    }

    private static Option<Integer> left(TddView reported, String tool) {
        int failures = reported.state().failures();
        return reported.instruction()
                .flatMap(
                        (Step.WorkerRequest request) ->
                                request.unlock(tool, reported.state().tags(), failures))
                .map(unlock -> Math.max(0, unlock.at() - failures));
    }
}
