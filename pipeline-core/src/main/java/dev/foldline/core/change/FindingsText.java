package dev.foldline.core.change;

import dev.foldline.core.verdict.VerdictText;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Locale;

/** What a run has found out about its change, one sentence each, the same everywhere. */
public final class FindingsText {
    private FindingsText() {}

    /** Returns a sentence for each changed file that judges the change. */
    public static Vector<String> guarded(ChangeFindings findings) {
        return findings.report()
                .toVector()
                .flatMap(ChangeReport::guarded)
                .map(file -> file.path() + ": " + file.why());
    }

    /**
     * Returns which tests were removed, which were changed and not tried as they were, and the
     * sentences of the trials.
     */
    public static Vector<String> witness(ChangeFindings findings) {
        var tests = findings.report().map(ChangeReport::tests).getOrElse(TestChanges.NONE);
        boolean isTried = findings.result(Trial.OLD_TESTS).isDefined();
        return sentence("Tests were removed or are skipped in ", tests.lost())
                .appendAll(
                        sentence(
                                "Tests were changed in ",
                                isTried ? Vector.empty() : tests.changed()))
                .appendAll(
                        sentence(
                                "Tests were changed that cannot be tried without their code, in ",
                                tests.changedInCode()))
                .appendAll(
                        findings.results()
                                .map(each -> WitnessText.of(each.trial(), each.result())));
    }

    private static Vector<String> sentence(String start, Vector<String> paths) {
        return paths.isEmpty() ? Vector.empty() : Vector.of(start + VerdictText.few(paths) + ".");
    }

    /** Returns which guarded files were put back; none if no agent changed one. */
    public static Option<String> restored(ChangeFindings findings) {
        return Option.when(
                findings.restored().nonEmpty(), () -> VerdictText.few(findings.restored()));
    }

    /**
     * Returns what the people who merge the change should know: first what happened to tests, then
     * the size, then each changed file that judges the change.
     *
     * @param reasons why a user would be asked about the change
     */
    public static Vector<String> notes(ChangeFindings findings, Vector<ChangeReason> reasons) {
        return witness(findings)
                .appendAll(
                        reasons.reject(FindingsText::isOfWitness)
                                .sortBy(reason -> reason instanceof ChangeReason.Judge)
                                .map(reason -> sentence(ReasonText.of(reason))));
    }

    /** The sentences about trials and removed tests say it. */
    private static boolean isOfWitness(ChangeReason reason) {
        return switch (reason) {
            case ChangeReason.TestsRemoved _,
                    ChangeReason.OldTestsFail _,
                    ChangeReason.OldTestsUnbuilt _,
                    ChangeReason.Untried _ ->
                    true;
            case ChangeReason.Judge _,
                    ChangeReason.OtherJudges _,
                    ChangeReason.TestsMissing _,
                    ChangeReason.TooLarge _ ->
                    false;
        };
    }

    /** A path at the start stays as it is. */
    private static String sentence(String words) {
        boolean isPath = words.substring(0, words.indexOf(' ')).matches(".*[./].*");
        return (isPath
                        ? words
                        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1))
                + ".";
    }
}
