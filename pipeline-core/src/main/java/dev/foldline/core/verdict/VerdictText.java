package dev.foldline.core.verdict;

import io.vavr.collection.Vector;

/** Verdicts in words. */
public final class VerdictText {
    private VerdictText() {}

    private static final int NAMES_MAX = 20;

    /** Returns what a verdict says beyond "passed"; empty if that is all. */
    public static String of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Passed(var removed) -> removed(removed);
            case Verdict.Flaky(var flaky, var removed) -> sentences(flaky(flaky), removed(removed));
            case Verdict.OnlyKnown(var known, var flaky, var removed) ->
                    sentences(
                            "no new failures; failed on the base too: " + names(known),
                            flaky(flaky),
                            removed(removed));
            case Verdict.Failed(var added, var known, var flaky) ->
                    sentences(
                            "new failures: " + names(added),
                            known.isEmpty() ? "" : "known failures, not your task: " + names(known),
                            flaky(flaky));
            case Verdict.Broken(_, var reason) -> reason;
        };
    }

    private static String flaky(Vector<CheckFailure> flaky) {
        return flaky.isEmpty()
                ? ""
                : "flaky, failed once and passed on the same tree: " + names(flaky);
    }

    private static String removed(Vector<String> removed) {
        return removed.isEmpty() ? "" : "removed, passed on the base: " + few(removed);
    }

    /** Returns the names, at most {@value #NAMES_MAX} of them. */
    public static String names(Vector<CheckFailure> failures) {
        return few(failures.map(CheckFailure::text));
    }

    /** Returns names, at most {@value #NAMES_MAX} of them. */
    public static String few(Vector<String> names) {
        int more = names.size() - NAMES_MAX;
        return names.take(NAMES_MAX).mkString(", ") + (more > 0 ? " and " + more + " more" : "");
    }

    private static String sentences(String... parts) {
        return Vector.of(parts).reject(String::isEmpty).mkString("; ");
    }
}
