package dev.foldline.core.verdict;

import dev.foldline.core.verdict.CheckResult.NoReport;
import dev.foldline.core.verdict.CheckResult.Succeeded;
import dev.foldline.core.verdict.CheckResult.TestsFailed;
import dev.foldline.core.verdict.CheckResult.Unnamed;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What the runs of a check say about a change. It follows from the runs that are compared and from
 * nothing else.
 */
public sealed interface Verdict {

    /**
     * Nothing failed.
     *
     * @param removed tests that passed on the base and are missing
     */
    record Passed(Vector<String> removed) implements Verdict {}

    /** What failed passed when the check ran again on the same tree. */
    record Flaky(Vector<CheckFailure> flaky, Vector<String> removed) implements Verdict {}

    /** Everything that failed has failed on the base too. */
    record OnlyKnown(Vector<CheckFailure> known, Vector<CheckFailure> flaky, Vector<String> removed)
            implements Verdict {}

    /**
     * Something failed that did not fail on the base.
     *
     * @param added failures that the base does not have
     */
    record Failed(
            Vector<CheckFailure> added, Vector<CheckFailure> known, Vector<CheckFailure> flaky)
            implements Verdict {}

    /** A command promises a report and wrote none that can be read. */
    record Broken(String command, String reason) implements Verdict {}

    /** Returns whether a commit may rely on it. */
    default boolean allowsCommit() {
        return switch (this) {
            case Passed _, Flaky _, OnlyKnown _ -> true;
            case Failed _, Broken _ -> false;
        };
    }

    /** Returns the failures that have failed on the base too. */
    default Vector<CheckFailure> known() {
        return switch (this) {
            case OnlyKnown(var known, _, _) -> known;
            case Failed(_, var known, _) -> known;
            case Passed _, Flaky _, Broken _ -> Vector.empty();
        };
    }

    /** Returns the failures that passed when they ran again. */
    default Vector<CheckFailure> flakes() {
        return switch (this) {
            case Flaky(var flaky, _) -> flaky;
            case OnlyKnown(_, var flaky, _) -> flaky;
            case Failed(_, _, var flaky) -> flaky;
            case Passed _, Broken _ -> Vector.empty();
        };
    }

    /** Returns the tests that passed on the base and are missing. */
    default Vector<String> missing() {
        return switch (this) {
            case Passed(var removed) -> removed;
            case Flaky(_, var removed) -> removed;
            case OnlyKnown(_, _, var removed) -> removed;
            case Failed _, Broken _ -> Vector.empty();
        };
    }

    /**
     * Compares the runs of a check.
     *
     * @param base the run before any change; none if there was none
     * @param first the run to judge
     * @param rerun the run after it on the same tree; none if it ran once
     */
    static Verdict of(Option<CheckRun> base, CheckRun first, Option<CheckRun> rerun) {
        var last = rerun.getOrElse(first);
        var withoutReport = last.withoutReport();
        if (withoutReport.isDefined())
            return new Broken(withoutReport.get().command(), withoutReport.get().reason());
        var compared = new Compared(base, first, rerun);
        var lasting = compared.lasting();
        var acquitted = compared.acquitted();
        var known = lasting.filter(compared::isKnown);
        var added =
                lasting.reject(compared::isKnown)
                        .appendAll(acquitted.filter(compared::isAdded))
                        .distinct();
        var flaky = acquitted.reject(compared::isAdded);
        if (!added.isEmpty()) return new Failed(added, known, flaky);
        if (!known.isEmpty()) return new OnlyKnown(known, flaky, last.removed());
        return flaky.isEmpty() ? new Passed(last.removed()) : new Flaky(flaky, last.removed());
    }

    /**
     * Returns the failures that one more run on the same tree could tell apart from flakes; empty
     * if it could not change the verdict.
     */
    static Vector<CheckFailure> doubtful(Option<CheckRun> base, CheckRun first) {
        if (first.withoutReport().isDefined()) return Vector.empty();
        var compared = new Compared(base, first, Option.none());
        var unknown = compared.lasting().reject(compared::isKnown);
        return unknown.exists(compared::isAdded) ? Vector.empty() : unknown;
    }

    /** The runs that a verdict compares. */
    record Compared(Option<CheckRun> base, CheckRun first, Option<CheckRun> rerun) {

        /** Returns the failures that no other run on the same tree contradicts. */
        Vector<CheckFailure> lasting() {
            return rerun.map(
                            again ->
                                    failures(again)
                                            .reject(each -> isContradicted(each, first))
                                            .appendAll(
                                                    failures(first)
                                                            .filter(
                                                                    each ->
                                                                            again.result(
                                                                                            each
                                                                                                    .command())
                                                                                    .isEmpty()))
                                            .distinct())
                    .getOrElse(() -> failures(first));
        }

        /** Returns the failures of one run that passed in the other. */
        Vector<CheckFailure> acquitted() {
            return rerun.map(
                            again ->
                                    failures(first)
                                            .filter(each -> isContradicted(each, again))
                                            .appendAll(
                                                    failures(again)
                                                            .filter(
                                                                    each ->
                                                                            isContradicted(
                                                                                    each, first)))
                                            .distinct())
                    .getOrElse(Vector.empty());
        }

        boolean isKnown(CheckFailure failure) {
            return base.exists(run -> failures(run).contains(failure));
        }

        /** A new test that fails now and then is a defect of the change. */
        boolean isAdded(CheckFailure failure) {
            return failure instanceof CheckFailure.Test(var command, var name)
                    && (isAdded(first, command, name)
                            || rerun.exists(again -> isAdded(again, command, name)));
        }

        private static boolean isAdded(CheckRun run, String command, String name) {
            return run.result(command)
                    .exists(
                            result ->
                                    result instanceof TestsFailed tests
                                            && tests.added().contains(name));
        }

        private Vector<CheckFailure> failures(CheckRun run) {
            return run.results().flatMap(this::failures);
        }

        private Vector<CheckFailure> failures(CheckResult result) {
            return switch (result) {
                case Succeeded _, NoReport _ -> Vector.empty();
                case Unnamed(var command, var fingerprint) ->
                        Vector.of(new CheckFailure.Output(command, fingerprint));
                case TestsFailed tests -> {
                    var command = tests.command();
                    yield tests.failures()
                            .<CheckFailure>map(name -> new CheckFailure.Test(command, name))
                            .appendAll(unlikeOnBase(tests));
                }
            };
        }

        /** Returns signs that more has failed than the tests that have failed on the base. */
        private Vector<CheckFailure> unlikeOnBase(TestsFailed tests) {
            var command = tests.command();
            return base.flatMap(run -> run.result(command))
                    .toVector()
                    .flatMap(
                            before ->
                                    before instanceof TestsFailed known
                                            ? signs(tests, known)
                                            : Vector.<CheckFailure>empty());
        }

        private static Vector<CheckFailure> signs(TestsFailed tests, TestsFailed known) {
            var command = tests.command();
            var suites =
                    tests.unrun().<CheckFailure>map(name -> new CheckFailure.Suite(command, name));
            return tests.how().equals(known.how())
                    ? suites
                    : suites.append(new CheckFailure.Ending(command, tests.how()));
        }

        /** Returns whether a run on the same tree shows that this need not fail. */
        private static boolean isContradicted(CheckFailure failure, CheckRun other) {
            return other.result(failure.command())
                    .exists(result -> isContradicted(failure, result));
        }

        private static boolean isContradicted(CheckFailure failure, CheckResult result) {
            return switch (result) {
                case Succeeded _ -> true;
                case TestsFailed tests ->
                        switch (failure) {
                            case CheckFailure.Test(_, var name) -> !tests.failures().contains(name);
                            case CheckFailure.Output _ -> true;
                            case CheckFailure.Ending(_, var how) -> !tests.how().equals(how);
                            case CheckFailure.Suite(_, var name) -> !tests.unrun().contains(name);
                        };
                case Unnamed _, NoReport _ -> false;
            };
        }
    }
}
