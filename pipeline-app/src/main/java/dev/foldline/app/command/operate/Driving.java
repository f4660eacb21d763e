package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.History;
import dev.foldline.app.run.Course;
import dev.foldline.app.run.Driven;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.task.DrivenRuns;
import dev.foldline.app.view.Audience.Detail;
import dev.foldline.app.view.Audience;
import dev.foldline.app.view.Views;
import dev.foldline.effects.prompt.Templates;
import java.io.IOException;
import java.util.function.Function;

/** What {@code run}, {@code demo}, {@code resume}, {@code retry} and {@code workflow start} have in common: drive, show, report, and end with the right code. */
public final class Driving {
    private Driving() {}

    static int drive(Console console, Workspace here, Started started, Settings settings, Manner manner)
            throws IOException, InterruptedException {
        var report = session(console, here, started,
                view -> new RunSession(Course.agents(settings), settings.team().env(), new Templates(settings.team().prompts()), manner, view));
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        DrivenRuns.report(report.point().state(), here.runs().blobs()).ifPresent(words -> console.note("the agent calls for help:\n" + words));
        if (DrivenRuns.foundNothing(report.point().state())) console.note("nothing is left to do in the plan");
        return report.standing().exit().value();
    }

    /** Drives it as far as it gets, and says how it stands then. */
    public static RunReport session(Console console, Workspace here, Started started, Function<RunView, RunSession> session)
            throws IOException, InterruptedException {
        var directory = started.log().directory();
        console.about(directory.path());
        Driven driven;
        try (RunView view = view(console)) {
            driven = session.apply(view).drive(started);
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        return RunReport.of(directory, History.open(directory).latest(), started.workspace().root()).leftFor(driven.exit());
    }

    /** With {@code --json} the view is on stderr, as everything that is not the answer. */
    private static RunView view(Console console) { return Views.choose(audience(console), console.err()); }

    /** Whoever sits in front of this command. */
    static Audience audience(Console console) {
        var detail = console.isQuiet() ? Detail.QUIET : console.isVerbose() ? Detail.VERBOSE : Detail.USUAL;
        return Audience.ofDriver(console.isTerminal() && !console.isJson(), console.paint().coloured(), detail);
    }
}
