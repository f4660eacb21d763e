package dev.foldline.app.history;

import dev.foldline.core.PipelineState;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.collection.Vector;

/** What a user reads about checks that fail before the first call. */
final class BaselineText {
    private BaselineText() {}

    static String of(PipelineState state) {
        return "The checks fail on the base. Fix that, commit the fix and retry"
                + alternative(state);
    }

    /** A clean checkout has to pass, so there no failure may be known. */
    private static String alternative(PipelineState state) {
        if (state.policy().checksOnCommit().isDefined()) return "";
        var verdicts =
                state.ledger()
                        .findings()
                        .judgements()
                        .values()
                        .toVector()
                        .flatMap(Judgement::verdict);
        var broken = verdicts.filter(Verdict.Broken.class::isInstance);
        if (broken.nonEmpty()) return ", or cancel and correct the report: of the check";
        var halting = halting(state, verdicts);
        if (halting.isEmpty()) return "";
        var names = VerdictText.few(halting.map(CommandLine.Check::name));
        return halting.forAll(check -> check.form().isNamed())
                ? ", or cancel and set known_failures: allow for the check "
                        + names
                        + ", so that only new failures stop a commit"
                : ", or cancel, name the failures of the check "
                        + names
                        + " with report:, and set known_failures: allow, so that only new ones stop"
                        + " a commit";
    }

    /** Returns the commands that failed and may not. */
    private static Vector<CommandLine.Check> halting(
            PipelineState state, Vector<Verdict> verdicts) {
        var failed =
                verdicts.flatMap(
                                verdict ->
                                        verdict instanceof Verdict.Failed(var added, _, _)
                                                ? added
                                                : Vector.<CheckFailure>empty())
                        .map(CheckFailure::command);
        return state.policy()
                .checks()
                .values()
                .toVector()
                .flatMap(CommandLine::checks)
                .filter(check -> check.form().onKnown() == OnKnown.HALT)
                .filter(check -> failed.contains(check.name()))
                .distinct();
    }
}
