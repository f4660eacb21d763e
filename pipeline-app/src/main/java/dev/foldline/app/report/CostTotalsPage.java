package dev.foldline.app.report;

import dev.foldline.app.history.CostTotals;
import dev.foldline.app.history.CostTotals.Row;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;

import java.util.Map;

/** The cost of several runs by one property of their calls. */
public record CostTotalsPage(CostTotals totals) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.costs/1";

    private static final String FORMAT = "%-24s %6s %6s %10s %12s %10s%n";

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "by",
                totals.by().word(),
                "rows",
                totals.rows().map(CostTotalsPage::document).asJava(),
                "total",
                document(totals.total()),
                "unreadable",
                totals.unreadable().asJava());
    }

    private static Map<String, Object> document(Row row) {
        var fields = JsonOutput.fields("key", row.key(), "runs", row.runs());
        fields.putAll(CostPage.document(row.meter()));
        return fields;
    }

    /** For users: a table. */
    public String text(TextStyle paint) {
        var text =
                new StringBuilder(
                        paint.strong(
                                FORMAT.formatted(
                                        totals.by().word(),
                                        "runs",
                                        "calls",
                                        "time",
                                        "tokens",
                                        "dollars")));
        totals.rows().append(totals.total()).forEach(row -> text.append(line(row)));
        text.append(CostPage.legend(totals.total().meter()));
        if (totals.unreadable().nonEmpty())
            text.append(paint.careful("not counted"))
                    .append(": ")
                    .append(totals.unreadable().mkString(", "))
                    .append(", whose logs cannot be read\n");
        return text.toString();
    }

    private static String line(Row row) {
        return FORMAT.formatted(
                row.key(),
                row.runs(),
                row.meter().agentCalls(),
                ValueFormatter.duration(row.meter().wallMillis()),
                CostPage.amount(row.meter().tokens(), String::valueOf),
                CostPage.amount(row.meter().microUsd(), ValueFormatter::money));
    }
}
