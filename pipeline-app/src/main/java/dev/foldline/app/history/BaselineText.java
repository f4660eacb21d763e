package dev.foldline.app.history;

import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

/** What a user reads about checks that fail before the first call. */
final class BaselineText {
    private BaselineText() {}

    static String of(PipelineState state) {
        return "has halted before its first call: the checks fail on the base. Fix that, commit the"
                + " fix and retry, or cancel and "
                + (isNamed(state)
                        ? "set known_failures: allow for the check, so that only new failures stop"
                                + " a commit"
                        : "name its failures with report: in foldline.yaml, so that only new ones"
                                + " stop a commit, or cancel and run with --allow-failing-checks");
    }

    /** Returns whether the failures of all checks have names. */
    private static boolean isNamed(PipelineState state) {
        return state.policy()
                .checks()
                .get(BuiltinWorkflows.CHECKS)
                .exists(
                        commands ->
                                commands.forAll(
                                        each ->
                                                each instanceof CommandLine.Check(_, _, var form)
                                                        && form.isNamed()));
    }
}
