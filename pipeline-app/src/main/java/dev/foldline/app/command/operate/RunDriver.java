package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.command.TerminalServices;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.task.DrivenRuns;
import dev.foldline.effects.prompt.Templates;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * What {@code run}, {@code demo}, {@code resume}, {@code retry} and {@code workflow start} have in
 * common: drive, show, report, and end with the right code.
 */
public final class RunDriver {
    private RunDriver() {}

    static int drive(
            Console console,
            Workspace here,
            Started started,
            Settings settings,
            DriverOptions manner)
            throws IOException, InterruptedException {
        var report =
                session(
                        console,
                        here,
                        started,
                        view ->
                                new RunSession(
                                        WorkflowFactory.agents(settings),
                                        settings.team().env(),
                                        new Templates(settings.team().prompts()),
                                        manner,
                                        view));
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        DrivenRuns.report(report.point().state(), here.runs().blobs())
                .ifPresent(words -> console.note("the agent asks for help:\n" + words));
        if (DrivenRuns.foundNothing(report.point().state()))
            console.note("nothing is left to do in the plan");
        return report.standing().exit().value();
    }

    /**
     * Leaves the run to a process of its own, and reports it.
     *
     * @param words of the command that resumes the run
     */
    static int detach(Console console, Workspace here, Started started, List<String> words)
            throws IOException, InterruptedException {
        var run = started.log().directory();
        console.about(run.path());
        var taken =
                BackgroundDriver.start(
                        new BackgroundDriver.Ground(console.directory(), console.environment()),
                        here,
                        started,
                        words);
        var report = RunReport.ofRunning(run, RunHistory.open(run).latest(), taken.root());
        if (console.isJson()) console.print(report.document());
        else
            console.print(
                    run.id()
                            + " is driven by process "
                            + taken.pid()
                            + "; its output is in "
                            + BackgroundDriver.output(run)
                            + "\n"
                            + String.join(
                                    "",
                                    report.standing().next().stream()
                                            .map(next -> "  next      " + next + "\n")
                                            .toList()));
        return ExitCode.DONE.value();
    }

    /** Drives it as far as it gets, and reports its state then. */
    public static RunReport session(
            Console console,
            Workspace here,
            Started started,
            Function<RunObserver, RunSession> session)
            throws IOException, InterruptedException {
        return new TerminalServices(console).session(here, started, session);
    }
}
