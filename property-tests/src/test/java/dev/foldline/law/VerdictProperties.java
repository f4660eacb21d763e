package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.verdict.Verdict;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What failed before a change and what fails only now and then is told apart from what is new, test
 * by test.
 */
class VerdictProperties {
    private static final String COMMAND = "unit";

    private enum Outcome {
        ABSENT,
        PASSED,
        FAILED
    }

    /** One test in the three runs that are compared. */
    private record Tried(String name, Outcome base, Outcome first, Outcome rerun) {
        boolean isNew() {
            return base == Outcome.ABSENT;
        }

        /** Fails, and no run on the same tree says otherwise. */
        boolean fails() {
            return first == Outcome.FAILED && rerun == Outcome.FAILED;
        }

        boolean flickers() {
            return (first == Outcome.FAILED) != (rerun == Outcome.FAILED);
        }

        boolean isToBlame() {
            return (fails() && base != Outcome.FAILED) || (flickers() && isNew());
        }
    }

    @Provide
    Arbitrary<Vector<Tried>> tests() {
        var outcome = Arbitraries.of(Outcome.class);
        var ran = Arbitraries.of(Outcome.PASSED, Outcome.FAILED);
        return Combinators.combine(outcome, ran, ran)
                .as((base, first, rerun) -> new Tried("", base, first, rerun))
                .list()
                .ofMaxSize(5)
                .map(
                        all ->
                                Vector.ofAll(all)
                                        .zipWithIndex()
                                        .map(
                                                each ->
                                                        new Tried(
                                                                "t" + each._2(),
                                                                each._1().base(),
                                                                each._1().first(),
                                                                each._1().rerun())));
    }

    @Property
    void a_verdict_names_each_test_as_its_runs_say(@ForAll("tests") Vector<Tried> tests) {
        var verdict = compared(tests);
        var blamed = names(tests.filter(Tried::isToBlame));
        var known = names(tests.filter(each -> each.fails() && each.base() == Outcome.FAILED));
        var flaky = names(tests.filter(each -> each.flickers() && !each.isNew()));
        assertThat(added(verdict)).containsExactlyInAnyOrderElementsOf(blamed);
        assertThat(verdict.allowsCommit()).isEqualTo(blamed.isEmpty());
        assertThat(known(verdict)).containsExactlyInAnyOrderElementsOf(known);
        assertThat(verdict.flakes().map(CheckFailure::text))
                .containsExactlyInAnyOrderElementsOf(flaky);
    }

    @Property
    void one_run_alone_blames_what_did_not_fail_before(@ForAll("tests") Vector<Tried> tests) {
        var once = Verdict.of(base(tests), run(tests, Tried::first), Option.none());
        assertThat(added(once))
                .containsExactlyInAnyOrderElementsOf(
                        names(
                                tests.filter(
                                        each ->
                                                each.first() == Outcome.FAILED
                                                        && each.base() != Outcome.FAILED)));
        assertThat(once.flakes()).isEmpty();
    }

    @Property
    void a_check_runs_again_where_that_can_acquit_the_change(@ForAll("tests") Vector<Tried> tests) {
        var suspects =
                tests.filter(
                        each -> each.first() == Outcome.FAILED && each.base() != Outcome.FAILED);
        var doubtful = Verdict.doubtful(base(tests), run(tests, Tried::first));
        assertThat(doubtful.map(CheckFailure::text))
                .containsExactlyInAnyOrderElementsOf(
                        suspects.exists(Tried::isNew) ? Vector.<String>empty() : names(suspects));
    }

    @Property
    void the_order_of_tests_and_of_commands_changes_nothing(@ForAll("tests") Vector<Tried> tests) {
        assertThat(sorted(compared(tests.reverse()))).isEqualTo(sorted(compared(tests)));
    }

    /** A command without names is one failure, equal where its output is. */
    @Property
    void an_unnamed_failure_is_known_by_its_output(
            @ForAll("outputs") Option<String> base,
            @ForAll("outputs") Option<String> first,
            @ForAll("outputs") Option<String> rerun) {
        var verdict =
                Verdict.of(Option.of(unnamed(base)), unnamed(first), Option.of(unnamed(rerun)));
        boolean acquitted = first.isDefined() != rerun.isDefined();
        boolean fails = first.isDefined() && rerun.isDefined();
        boolean isKnown = fails && rerun.equals(base);
        assertThat(verdict)
                .isInstanceOf(
                        isKnown
                                ? Verdict.OnlyKnown.class
                                : fails
                                        ? Verdict.Failed.class
                                        : acquitted ? Verdict.Flaky.class : Verdict.Passed.class);
    }

    @Provide
    Arbitrary<Option<String>> outputs() {
        return Arbitraries.of(Option.none(), Option.of("one"), Option.of("two"));
    }

    /** More may have failed than the tests that have failed before. */
    @Property
    void known_failures_excuse_no_other_end_and_no_suite_that_did_not_run(
            @ForAll boolean otherEnd, @ForAll boolean unrun) {
        var before = failed("exit code 1", Vector.empty());
        var now =
                failed(
                        otherEnd ? "exit code 137" : "exit code 1",
                        unrun ? Vector.of("Suite") : Vector.empty());
        var verdict = Verdict.of(Option.of(before), now, Option.none());
        assertThat(verdict.allowsCommit()).isEqualTo(!otherEnd && !unrun);
    }

    @Property
    void a_promised_report_that_is_missing_is_no_pass_and_no_failed_test(
            @ForAll("tests") Vector<Tried> tests) {
        var missing =
                new CheckRun(
                        "tree",
                        run(tests, Tried::first)
                                .results()
                                .append(new CheckResult.NoReport("other", "no report")));
        assertThat(Verdict.of(base(tests), missing, Option.none()))
                .isEqualTo(new Verdict.Broken("other", "no report"));
        assertThat(Verdict.doubtful(base(tests), missing)).isEmpty();
    }

    private static CheckRun failed(String how, Vector<String> unrun) {
        return new CheckRun(
                "tree",
                Vector.of(
                        new CheckResult.TestsFailed(
                                COMMAND,
                                how,
                                Vector.of("old"),
                                Vector.empty(),
                                Vector.empty(),
                                unrun,
                                Option.none())));
    }

    private static Verdict compared(Vector<Tried> tests) {
        return Verdict.of(
                base(tests), run(tests, Tried::first), Option.of(run(tests, Tried::rerun)));
    }

    private static Option<CheckRun> base(Vector<Tried> tests) {
        return Option.of(run(tests, Tried::base));
    }

    private static CheckRun run(
            Vector<Tried> tests, java.util.function.Function<Tried, Outcome> outcome) {
        var failures = tests.filter(each -> outcome.apply(each) == Outcome.FAILED);
        return new CheckRun(
                "tree",
                Vector.of(
                        failures.isEmpty()
                                ? new CheckResult.Succeeded(COMMAND)
                                : new CheckResult.TestsFailed(
                                        COMMAND,
                                        "exit code 1",
                                        names(failures),
                                        names(failures.filter(Tried::isNew)),
                                        Vector.empty(),
                                        Vector.empty(),
                                        Option.none())));
    }

    private static CheckRun unnamed(Option<String> output) {
        return new CheckRun(
                "tree",
                Vector.of(
                        output.<CheckResult>map(print -> new CheckResult.Unnamed(COMMAND, print))
                                .getOrElse(new CheckResult.Succeeded(COMMAND))));
    }

    private static Vector<String> names(Vector<Tried> tests) {
        return tests.map(Tried::name);
    }

    private static Vector<String> added(Verdict verdict) {
        return verdict instanceof Verdict.Failed(var added, _, _)
                ? added.map(CheckFailure::text)
                : Vector.empty();
    }

    private static Vector<String> known(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Failed(_, var known, _) -> known.map(CheckFailure::text);
            case Verdict.OnlyKnown(var known, _, _) -> known.map(CheckFailure::text);
            case Verdict.Passed _, Verdict.Flaky _, Verdict.Broken _ -> Vector.empty();
        };
    }

    private static Vector<Vector<String>> sorted(Verdict verdict) {
        return Vector.of(
                added(verdict).sorted(),
                known(verdict).sorted(),
                verdict.flakes().map(CheckFailure::text).sorted());
    }
}
