package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.command.TerminalServices;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.PausePoint;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.view.RunFollower;
import dev.foldline.app.view.Views;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * {@code foldline watch}: the view that {@code run} shows, of a run that another process drives.
 */
@Command(
        name = "watch",
        description =
                "Watch a run that another process drives. Ctrl-C leaves the run running. Exits with"
                        + " the code that run exits with.")
public final class WatchCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    @Option(
            names = "--from",
            paramLabel = "REMOTE",
            description = "Watch the run as it is published in this remote or repository.")
    private Optional<String> from = Optional.empty();

    public WatchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var checkout = Checkout.at(console.directory());
        var directory =
                from.isPresent()
                        ? RunLookup.published(console, from.get(), run)
                        : checkout.run(run);
        console.about(directory.path());
        follow(directory, checkout);
        var history = RunHistory.open(directory);
        var report = RunReport.of(directory, history.latest(), checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return exit(report, history).value();
    }

    private void follow(RunDirectory directory, Checkout checkout)
            throws IOException, InterruptedException {
        var root = checkout.root().toString();
        try (var view =
                Views.choose(
                        TerminalServices.audience(console).watchingSince(directory.beganAt()),
                        console.err())) {
            if (from.isEmpty()) {
                RunFollower.follow(directory, root, view);
                return;
            }
            var shared =
                    new SharedRuns(
                            checkout, console.environment(), console.directory(), from.get());
            RunFollower.followPublished(
                    directory, () -> shared.copy(directory.id().text()), root, view);
        }
    }

    /** A viewer who leaves a run does not fail, whatever the run waits for. */
    private static ExitCode exit(RunReport report, RunHistory history) throws IOException {
        var state = report.point().state();
        boolean left =
                report.driver().isPresent() && !(state.lifecycle() instanceof Lifecycle.Ended);
        return left || PausePoint.isReached(state, history)
                ? ExitCode.DONE
                : report.standing().exit();
    }
}
