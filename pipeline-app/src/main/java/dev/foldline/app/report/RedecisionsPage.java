package dev.foldline.app.report;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.state.Usage.Meter;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What several recorded runs would have decided under another policy, and what they would save. */
public record RedecisionsPage(List<RedecisionPage> runs) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.redecisions/1";

    public RedecisionsPage {
        runs = List.copyOf(runs);
    }

    private List<RedecisionPage> stopped() {
        return runs.stream().filter(each -> each.redecision().stops()).toList();
    }

    private long differing() {
        return runs.stream().filter(each -> each.redecision().divergence().isPresent()).count();
    }

    /** What the runs that would have stopped had spent until then, or spent in all. */
    private Meter sum(Function<RedecisionPage, Meter> part) {
        return stopped().stream().map(part).reduce(Meter.ZERO, Meter::plus);
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "runs",
                runs.stream().map(RedecisionPage::document).toList(),
                "differing",
                differing(),
                "stopped",
                stopped().size(),
                "stopped_spent_until",
                RedecisionPage.meter(sum(each -> each.redecision().spent())),
                "stopped_spent",
                RedecisionPage.meter(sum(each -> each.redecision().total())));
    }

    public String text(TextStyle paint) {
        var text = new StringBuilder();
        for (var each : runs) text.append(each.text(paint)).append('\n');
        text.append(paint.strong(ValueFormatter.count(runs.size(), "run")))
                .append(": ")
                .append(differing())
                .append(" with another decision, ")
                .append(stopped().size())
                .append(" would have stopped");
        if (!stopped().isEmpty())
            text.append("; ")
                    .append(
                            RedecisionPage.saved(
                                    sum(each -> each.redecision().spent()),
                                    sum(each -> each.redecision().total())))
                    .append(" would not have been spent");
        return text.append('\n').toString();
    }
}
