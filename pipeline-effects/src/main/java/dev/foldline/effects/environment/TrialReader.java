package dev.foldline.effects.environment;

import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.change.TrialResult.Failed;
import dev.foldline.core.change.TrialResult.Impossible;
import dev.foldline.core.change.TrialResult.Passed;
import dev.foldline.core.change.TrialResult.Unbuilt;
import dev.foldline.core.verdict.CheckFailure.Output;
import dev.foldline.core.verdict.CheckFailure.Test;
import dev.foldline.core.verdict.CheckResult;
import dev.foldline.core.verdict.CheckResult.NoReport;
import dev.foldline.core.verdict.CheckResult.Succeeded;
import dev.foldline.core.verdict.CheckResult.TestsFailed;
import dev.foldline.core.verdict.CheckResult.Unnamed;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentSandbox;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ProcessEnd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads what a command says in a trial.
 *
 * @param run where the check ran before any change
 * @param place the working tree in which it ran
 */
record TrialReader(Trial trial, RunContext run, RunContext place) {
    private static final int NAME_CHARS_MAX = 80;

    /** What compilers and runners print if tests cannot be run on the code. */
    private static final Pattern UNBUILT =
            Pattern.compile(
                    "\\[(?:build|setup) failed]"
                            + "|COMPILATION ERROR"
                            + "|Compilation failed; see the compiler"
                            + "|error: could not compile"
                            + "|error TS\\d+:"
                            + "|errors? during collection"
                            + "|ImportError: Failed to import test module"
                            + "|does not provide an export named"
                            + "|Cannot find module '"
                            + "|No module named '");

    /** Returns what a command says that sets the checkout up. */
    TrialResult ofSetup(CheckAttempt attempt) throws IOException {
        return attempt.result().succeeded() ? new Passed() : new Impossible(reason(attempt));
    }

    /**
     * Returns what a command says that checks.
     *
     * @param said what it said as a command of a check; none if it is another command
     */
    TrialResult ofCheck(CheckAttempt attempt, Option<CheckResult> said) throws IOException {
        return switch (attempt.result().ended()) {
            case ProcessEnd.StartFailed _,
                    ProcessEnd.LauncherFailed _,
                    ProcessEnd.TimedOut _,
                    ProcessEnd.Cancelled _ ->
                    new Impossible(reason(attempt));
            case ProcessEnd.Exited _, ProcessEnd.Signalled _ when attempt.broken().isPresent() ->
                    isOfMachine(attempt)
                            ? new Impossible(reason(attempt))
                            : new Unbuilt(reason(attempt));
            case ProcessEnd.Exited _, ProcessEnd.Signalled _ -> ended(attempt, said);
        };
    }

    /** Where the control has passed, the trees are why a command does not run. */
    private boolean isOfMachine(CheckAttempt attempt) {
        return trial == Trial.CONTROL || attempt.lacksProgram(place);
    }

    private TrialResult ended(CheckAttempt attempt, Option<CheckResult> said) throws IOException {
        if (said.isEmpty())
            return attempt.result().succeeded() ? new Passed() : unnamed(attempt, output(attempt));
        return switch (said.get()) {
            case Succeeded _ -> new Passed();
            case TestsFailed failed ->
                    failed(attempt, failed.failures().map(test -> test(failed.command(), test)));
            case Unnamed(var command, var print) -> unnamed(attempt, new Output(command, print));
            case NoReport(_, var why) ->
                    new Unbuilt(
                            attempt.result().succeeded()
                                    ? name(attempt) + ": " + why
                                    : reason(attempt));
        };
    }

    private static Output output(CheckAttempt attempt) throws IOException {
        return new Output(attempt.command().text(), OutputNormalizer.fingerprint(attempt.text()));
    }

    private TrialFailure test(String command, String name) {
        return new TrialFailure(
                new Test(command, name.replace(place.root().toString(), run.root().toString())),
                name.replace(place.root() + "/", ""));
    }

    private TrialResult unnamed(CheckAttempt attempt, Output failure) throws IOException {
        return failed(attempt, Vector.of(new TrialFailure(failure, reason(attempt))));
    }

    private TrialResult failed(CheckAttempt attempt, Vector<TrialFailure> failures)
            throws IOException {
        return UNBUILT.matcher(attempt.text()).find()
                ? new Unbuilt(reason(attempt), failures.map(TrialFailure::failure))
                : new Failed(failures);
    }

    /** Returns the command and why it failed, in one line. */
    private String reason(CheckAttempt attempt) throws IOException {
        return name(attempt) + ": " + why(attempt);
    }

    private String why(CheckAttempt attempt) throws IOException {
        return switch (attempt.result().ended()) {
            case ProcessEnd.LauncherFailed(var why) -> AgentSandbox.fault(why).message();
            case ProcessEnd.StartFailed _, ProcessEnd.TimedOut _, ProcessEnd.Cancelled _ ->
                    attempt.how();
            case ProcessEnd.Exited _, ProcessEnd.Signalled _ ->
                    FailingLine.of(attempt.text(), place.root()).getOrElse(attempt::how);
        };
    }

    private static String name(CheckAttempt attempt) {
        if (attempt.command() instanceof CommandLine.Check(var name, _, _)) return name;
        var line = attempt.command().text().strip().lines().findFirst().orElse("");
        return line.length() <= NAME_CHARS_MAX ? line : line.substring(0, NAME_CHARS_MAX) + "...";
    }
}
