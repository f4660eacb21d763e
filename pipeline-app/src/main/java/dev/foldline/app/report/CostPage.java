package dev.foldline.app.report;

import dev.foldline.app.history.CostSheet;
import dev.foldline.app.history.CostSheet.Row;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The cost of a run by phase and agent. */
public record CostPage(String run, CostSheet sheet) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.cost/1";

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                JsonOutput.fields("id", run),
                "rows",
                sheet.rows().stream().map(CostPage::document).toList(),
                "total",
                document(sheet.total()));
    }

    private static Map<String, Object> document(Row row) {
        var fields = JsonOutput.fields("phase", named(row.phase()), "agent", named(row.agent()));
        fields.putAll(document(row.meter()));
        return fields;
    }

    static Map<String, Object> document(Meter meter) {
        return JsonOutput.fields(
                "agent_calls",
                meter.agentCalls(),
                "wall_ms",
                meter.wallMillis(),
                "tokens",
                meter.tokens().reported(),
                "usd",
                meter.microUsd().known().map(ValueFormatter::dollars),
                "tokens_unreported",
                meter.tokens().unreported(),
                "usd_unreported",
                meter.microUsd().unreported(),
                "usd_estimated",
                meter.microUsd().estimated().map(ValueFormatter::dollars));
    }

    private static Optional<String> named(String name) {
        return Optional.of(name).filter(each -> !each.isEmpty());
    }

    /** For users: a table. */
    public String text() {
        var text =
                new StringBuilder(
                        "%-20s %-24s %6s %10s %12s %10s%n"
                                .formatted("phase", "agent", "calls", "time", "tokens", "dollars"));
        sheet.rows().forEach(row -> text.append(line(row, row.phase())));
        return text.append(line(sheet.total(), "total"))
                .append(legend(sheet.total().meter()))
                .toString();
    }

    /** Explains the marks that the table has. */
    static String legend(Meter total) {
        return (total.microUsd().estimated().isDefined()
                        ? "~ includes estimates by the prices at the start of the run\n"
                        : "")
                + (total.microUsd().known().isDefined() && total.microUsd().unreported() > 0
                        ? "+ at least: the cost of "
                                + ValueFormatter.count(total.microUsd().unreported(), "call")
                                + " is unknown\n"
                        : "");
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

    /** Marks a sum with a plus if some calls reported nothing, and an estimate with a tilde. */
    static String amount(Measure measure, LongFunction<String> words) {
        return measure.known()
                .map(
                        known ->
                                ValueFormatter.approximately(measure)
                                        + words.apply(known)
                                        + (measure.unreported() > 0 ? "+" : ""))
                .getOrElse("unknown");
    }
}
