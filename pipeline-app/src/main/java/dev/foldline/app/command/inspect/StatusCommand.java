package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.FailOn;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.report.EventFilter;
import dev.foldline.app.report.PastReport;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.report.file.RecentRuns;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.SandboxStatus;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.summary.Completion;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Where a run stands. */
@Command(
        name = "status",
        description = "Show the state of a run and what to do next.",
        footer = {
            "  foldline status                    the latest run",
            "  foldline status @~1 --json         the previous run, as JSON",
            "  foldline status @:120              the latest run as it was after event 120",
            "  foldline status -v                 also the size of its recording",
            "  foldline status --since 20:00      the runs of the night, those that need you first",
            "  foldline status --exit-code        exit with the run's exit code: 0 done, 3 waits"
                    + " for approval, ...",
        })
public final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or point in its log (default: the latest run now).")
    private String run = "@";

    @Option(
            names = {"-a", "--all"},
            description = "List all runs of this repository, latest first.")
    private boolean all;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "All runs that need you, then those that something has happened to since then:"
                            + " 20:00, 12h, 2026-01-31, or a local time.")
    private Optional<String> since = Optional.empty();

    @Option(names = "--markdown", description = "With --since: print it as Markdown.")
    private boolean markdown;

    @Option(
            names = "--fail-on",
            paramLabel = "OUTCOME",
            split = ",",
            description = FailOn.DESCRIPTION)
    private List<FailOn> failOn = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "REMOTE",
            description = "Read the run as it is published in this remote or repository.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--exit-code", description = "Exit with the run's exit code instead of 0.")
    private boolean exitCode;

    public StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (since.isPresent()) FailOn.refuseWith(failOn, "--since");
        if (all) FailOn.refuseWith(failOn, "--all");
        var checkout = Checkout.at(console.directory());
        if (since.isPresent()) return recent(checkout, since.get());
        if (all) return list(checkout);
        var argument = RunArgument.parse(run);
        var found =
                from.isPresent()
                        ? RunLookup.published(console, from.get(), argument.run())
                        : RunLookup.found(
                                console,
                                checkout.runs(),
                                argument.run(),
                                checkout.run(argument.run()));
        var report = report(found, argument, checkout.root());
        if (console.isJson()) console.print(report.document());
        else
            console.print(
                    report.text(console.paint())
                            + sandbox(report, checkout.root())
                            + (console.isVerbose() ? report.details() : ""));
        var exit = exitCode || report.standing().isCut() ? report.standing().exit() : ExitCode.DONE;
        return FailOn.exit(failOn, Completion.of(report.point().state()), exit.value());
    }

    private static RunReport report(RunDirectory found, RunArgument argument, Path root)
            throws IOException {
        var history = RunHistory.open(found);
        var latest = history.latest();
        return argument.seq().isPresent() && argument.seq().getAsLong() != latest.seq()
                ? PastReport.of(found, argument.point(history), root)
                : RunReport.of(found, latest, root);
    }

    /** Of a run that may still call agents: a line if its calls have no sandbox. */
    private String sandbox(RunReport report, Path root) throws IOException {
        if (report.point().state().lifecycle() instanceof Lifecycle.Ended) return "";
        try {
            var sources = Sources.of(root, console.environment(), List.of());
            if (!sources.mention("sandbox")) return "";
            var settings = Configuration.load(sources, WorkflowFactory.catalogue()).settings();
            return SandboxStatus.warning(
                            WorkflowFactory.agents(settings).sandbox(), console.environment())
                    .map(line -> line + "\n")
                    .orElse("");
        } catch (InvalidConfiguration reportedElsewhere) {
            return "";
        }
    }

    private int recent(Checkout checkout, String time) throws IOException {
        var recent =
                RecentRuns.of(
                        checkout.runs(),
                        EventFilter.time(time, Instant.now(), "--since"),
                        run -> RunReport.document(run, checkout.root()));
        if (console.isJson()) console.print(recent.document());
        else console.print(markdown ? recent.markdown() : recent.text(console.paint()));
        return ExitCode.DONE.value();
    }

    private int list(Checkout checkout) throws IOException {
        if (console.isJson()) {
            var runs = new ArrayList<Map<String, Object>>();
            for (var each : checkout.runs().newestFirst())
                runs.add(
                        RunsReport.document(each, run -> RunReport.document(run, checkout.root())));
            console.print(RunsReport.document(runs, runs.size(), io.vavr.control.Option.none()));
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
                + report.standing().sentence()
                + "  ("
                + state.workflow().name()
                + ", "
                + ValueFormatter.place(state)
                + ", event "
                + report.point().seq()
                + ")\n";
    }
}
