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
import dev.foldline.app.run.SharedRuns.PublishedCopy;
import dev.foldline.app.view.RunFollower;
import dev.foldline.app.view.Views;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

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
        var driven = follow(directory, checkout);
        var history = RunHistory.open(directory);
        var report =
                from.isPresent()
                        ? RunReport.ofPublished(
                                directory, history.latest(), checkout.root(), driven)
                        : RunReport.of(directory, history.latest(), checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return exit(report, driven || report.driver().isPresent(), history).value();
    }

    /** Returns whether another clone drives the run, and will without the user. */
    private boolean follow(RunDirectory directory, Checkout checkout)
            throws IOException, InterruptedException {
        var root = checkout.root().toString();
        try (var view =
                Views.choose(
                        TerminalServices.audience(console).watchingSince(directory.beganAt()),
                        console.err())) {
            if (from.isEmpty()) {
                RunFollower.follow(directory, root, view);
                return false;
            }
            var shared =
                    new SharedRuns(
                            checkout, console.environment(), console.directory(), from.get());
            var last = new AtomicReference<PublishedCopy>();
            var state =
                    RunFollower.followPublished(
                            directory,
                            () -> {
                                last.set(shared.copy(directory.id().text()));
                                return last.get();
                            },
                            root,
                            view);
            return !last.get().lease().isFree(Instant.now()) && !RunFollower.isForUser(state);
        }
    }

    /** A viewer who leaves a run does not fail, whatever the run waits for. */
    private static ExitCode exit(RunReport report, boolean driven, RunHistory history)
            throws IOException {
        var state = report.point().state();
        boolean left = driven && !(state.lifecycle() instanceof Lifecycle.Ended);
        return left || PausePoint.isReached(state, history)
                ? ExitCode.DONE
                : report.standing().exit();
    }
}
