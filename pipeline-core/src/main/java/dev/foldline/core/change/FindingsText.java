package dev.foldline.core.change;

import dev.foldline.core.verdict.VerdictText;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

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

    /** Returns the sentences of the trials, and which tests were removed. */
    public static Vector<String> witness(ChangeFindings findings) {
        return findings.report()
                .map(ChangeReport::tests)
                .filter(tests -> tests.removed().nonEmpty())
                .map(
                        tests ->
                                "Tests were removed or are skipped in "
                                        + VerdictText.few(tests.removed())
                                        + ".")
                .toVector()
                .appendAll(
                        findings.trials().map(each -> WitnessText.of(each.trial(), each.result())));
    }

    /** Returns which guarded files were put back; none if no agent changed one. */
    public static Option<String> restored(ChangeFindings findings) {
        return Option.when(
                findings.restored().nonEmpty(), () -> VerdictText.few(findings.restored()));
    }

    /** Returns what the people who merge the change should know. */
    public static Vector<String> notes(ChangeFindings findings) {
        return guarded(findings)
                .map(file -> "Changed, though it judges the change: " + file)
                .appendAll(witness(findings));
    }
}
