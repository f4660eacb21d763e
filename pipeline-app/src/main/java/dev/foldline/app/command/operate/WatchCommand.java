package dev.foldline.app.command.operate;

import dev.foldline.app.report.RunReport;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.TerminalServices;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.view.Views;
import dev.foldline.app.view.RunFollower;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * {@code foldline watch}: the view that {@code run} shows, of a run that another process drives.
 */
@Command(
        name = "watch",
        description = "Watch a run that another process drives. Ctrl-C leaves the run running.")
public final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    public WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var checkout = Checkout.at(console.directory());
        var directory = checkout.run(run);
        console.about(directory.path());
        try (var view =
                Views.choose(
                        TerminalServices.audience(console).watchingSince(directory.beganAt()),
                        console.err())) {
            RunFollower.follow(directory, checkout.root().toString(), view);
        }
        var report = RunReport.of(directory, RunHistory.open(directory).latest(), checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return ExitCode.DONE.value();
    }
}
