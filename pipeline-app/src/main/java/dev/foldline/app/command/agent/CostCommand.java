package dev.foldline.app.command.agent;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.CostSheet;
import dev.foldline.app.history.CostSheet.Row;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.run.PastRepair;
import dev.foldline.core.state.Usage.Measure;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;

/** What a run's agents have cost. */
@Command(
        name = "cost",
        description =
                "Show the cost of a run by phase and agent. A cost that an agent does not report is"
                        + " unknown, not zero.",
        footer = {"  foldline cost", "  foldline cost @~1 --json"})
public final class CostCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    private static final String SCHEMA = "foldline.cost/1";

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "@",
            description = "Run: @ (latest), @~1, or an id prefix (default: latest).")
    private String run = "@";

    public CostCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var found = RunArgument.parse(run).find(console);
        for (var repair : PastRepair.of(found))
            console.note(
                    "the log of run "
                            + found.id()
                            + " was repaired: "
                            + repair.text()
                            + ". Calls in them are not counted");
        var sheet = CostSheet.of(RunHistory.open(found));
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "run",
                            JsonOutput.fields("id", found.id().text()),
                            "rows",
                            sheet.rows().stream().map(CostCommand::document).toList(),
                            "total",
                            document(sheet.total())));
        else console.print(text(sheet));
        return ExitCode.DONE.value();
    }

    private static Map<String, Object> document(Row row) {
        return JsonOutput.fields(
                "phase",
                named(row.phase()),
                "agent",
                named(row.agent()),
                "agent_calls",
                row.meter().agentCalls(),
                "wall_ms",
                row.meter().wallMillis(),
                "tokens",
                row.meter().tokens().reported(),
                "usd",
                row.meter().microUsd().reported().map(ValueFormatter::dollars),
                "tokens_unreported",
                row.meter().tokens().unreported(),
                "usd_unreported",
                row.meter().microUsd().unreported());
    }

    private static Optional<String> named(String name) {
        return Optional.of(name).filter(each -> !each.isEmpty());
    }

    private static String text(CostSheet sheet) {
        var text =
                new StringBuilder(
                        "%-20s %-24s %6s %10s %12s %10s%n"
                                .formatted("phase", "agent", "calls", "time", "tokens", "dollars"));
        sheet.rows().forEach(row -> text.append(line(row, row.phase())));
        return text.append(line(sheet.total(), "total")).toString();
    }

    private static String line(Row row, String label) {
        return "%-20s %-24s %6d %10s %12s %10s%n"
                .formatted(
                        label,
                        row.agent(),
                        row.meter().agentCalls(),
                        ValueFormatter.duration(row.meter().wallMillis()),
                        amount(row.meter().tokens(), String::valueOf),
                        amount(row.meter().microUsd(), ValueFormatter::money));
    }

    /** Marks a sum with a plus if some calls reported nothing. */
    private static String amount(Measure measure, LongFunction<String> words) {
        return measure.reported()
                .map(reported -> words.apply(reported) + (measure.unreported() > 0 ? "+" : ""))
                .getOrElse("unknown");
    }
}
