package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Words;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a run stands. */
@Command(name = "status", description = "Show where a run stands, and what to do next.",
        footer = {
            "  foldline status                    the latest run",
            "  foldline status @~1 --json         the one before it, for a program",
            "  foldline status --exit-code        ends with the run's exit code: 0 done, 3 waits for approval, ...",
        })
public final class Status implements Callable<Integer> {
    /** The name and version of the JSON document about all runs. */
    public static final String ALL = "foldline.runs/1";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = "@", description = "@ (the latest), @~1, or the beginning of an id.")
    private String run = "@";

    @Option(names = {"-a", "--all"}, description = "One line for each run of this repository, the latest first.")
    private boolean all;

    @Option(names = "--exit-code", description = "End with the exit code of the run instead of 0.")
    private boolean exitCode;

    public Status(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var checkout = Checkout.at(console.directory());
        if (all) return list(checkout);
        var found = RunArgument.about(console, checkout.runs(), run, checkout.run(run));
        var report = report(found, checkout.root());
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return (exitCode ? report.standing().exit() : ExitCode.DONE).value();
    }

    /** What is told of one run. */
    @FunctionalInterface
    public interface Telling {
        Map<String, Object> of(RunDirectory run) throws IOException;
    }

    /** The report on a run as it stands in its log now. */
    public static RunReport report(RunDirectory run, Path root) throws IOException { return RunReport.of(run, History.open(run).latest(), root); }

    private int list(Checkout checkout) throws IOException {
        if (console.isJson()) console.print(documents(checkout.runs(), run -> report(run, checkout.root()).document()));
        else for (var each : checkout.runs().newestFirst()) console.print(line(each, checkout.root()));
        return ExitCode.DONE.value();
    }

    private String line(RunDirectory run, Path root) throws IOException {
        try {
            return line(report(run, root));
        } catch (UserError unreadable) {
            return run.id() + "  unreadable: " + unreadable.message() + "\n";
        }
    }

    /** The document {@value #ALL}: all runs, the latest first. */
    public static Map<String, Object> documents(Runs runs, Telling telling) throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (var each : runs.newestFirst()) documents.add(document(each, telling));
        return JsonText.fields("schema", ALL, "runs", documents);
    }

    private static Map<String, Object> document(RunDirectory run, Telling telling) throws IOException {
        try {
            return telling.of(run);
        } catch (UserError unreadable) {
            return JsonText.fields("schema", RunReport.SCHEMA, "ok", false, "exit", unreadable.exit().value(), "reason", "unreadable",
                    "run", JsonText.fields("id", run.id().text()), "error", JsonText.fields("message", unreadable.message(), "place", unreadable.place()));
        }
    }

    private String line(RunReport report) {
        var state = report.point().state();
        return console.paint().strong(state.header().run()) + "  " + report.standing().phrase() + "  ("
                + state.workflow().name() + ", " + Words.place(state) + ", event " + report.point().seq() + ")\n";
    }
}
