package dev.foldline.app.history;

import dev.foldline.app.output.Printable;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.change.FindingsText;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What is known about the failures of a run's checks and of the forge's jobs, and about its change,
 * in words.
 */
public final class VerdictFormatter {
    private static final String SAVED =
            "; what was in them is kept: git for-each-ref refs/foldline/saved";

    private VerdictFormatter() {}

    /**
     * Returns what was unusual, as named rows; empty if all checks only passed or failed, and the
     * change touches nothing that judges it.
     */
    public static Vector<Tuple2<String, String>> rows(Ledger ledger) {
        var judged = ledger.findings().judgements().values().toVector();
        return row(
                        "flaky",
                        judged.flatMap(Judgement::flakes),
                        "failed once, passed on the same tree")
                .toVector()
                .appendAll(
                        row(
                                "known",
                                judged.flatMap(Judgement::knownFailures),
                                "failed before the run's work"))
                .appendAll(
                        removed(
                                judged.flatMap(Judgement::verdict)
                                        .flatMap(VerdictFormatter::removed)))
                .appendAll(
                        named(
                                "jobs",
                                FailedJobs.known(ledger.repository().request().pending()),
                                "failed on the head of the base too"))
                .appendAll(changed(ledger.findings().change()));
    }

    private static Vector<Tuple2<String, String>> changed(ChangeFindings change) {
        return FindingsText.guarded(change)
                .map(each -> Tuple.of("guarded", Printable.line(each)))
                .appendAll(
                        FindingsText.restored(change)
                                .map(each -> Tuple.of("put back", Printable.line(each) + SAVED)))
                .appendAll(
                        FindingsText.witness(change)
                                .map(each -> Tuple.of("witness", Printable.line(each))));
    }

    private static Option<Tuple2<String, String>> row(
            String name, Vector<CheckFailure> failures, String what) {
        return named(name, failures.map(CheckFailure::text), what);
    }

    private static Option<Tuple2<String, String>> removed(Vector<String> tests) {
        return named(
                "removed", tests, "passed before the run's work, did not run at the last check");
    }

    private static Option<Tuple2<String, String>> named(
            String row, Vector<String> names, String what) {
        return Option.when(
                names.nonEmpty(),
                () ->
                        Tuple.of(
                                row,
                                Printable.line(VerdictText.few(names.distinct())) + ": " + what));
    }

    private static Vector<String> removed(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed(var removed) -> removed;
            case Verdict.Flaky(_, var removed) -> removed;
            case Verdict.OnlyKnown(_, _, var removed) -> removed;
            case Verdict.Failed _, Verdict.Broken _ -> Vector.empty();
        };
    }
}
