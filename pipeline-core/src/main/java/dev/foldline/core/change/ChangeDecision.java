package dev.foldline.core.change;

import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What follows from what a change touches: another trial of its tests, a question to the user, or
 * nothing. Adding tests is no reason to ask, and neither is a change of tests that cannot be tried
 * on this machine: that is reported.
 *
 * @param guard the user's choices
 * @param checks the commands that can be tried
 * @param missing tests that passed on the base and are in no report any more
 */
public record ChangeDecision(
        Guard guard, Vector<CommandLine> checks, Vector<String> missing, ChangeFindings findings) {
    /** Returns the label of what follows. */
    public String label() {
        if (nextTrial().isDefined()) return ChangeOperation.TESTS;
        return guard.onChange() == OnChange.REPORT || newReasons().isEmpty()
                ? ChangeOperation.SETTLED
                : ChangeOperation.ASKED;
    }

    /** Returns the trial that can still tell something. */
    public Option<Trial> nextTrial() {
        if (checks.isEmpty() || guard.witness() == Witness.OFF) return Option.none();
        return findings.report().flatMap(report -> wanted(report).find(this::isOpen));
    }

    /** A failure is tried once more on the same mixture before it counts, as that of a check. */
    private boolean isOpen(Trial trial) {
        return findings.result(trial).isEmpty()
                || trial != Trial.NEW_TESTS
                        && findings.result(trial).exists(Failed.class::isInstance)
                        && findings.runs(trial) <= rerunsMax();
    }

    private int rerunsMax() {
        return CommandLine.checks(checks).map(check -> check.form().rerunsMax()).max().getOrElse(0);
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
        return findings.report().toVector().flatMap(this::reasons);
    }

    private Vector<ChangeReason> newReasons() {
        var approved = findings.approved().toVector().flatMap(this::reasons);
        return reasons().reject(reason -> approved.exists(reason::isWithin));
    }

    private Vector<ChangeReason> reasons(ChangeFindings.Approved approved) {
        var then =
                new ChangeFindings(
                        Option.of(approved.report()),
                        approved.trials(),
                        Option.none(),
                        Vector.empty());
        return new ChangeDecision(guard, checks, approved.missing(), then).reasons();
    }

    private Vector<ChangeReason> reasons(ChangeReport report) {
        return report.guarded()
                .<ChangeReason>map(ChangeReason.Judge::new)
                .appendAll(report.unlisted().map(ChangeReason.OtherJudges::new))
                .appendAll(removed(report.tests()))
                .appendAll(notRun(report.tests()))
                .appendAll(oldTests(report.tests()))
                .appendAll(size(report));
    }

    private static Option<ChangeReason> removed(TestChanges tests) {
        return Option.when(
                tests.lost().nonEmpty(),
                () -> new ChangeReason.TestsRemoved(tests.files(tests.lost())));
    }

    /** Whatever the trials say: a test that ran in none of them fails in none. */
    private Option<ChangeReason> notRun(TestChanges tests) {
        var gone = missing.reject(tests::isMoved).distinct();
        return Option.when(gone.nonEmpty(), () -> new ChangeReason.TestsMissing(gone));
    }

    private Option<ChangeReason> oldTests(TestChanges tests) {
        return findings.result(Trial.OLD_TESTS)
                .flatMap(
                        result ->
                                switch (result) {
                                    case Passed _ -> Option.none();
                                    case Failed(var failures) ->
                                            Option.of(
                                                    new ChangeReason.OldTestsFail(
                                                            failures.map(TrialFailure::text)
                                                                    .distinct(),
                                                            tests.allFiles()));
                                    case Unbuilt(var why, _) ->
                                            Option.of(
                                                    new ChangeReason.OldTestsUnbuilt(
                                                            why, tests.allFiles()));
                                    case Impossible(var why) ->
                                            Option.of(
                                                    new ChangeReason.Untried(
                                                            why, tests.allFiles()));
                                });
    }

    private Option<ChangeReason> size(ChangeReport report) {
        return Option.when(
                report.files() > guard.filesMax() || report.lines() > guard.linesMax(),
                () ->
                        new ChangeReason.TooLarge(
                                report.tree(),
                                report.files(),
                                report.lines(),
                                guard.filesMax(),
                                guard.linesMax()));
    }
}
