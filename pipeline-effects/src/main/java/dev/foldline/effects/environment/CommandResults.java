package dev.foldline.effects.environment;

import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckResult.NoReport;
import dev.foldline.core.verdict.CheckResult.Succeeded;
import dev.foldline.core.verdict.CheckResult.TestsFailed;
import dev.foldline.core.verdict.CheckResult.Unnamed;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.report.FailureLines;
import dev.foldline.effects.report.JUnitReports;
import dev.foldline.effects.report.ReportResult;
import dev.foldline.effects.report.TestCase;
import dev.foldline.effects.report.TestReport;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads what a command of a check said: from its reports, from its output, or its exit code. */
final class CommandResults {
    private static final int FAILURES_MAX = 1_000;

    private final RunContext run;
    private final Path root;

    /**
     * @param root the working tree in which the command ran
     */
    CommandResults(RunContext run, Path root) {
        this.run = run;
        this.root = root;
    }

    /**
     * @param baseTests id of the list of tests that ran on the base; none if that is not known
     */
    CheckResult read(CommandLine.Check command, CheckAttempt attempt, Option<String> baseTests)
            throws IOException {
        var form = command.form();
        if (form.report().isDefined())
            return ofReport(
                    command.name(),
                    attempt,
                    JUnitReports.read(root, form.report().get(), attempt.began()),
                    baseTests);
        return form.failures().isDefined() && !attempt.result().succeeded()
                ? ofLines(command.name(), attempt, Pattern.compile(form.failures().get()))
                : byExitCode(command.name(), attempt);
    }

    private CheckResult byExitCode(String name, CheckAttempt attempt) throws IOException {
        return attempt.result().succeeded() ? new Succeeded(name) : unnamed(name, attempt);
    }

    /** The output of a command is the same in a scratch checkout, but for its path. */
    private Unnamed unnamed(String name, CheckAttempt attempt) throws IOException {
        var text = attempt.text().replace(root.toString(), run.root().toString());
        return new Unnamed(name, OutputNormalizer.fingerprint(attempt.how() + "\n" + text));
    }

    private CheckResult ofLines(String name, CheckAttempt attempt, Pattern pattern)
            throws IOException {
        var failures = Vector.<String>empty();
        for (var output : Vector.of(attempt.result().out(), attempt.result().err())) {
            if (output.bytes() == 0) continue;
            switch (FailureLines.read(output.file(), pattern)) {
                case ReportResult.Read(var report) ->
                        failures = failures.appendAll(report.failures().map(TestCase::label));
                case ReportResult.NoReport(var reason) -> {
                    return new NoReport(name, reason);
                }
                case ReportResult.Unreadable(var file, var reason) -> {
                    return new NoReport(name, "its output cannot be read: " + reason);
                }
            }
        }
        var names = failures.distinct();
        return names.isEmpty() || names.size() > FAILURES_MAX
                ? unnamed(name, attempt)
                : new TestsFailed(name, attempt.how(), names);
    }

    private CheckResult ofReport(
            String name, CheckAttempt attempt, ReportResult read, Option<String> baseTests)
            throws IOException {
        return switch (read) {
            case ReportResult.NoReport(var reason) ->
                    new NoReport(name, "it wrote no test report: " + reason);
            case ReportResult.Unreadable(var file, var reason) ->
                    new NoReport(name, "its test report " + file + " cannot be read: " + reason);
            case ReportResult.Read(var report) when report.casesLeftOut() > 0 ->
                    new NoReport(
                            name,
                            "its test reports have "
                                    + report.casesLeftOut()
                                    + " tests more than can be compared");
            case ReportResult.Read(var report) -> ofReport(name, attempt, report, baseTests);
        };
    }

    private CheckResult ofReport(
            String name, CheckAttempt attempt, TestReport report, Option<String> baseTests)
            throws IOException {
        var tests = TestList.of(report);
        var id = Option.of(run.blobs().put(tests.text()));
        var base =
                baseTests.isDefined() ? TestList.parse(run.blobs().text(baseTests.get())) : tests;
        var failures = report.failures().map(TestCase::label);
        if (report.cases().isEmpty() && !base.isEmpty())
            return new NoReport(name, "its test reports name no test, unlike those of the base");
        if (failures.isEmpty())
            return attempt.result().succeeded()
                    ? new Succeeded(name, id, tests.missing(base))
                    : unnamed(name, attempt);
        return failures.size() > FAILURES_MAX
                ? unnamed(name, attempt)
                : new TestsFailed(
                        name,
                        attempt.how(),
                        failures,
                        failures.reject(base::contains),
                        tests.missingFromSuites(base),
                        tests.missingSuites(base),
                        id);
    }
}
