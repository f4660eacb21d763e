package dev.foldline.app.command.inspect;

import dev.foldline.app.command.RunLookup;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Where a run stands. */
@Command(
        name = "status",
        description = "Show the state of a run and what to do next.",
        footer = {
            "  foldline status                    the latest run",
            "  foldline status @~1 --json         the previous run, as JSON",
            "  foldline status --exit-code        exit with the run's exit code: 0 done, 3 waits"
                    + " for approval, ...",
        })
public final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "@",
            description = "Run: @ (latest), @~1, or an id prefix (default: latest).")
    private String run = "@";

    @Option(
            names = {"-a", "--all"},
            description = "List all runs of this repository, latest first.")
    private boolean all;

    @Option(names = "--exit-code", description = "Exit with the run's exit code instead of 0.")
    private boolean exitCode;

    public StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var checkout = Checkout.at(console.directory());
        if (all) return list(checkout);
        var found = RunLookup.found(console, checkout.runs(), run, checkout.run(run));
        var report = RunReport.of(found, checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return (exitCode || report.standing().isCut() ? report.standing().exit() : ExitCode.DONE)
                .value();
    }

    private int list(Checkout checkout) throws IOException {
        if (console.isJson()) {
            var runs = checkout.runs().newestFirst();
            console.print(
                    RunsReport.document(
                            runs,
                            run -> RunReport.of(run, checkout.root()).document(),
                            runs.size(),
                            Optional.empty()));
        } else
            for (var each : checkout.runs().newestFirst())
                console.print(line(each, checkout.root()));
        return ExitCode.DONE.value();
    }

    private String line(RunDirectory run, Path root) throws IOException {
        try {
            return line(RunReport.of(run, root));
        } catch (UserError unreadable) {
            return run.id() + "  unreadable: " + unreadable.message() + "\n";
        }
    }

    private String line(RunReport report) {
        var state = report.point().state();
        return console.paint().strong(state.header().run())
                + "  "
                + report.standing().phrase()
                + "  ("
                + state.workflow().name()
                + ", "
                + ValueFormatter.place(state)
                + ", event "
                + report.point().seq()
                + ")\n";
    }
}
