package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TestFile;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Guard.OnChange;
import dev.foldline.core.workflow.Guard.Witness;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import java.util.ArrayList;
import java.util.List;

/**
 * Law 24, of the decision alone: what judges a change, removed tests, tests that ran no more, old
 * tests that fail, and the size are asked about once for each content, and nothing else is.
 */
class ChangeDecisionProperties {
    private static final int FILES_MAX = 100;
    private static final int LINES_MAX = 2_000;
    private static final Vector<String> PATHS = Vector.of("a", "b", "c");
    private static final Vector<String> TESTS = Vector.of("a_test", "b_test");
    private static final Vector<String> CONTENTS = Vector.of("one", "another");
    private static final Vector<Trial> TRIALS = Vector.of(Trial.values());

    /** Everything that a run has found out when it decides. */
    private record Finding(ChangeReport report, Vector<String> missing, List<TrialResult> results) {

        /** Makes the trials that are wanted, as long as some are. */
        ChangeFindings in(ChangeFindings before, Guard guard) {
            var findings = before.withReport(report);
            for (var result : results)
                for (var trial : decision(guard, missing, findings).nextTrial())
                    findings = findings.withTrial(trial, result);
            return findings;
        }
    }

    @Property
    void each_trial_is_made_at_most_twice_and_then_it_is_decided(
            @ForAll("findings") Finding finding,
            @ForAll Witness witness,
            @ForAll OnChange onChange) {
        var guard = guard(onChange, witness);
        var findings = finding.in(ChangeFindings.NONE, guard);
        var decision = decision(guard, finding.missing(), findings);
        assertThat(decision.nextTrial()).isEmpty();
        assertThat(decision.label()).isNotEqualTo(ChangeOperation.TESTS);
        for (var trial : TRIALS) assertThat(findings.runs(trial)).isLessThanOrEqualTo(2);
        assertThat(findings.runs(Trial.NEW_TESTS)).isLessThanOrEqualTo(1);
        assertTried(findings, finding.report(), witness);
    }

    /** Where tests are touched and can be run, those of the base run on the new code. */
    private static void assertTried(ChangeFindings findings, ChangeReport report, Witness witness) {
        boolean isRunnable =
                findings.result(Trial.CONTROL).exists(result -> result instanceof Passed);
        boolean isTouched = !report.tests().isEmpty();
        assertThat(findings.runs(Trial.CONTROL) > 0)
                .isEqualTo(witness == Witness.ALWAYS || witness == Witness.AUTO && isTouched);
        assertThat(findings.runs(Trial.OLD_TESTS) > 0).isEqualTo(isTouched && isRunnable);
    }

    /** What is asked about, as the documentation says it. */
    @Property
    void a_change_is_asked_about_for_what_it_does_to_judges_and_tests_and_for_nothing_else(
            @ForAll("findings") Finding finding,
            @ForAll Witness witness,
            @ForAll OnChange onChange) {
        var guard = guard(onChange, witness);
        var findings = finding.in(ChangeFindings.NONE, guard);
        var report = finding.report();
        boolean isAsked =
                report.guarded().nonEmpty()
                        || report.tests().lost().nonEmpty()
                        || finding.missing().exists(test -> !report.tests().moved().contains(test))
                        || isLarge(report)
                        || findings.result(Trial.OLD_TESTS)
                                .exists(result -> !(result instanceof Passed));
        assertThat(decision(guard, finding.missing(), findings).label())
                .isEqualTo(
                        onChange != OnChange.REPORT && isAsked
                                ? ChangeOperation.ASKED
                                : ChangeOperation.SETTLED);
    }

    @Property
    void a_failure_counts_only_if_it_came_twice_on_the_same_mixture(
            @ForAll("failures") Vector<String> first, @ForAll("failures") Vector<String> second) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var report = report(new TestChanges(Vector.empty(), Vector.of("a"), Vector.empty()));
        var findings =
                ChangeFindings.NONE.withReport(report).withTrial(Trial.CONTROL, new Passed());
        var once = findings.withTrial(Trial.OLD_TESTS, failed(first));
        assertThat(decision(guard, Vector.empty(), once).nextTrial()).contains(Trial.OLD_TESTS);
        var again = second.isEmpty() ? new Passed() : failed(second);
        var twice = once.withTrial(Trial.OLD_TESTS, again);
        var lasting = first.filter(second::contains);
        assertThat(twice.result(Trial.OLD_TESTS).get())
                .isEqualTo(
                        lasting.isEmpty()
                                ? new Passed()
                                : failed(second.filter(lasting::contains)));
    }

    /** With {@code rerun: 0} a failure counts at once, in a trial too. */
    @Property
    void a_check_that_never_runs_again_is_tried_once(@ForAll("findings") Finding finding) {
        var findings = ChangeFindings.NONE.withReport(finding.report());
        var guard = guard(OnChange.GATE, Witness.ALWAYS);
        var once =
                Vector.<CommandLine>of(
                        new CommandLine.Check(
                                "unit",
                                new CommandLine.Shell("true"),
                                new CheckForm(Option.none(), Option.none(), 0, OnKnown.HALT)));
        for (var result : finding.results())
            for (var trial : new ChangeDecision(guard, once, Vector.empty(), findings).nextTrial())
                findings = findings.withTrial(trial, result);
        for (var trial : TRIALS) assertThat(findings.runs(trial)).isLessThanOrEqualTo(1);
    }

    @Property
    void what_failed_before_any_change_fails_no_trial(
            @ForAll("failures") Vector<String> failing, @ForAll("failures") Vector<String> known) {
        var before = failed(known).failures().map(TrialFailure::failure);
        var left = failing.removeAll(known);
        var shown = failing.isEmpty() ? new Passed() : failed(failing);
        assertThat(shown.without(before)).isEqualTo(left.isEmpty() ? new Passed() : failed(left));
        var unbuilt =
                new Unbuilt("no class", failed(failing).failures().map(TrialFailure::failure));
        assertThat(unbuilt.without(before))
                .isEqualTo(failing.nonEmpty() && left.isEmpty() ? new Passed() : unbuilt);
    }

    /** The same words of another command, or another output of it, are another failure. */
    @Property
    void a_failure_is_known_by_its_value_and_not_by_its_words(
            @ForAll("outputs") TrialFailure failure, @ForAll("outputs") TrialFailure known) {
        boolean isKnown = failure.failure().equals(known.failure());
        assertThat(new Failed(Vector.of(failure)).without(Vector.of(known.failure())))
                .isEqualTo(isKnown ? new Passed() : new Failed(Vector.of(failure)));
    }

    @Property
    void what_the_user_approved_is_not_asked_again(@ForAll("findings") Finding finding) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var findings = finding.in(ChangeFindings.NONE, guard);
        var approved = findings.withApproval(finding.report().tree(), finding.missing());
        assertThat(decision(guard, finding.missing(), approved).label())
                .isEqualTo(ChangeOperation.SETTLED);
        assertThat(
                        decision(
                                        guard,
                                        finding.missing(),
                                        findings.withApproval("another tree", finding.missing()))
                                .label())
                .isEqualTo(decision(guard, finding.missing(), findings).label());
    }

    /** An approval is no reason to let anything pass that its gate did not show. */
    @Property(tries = 5_000)
    void an_approval_holds_for_the_content_that_was_shown(
            @ForAll("findings") Finding shown, @ForAll("findings") Finding later) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var approved =
                shown.in(ChangeFindings.NONE, guard)
                        .withApproval(shown.report().tree(), shown.missing());
        var findings = later.in(approved, guard);
        var decision = decision(guard, later.missing(), findings);
        boolean isSettled = decision.label().equals(ChangeOperation.SETTLED);
        Occurrences.require(
                "settled though there are reasons",
                isSettled && decision.reasons().nonEmpty(),
                0.5);
        if (!isSettled) return;
        var seen = approved.report().get();
        var now = later.report();
        assertThat(now.guarded()).allMatch(file -> seen.guarded().exists(file::isSame));
        assertThat(files(now.tests(), now.tests().lost()))
                .allMatch(files(seen.tests(), seen.tests().lost())::contains);
        assertThat(later.missing().filter(test -> !now.tests().moved().contains(test)))
                .allMatch(shown.missing()::contains);
        if (isLarge(now)) assertThat(now.tree()).isEqualTo(seen.tree());
        assertOldTests(approved, findings);
    }

    private static void assertOldTests(ChangeFindings approved, ChangeFindings findings) {
        var fails = findings.result(Trial.OLD_TESTS).filter(result -> !(result instanceof Passed));
        if (fails.isEmpty()) return;
        var seen = approved.result(Trial.OLD_TESTS).get();
        assertThat(fails.get().getClass()).isEqualTo(seen.getClass());
        assertThat(failures(fails.get())).allMatch(failures(seen)::contains);
        assertThat(findings.report().get().tests().files())
                .allMatch(approved.report().get().tests().files()::contains);
    }

    @Property
    void the_order_of_files_changes_nothing(@ForAll("findings") Finding finding) {
        var guard = guard(OnChange.GATE, Witness.AUTO);
        var turned =
                new Finding(
                        turned(finding.report()), finding.missing().reverse(), finding.results());
        assertThat(turned.in(ChangeFindings.NONE, guard).trials())
                .isEqualTo(finding.in(ChangeFindings.NONE, guard).trials());
        assertThat(decision(guard, turned.missing(), turned.in(ChangeFindings.NONE, guard)).label())
                .isEqualTo(
                        decision(guard, finding.missing(), finding.in(ChangeFindings.NONE, guard))
                                .label());
    }

    private static ChangeReport turned(ChangeReport report) {
        var tests = report.tests();
        return new ChangeReport(
                report.base(),
                report.tree(),
                report.guarded().reverse(),
                new TestChanges(
                        tests.added().reverse(),
                        tests.changed().reverse(),
                        tests.removed().reverse(),
                        tests.files().reverse(),
                        tests.moved().reverse(),
                        tests.removedInCode().reverse(),
                        tests.changedInCode().reverse()),
                report.files(),
                report.lines());
    }

    private static boolean isLarge(ChangeReport report) {
        return report.files() > FILES_MAX || report.lines() > LINES_MAX;
    }

    private static Vector<TestFile> files(TestChanges tests, Vector<String> paths) {
        return tests.files().filter(file -> paths.contains(file.path()));
    }

    private static Vector<String> failures(TrialResult result) {
        return result instanceof Failed(var failures)
                ? failures.map(TrialFailure::text)
                : Vector.empty();
    }

    private static Failed failed(Vector<String> tests) {
        return new Failed(
                tests.map(test -> new TrialFailure(new CheckFailure.Test("unit", test), test)));
    }

    @Provide
    Arbitrary<Finding> findings() {
        return Combinators.combine(reports(), some(TESTS), results()).as(Finding::new);
    }

    @Provide
    Arbitrary<Vector<String>> failures() {
        return some(TESTS);
    }

    @Provide
    Arbitrary<TrialFailure> outputs() {
        return Combinators.combine(Arbitraries.of("unit", "lint"), Arbitraries.of("1", "2"))
                .as(
                        (command, print) ->
                                new TrialFailure(
                                        new CheckFailure.Output(command, print), "it fails"));
    }

    private static Arbitrary<ChangeReport> reports() {
        return Combinators.combine(
                        Arbitraries.of("tree", "later tree"),
                        some(PATHS).flatMap(ChangeDecisionProperties::judges),
                        tests(),
                        Arbitraries.of(3, FILES_MAX, FILES_MAX + 1),
                        Arbitraries.of(30, LINES_MAX, LINES_MAX + 1))
                .as(
                        (tree, judges, tests, files, lines) ->
                                new ChangeReport("base", tree, judges, tests, files, lines));
    }

    private static ChangeReport report(TestChanges tests) {
        return new ChangeReport("base", "tree", Vector.empty(), tests, 3, 30);
    }

    private static Arbitrary<Vector<GuardedFile>> judges(Vector<String> paths) {
        return contents(paths.size())
                .map(
                        contents ->
                                paths.zipWith(
                                        contents,
                                        (path, content) ->
                                                new GuardedFile(
                                                        path,
                                                        "judges",
                                                        Option.of(content),
                                                        Option.none())));
    }

    /** Each path is in one of the lists, or in none. */
    private static Arbitrary<TestChanges> tests() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 8).list().ofSize(PATHS.size()),
                        contents(PATHS.size()),
                        some(TESTS))
                .as(
                        (kinds, contents, moved) -> {
                            var touched = PATHS.zip(kinds).filter(each -> each._2() <= 4);
                            return new TestChanges(
                                    touched.filter(each -> each._2() == 0).map(each -> each._1()),
                                    touched.filter(each -> each._2() == 1).map(each -> each._1()),
                                    touched.filter(each -> each._2() == 2).map(each -> each._1()),
                                    touched.map(
                                            each ->
                                                    new TestFile(
                                                            each._1(),
                                                            Option.of("before"),
                                                            Option.of(
                                                                    contents.get(
                                                                            PATHS.indexOf(
                                                                                    each._1()))))),
                                    moved,
                                    touched.filter(each -> each._2() == 3).map(each -> each._1()),
                                    touched.filter(each -> each._2() == 4).map(each -> each._1()));
                        });
    }

    private static Arbitrary<Vector<String>> contents(int count) {
        return Arbitraries.of(CONTENTS.asJava()).list().ofSize(count).map(Vector::ofAll);
    }

    private static Arbitrary<Vector<String>> some(Vector<String> words) {
        return Arbitraries.subsetOf(words.asJava()).map(Vector::ofAll);
    }

    /** As many as trials can ever be made. */
    private static Arbitrary<List<TrialResult>> results() {
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(5, Arbitraries.just((TrialResult) new Passed())),
                        net.jqwik.api.Tuple.of(
                                5,
                                some(TESTS)
                                        .filter(Vector::nonEmpty)
                                        .map(ChangeDecisionProperties::failed)),
                        net.jqwik.api.Tuple.of(
                                1, Arbitraries.just(new Unbuilt("it does not compile"))),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(new Impossible("no program"))))
                .list()
                .ofSize(2 * TRIALS.size())
                .map(ArrayList::new);
    }

    private static ChangeDecision decision(
            Guard guard, Vector<String> missing, ChangeFindings findings) {
        return new ChangeDecision(
                guard,
                Vector.of(
                        new CommandLine.Check(
                                "unit", new CommandLine.Shell("true"), CheckForm.PLAIN)),
                missing,
                findings);
    }

    private static Guard guard(OnChange onChange, Witness witness) {
        return new Guard(
                Vector.empty(),
                Vector.empty(),
                onChange,
                FILES_MAX,
                LINES_MAX,
                witness,
                new CleanCheckout(Vector.empty(), Vector.empty()));
    }
}
