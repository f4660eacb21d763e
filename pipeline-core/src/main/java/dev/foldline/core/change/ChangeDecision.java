package dev.foldline.core.change;

import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What follows from what a change touches: another trial of its tests, a question to the user, or
 * nothing. Adding tests is no reason to ask.
 *
 * @param guard the user's choices
 * @param hasChecks whether there are checks that can be tried
 * @param missing tests that passed on the base and are in no report any more
 */
public record ChangeDecision(
        Guard guard, boolean hasChecks, Vector<String> missing, ChangeFindings findings) {
    /** Returns the label of what follows. */
    public String label() {
        if (nextTrial().isDefined()) return ChangeOperation.TESTS;
        return guard.onChange() == OnChange.REPORT || newReasons().isEmpty()
                ? ChangeOperation.SETTLED
                : ChangeOperation.ASKED;
    }

    /** Returns the trial that can still tell something. */
    public Option<Trial> nextTrial() {
        if (!hasChecks || guard.witness() == Witness.OFF) return Option.none();
        return findings.report()
                .flatMap(report -> wanted(report).find(trial -> findings.result(trial).isEmpty()));
    }

    private Vector<Trial> wanted(ChangeReport report) {
        var tests = report.tests();
        if (tests.isEmpty() && guard.witness() != Witness.ALWAYS) return Vector.empty();
        boolean isShown = findings.result(Trial.CONTROL).forAll(result -> result instanceof Passed);
        return Vector.of(Trial.CONTROL)
                .appendAll(Option.when(isShown && !tests.isEmpty(), Trial.OLD_TESTS))
                .appendAll(
                        Option.when(
                                isShown && (tests.added().nonEmpty() || tests.changed().nonEmpty()),
                                Trial.NEW_TESTS));
    }

    /** Returns why the user is asked, whatever they approved before. */
    public Vector<ChangeReason> reasons() {
        return findings.report().toVector().flatMap(report -> reasons(report, findings));
    }

    private Vector<ChangeReason> newReasons() {
        var approved =
                findings.approved()
                        .toVector()
                        .flatMap(
                                each ->
                                        reasons(
                                                each.report(),
                                                new ChangeFindings(
                                                        Option.of(each.report()),
                                                        each.trials(),
                                                        Option.none(),
                                                        Vector.empty())));
        return reasons().reject(reason -> approved.exists(reason::isWithin));
    }

    private Vector<ChangeReason> reasons(ChangeReport report, ChangeFindings shown) {
        return report.guarded()
                .<ChangeReason>map(ChangeReason.Judge::new)
                .appendAll(
                        Option.when(
                                report.tests().removed().nonEmpty(),
                                () -> new ChangeReason.TestsRemoved(report.tests().removed())))
                .appendAll(oldTests(report, shown))
                .appendAll(
                        Option.when(
                                report.files() > guard.filesMax()
                                        || report.lines() > guard.linesMax(),
                                () ->
                                        new ChangeReason.TooLarge(
                                                report.files(),
                                                report.lines(),
                                                guard.filesMax(),
                                                guard.linesMax())));
    }

    private Option<ChangeReason> oldTests(ChangeReport report, ChangeFindings shown) {
        return switch (shown.result(Trial.OLD_TESTS).getOrNull()) {
            case null -> untried(report, shown.result(Trial.CONTROL));
            case Passed _ -> Option.none();
            case Failed(var failed) -> Option.of(new ChangeReason.OldTestsFail(failed));
            case Unbuilt(var why) -> Option.of(new ChangeReason.OldTestsUnbuilt(why));
            case Impossible(var why) -> Option.of(new ChangeReason.Untried(touched(report), why));
        };
    }

    /** Where it cannot be shown whether tests were weakened, the user decides. */
    private Option<ChangeReason> untried(ChangeReport report, Option<TrialResult> control) {
        var tests = touched(report);
        if (!hasChecks || tests.isEmpty()) return Option.none();
        return switch (control.getOrNull()) {
            case null -> Option.of(new ChangeReason.Untried(tests, "trials are switched off"));
            case Passed _ -> Option.none();
            case Failed _ ->
                    Option.of(
                            new ChangeReason.Untried(tests, "the checks fail in a clean checkout"));
            case Unbuilt(var why) -> Option.of(new ChangeReason.Untried(tests, why));
            case Impossible(var why) -> Option.of(new ChangeReason.Untried(tests, why));
        };
    }

    /** Returns files of tests that were there before, and tests that did not run any more. */
    private Vector<String> touched(ChangeReport report) {
        return report.tests().changed().appendAll(missing).distinct();
    }
}
