package dev.foldline.app.command.agent;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.history.CostSheet.Row;
import dev.foldline.app.history.CostSheet;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Words;
import dev.foldline.core.state.Spent.Measure;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What a run's agents have cost. */
@Command(name = "cost", description = "Sum up what the calls of a run have cost, by phase and agent. What an agent did not tell is unknown, not nothing.",
        footer = {"  foldline cost", "  foldline cost @~1 --json"})
public final class Cost implements Callable<Integer> {
    /** The name and version of the JSON document. */
    private static final String SCHEMA = "foldline.cost/1";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = "@", description = "@ (the latest), @~1, or the beginning of an id.")
    private String run = "@";

    public Cost(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException {
        var found = Checkout.at(console.directory()).run(run);
        console.about(found.path());
        var sheet = CostSheet.of(History.open(found));
        if (console.isJson()) console.print(JsonText.fields("schema", SCHEMA, "run", JsonText.fields("id", found.id().text()),
                "rows", sheet.rows().stream().map(Cost::document).toList(), "total", document(sheet.total())));
        else console.print(text(sheet));
        return ExitCode.DONE.value();
    }

    private static Map<String, Object> document(Row row) {
        return JsonText.fields("phase", named(row.phase()), "agent", named(row.agent()), "agent_calls", row.meter().agentCalls(), "wall_ms", row.meter().wallMillis(),
                "tokens", row.meter().tokens().known(), "usd", row.meter().microUsd().known().map(Words::dollars),
                "tokens_untold", row.meter().tokens().untold(), "usd_untold", row.meter().microUsd().untold());
    }

    private static Optional<String> named(String name) { return Optional.of(name).filter(each -> !each.isEmpty()); }

    private static String text(CostSheet sheet) {
        var text = new StringBuilder("%-20s %-24s %6s %10s %12s %10s%n".formatted("phase", "agent", "calls", "time", "tokens", "dollars"));
        sheet.rows().forEach(row -> text.append(line(row, row.phase())));
        return text.append(line(sheet.total(), "in all")).toString();
    }

    private static String line(Row row, String label) {
        return "%-20s %-24s %6d %10s %12s %10s%n".formatted(label, row.agent(), row.meter().agentCalls(), Words.duration(row.meter().wallMillis()),
                amount(row.meter().tokens(), String::valueOf), amount(row.meter().microUsd(), Words::money));
    }

    /** A plus stands behind what not all calls told. */
    private static String amount(Measure measure, LongFunction<String> words) {
        return measure.told().map(told -> words.apply(told) + (measure.untold() > 0 ? "+" : "")).getOrElse("unknown");
    }
}
