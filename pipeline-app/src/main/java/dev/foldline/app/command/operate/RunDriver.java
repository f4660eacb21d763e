package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunResult;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.task.DrivenRuns;
import dev.foldline.app.view.TerminalContext;
import dev.foldline.app.view.TerminalContext.Detail;
import dev.foldline.app.view.Views;
import dev.foldline.effects.prompt.Templates;

import java.io.IOException;
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

    /** Drives it as far as it gets, and says how it stands then. */
    public static RunReport session(
            Console console,
            Workspace here,
            Started started,
            Function<RunObserver, RunSession> session)
            throws IOException, InterruptedException {
        var directory = started.log().directory();
        console.about(directory.path());
        RunResult driven;
        try (RunObserver view = view(console)) {
            driven = session.apply(view).drive(started);
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        return RunReport.of(
                        directory, RunHistory.open(directory).latest(), started.workspace().root())
                .leftFor(driven.exit());
    }

    /** With {@code --json} the view is on stderr, as everything that is not the answer. */
    private static RunObserver view(Console console) {
        return Views.choose(audience(console), console.err());
    }

    /** The user at the terminal of this command. */
    static TerminalContext audience(Console console) {
        var detail =
                console.isQuiet()
                        ? Detail.QUIET
                        : console.isVerbose() ? Detail.VERBOSE : Detail.USUAL;
        return TerminalContext.ofDriver(
                console.isTerminal() && !console.isJson(), console.paint().coloured(), detail);
    }
}
