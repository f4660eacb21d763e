package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.operation.RunDriving.DriverProcess;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RequestWait;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs that wait for their pull requests. */
@Command(
        name = "forge",
        description = "Continue runs that wait for their pull requests.",
        footer = {
            "  foldline forge sync                read the pull requests once, and continue",
            "  foldline forge sync --wait         stay until the pull request is merged or closed",
        })
public final class ForgeCommand {
    private final Console console;

    public ForgeCommand(Console console) {
        this.console = console;
    }

    @Command(
            name = "sync",
            description =
                    "Read the pull request of each run that waits for one, and continue the run if"
                            + " there is news.",
            footer = {
                "  foldline forge sync",
                "  foldline forge sync RUN --wait",
            })
    int sync(
            @Option(names = "--wait", description = "Wait for the pull request of the run.")
                    boolean waits,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "RUN",
                            description = "Run id (default: all runs that wait).")
                    Optional<String> run)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var waiting = run.isPresent() ? List.of(here.find(run.get())) : waiting(here);
            if (waiting.isEmpty()) {
                console.note("no run waits for a pull request");
                return ExitCode.DONE.value();
            }
            if (waits && waiting.size() > 1)
                throw new UserError(
                        waiting.size() + " runs wait for their pull requests",
                        "--wait",
                        "foldline forge sync " + waiting.getFirst().id() + " --wait",
                        ExitCode.USAGE);
            int exit = ExitCode.DONE.value();
            for (var each : waiting) exit = Math.max(exit, drive(here, each, waits));
            return exit;
        }
    }

    private int drive(Workspace here, RunDirectory run, boolean waits)
            throws IOException, InterruptedException {
        if (!isWaiting(run))
            throw new UserError(
                    "run " + run.id() + " does not wait for a pull request",
                    run.events().toString(),
                    "foldline status " + run.id(),
                    ExitCode.FAILED);
        var settings = RunLauncher.configuration(here, run, List.of()).settings();
        return RunDriver.drive(
                console,
                here,
                RunLauncher.resume(here, run, false),
                settings,
                new RunDriving(waits, DriverProcess.THIS, false, Vector.empty()));
    }

    private static List<RunDirectory> waiting(Workspace here) throws IOException {
        var found = new ArrayList<RunDirectory>();
        for (var run : here.runs().newestFirst())
            if (run.hasStarted() && isWaiting(run)) found.add(run);
        return found.reversed();
    }

    private static boolean isWaiting(RunDirectory run) throws IOException {
        return RequestWait.isOf(RunHistory.open(run).latest().state());
    }
}
