package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Words;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
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
        var found = checkout.run(run);
        console.about(found.path());
        var report = report(checkout, found);
        if (console.isJson()) console.print(report.document());
        else console.print(report.text(console.paint()));
        return (exitCode ? report.standing().exit() : ExitCode.DONE).value();
    }

    private static RunReport report(Checkout checkout, RunDirectory run) throws IOException {
        return RunReport.of(run, History.open(run).latest(), checkout.root());
    }

    private int list(Checkout checkout) throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        for (var each : checkout.runs().newestFirst()) {
            try {
                var report = report(checkout, each);
                documents.add(report.document());
                if (!console.isJson()) console.print(line(report));
            } catch (UserError unreadable) {
                documents.add(JsonText.fields("schema", RunReport.SCHEMA, "ok", false, "exit", unreadable.exit().value(), "reason", "unreadable",
                        "run", JsonText.fields("id", each.id().text()), "error", JsonText.fields("message", unreadable.message(), "place", unreadable.place())));
                if (!console.isJson()) console.print(each.id() + "  unreadable: " + unreadable.message() + "\n");
            }
        }
        if (console.isJson()) console.print(JsonText.fields("schema", "foldline.runs/1", "runs", documents));
        return ExitCode.DONE.value();
    }

    private String line(RunReport report) {
        var state = report.point().state();
        return console.paint().strong(state.header().run()) + "  " + report.standing().phrase() + "  ("
                + state.workflow().name() + ", " + Words.place(state) + ", event " + report.point().seq() + ")\n";
    }
}
