package dev.foldline.app.history;

import dev.foldline.app.output.Printable;
import dev.foldline.core.state.Findings;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What is known about the failures of a run's checks, in words. */
public final class VerdictFormatter {
    private VerdictFormatter() {}

    /** Returns what was unusual, as named rows; empty if all checks only passed or failed. */
    public static Vector<Tuple2<String, String>> rows(Findings findings) {
        var judged = findings.judgements().values().toVector();
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
                                        .flatMap(VerdictFormatter::removed)));
    }

    private static Option<Tuple2<String, String>> row(
            String name, Vector<CheckFailure> failures, String what) {
        return failures.isEmpty()
                ? Option.none()
                : Option.of(
                        Tuple.of(
                                name,
                                Printable.line(VerdictText.names(failures.distinct()))
                                        + ": "
                                        + what));
    }

    private static Option<Tuple2<String, String>> removed(Vector<String> tests) {
        return tests.isEmpty()
                ? Option.none()
                : Option.of(
                        Tuple.of(
                                "removed",
                                Printable.line(VerdictText.few(tests))
                                        + ": passed before the run's work, did not run at the"
                                        + " last check"));
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
