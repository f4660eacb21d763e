package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.History;
import dev.foldline.app.run.Course;
import dev.foldline.app.run.Driven;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.view.Audience;
import dev.foldline.app.view.Audience.Detail;
import dev.foldline.app.view.Views;
import java.io.IOException;
import java.util.Optional;

/** What {@code run}, {@code demo}, {@code resume} and {@code retry} have in common: drive, show, report, and end with the right code. */
final class Driving {
    private Driving() {}

    static int drive(Console console, Workspace here, Started started, Settings settings, boolean waits, Optional<String> until)
            throws IOException, InterruptedException {
        var directory = started.log().directory();
        console.about(directory.path());
        Driven driven;
        try (RunView view = view(console)) {
            driven = new RunSession(started.workspace(), Course.agents(settings), settings.team().env(), waits, until, view).drive(started.log());
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        var report = RunReport.of(directory, History.open(directory).latest(), started.workspace().root()).leftFor(driven.exit());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return report.standing().exit().value();
    }

    /** With {@code --json} the view is on stderr, as everything that is not the answer. */
    private static RunView view(Console console) { return Views.choose(audience(console), console.err()); }

    /** Whoever sits in front of this command. */
    static Audience audience(Console console) {
        var detail = console.isQuiet() ? Detail.QUIET : console.isVerbose() ? Detail.VERBOSE : Detail.USUAL;
        return Audience.ofDriver(console.mayAsk(), console.paint().coloured(), detail);
    }
}
