package dev.foldline.app.report;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.RunComparison;
import dev.foldline.app.history.RunComparison.Pair;
import dev.foldline.app.history.SlotFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Recovery;

import java.util.Map;
import java.util.Optional;

/** How two runs differ. */
public record RunComparisonPage(RunComparison comparison) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.comparison/1";

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "left",
                side(comparison.left()),
                "right",
                side(comparison.right()),
                "start",
                comparison.start().stream().map(DifferencePage::document).toList(),
                "equal",
                comparison.equal(),
                "input",
                comparison.input().map(RunComparisonPage::document),
                "divergence",
                comparison.divergence().map(RunComparisonPage::document));
    }

    private static Map<String, Object> side(Point point) {
        var state = point.state();
        var meter = state.usage().meter();
        return JsonOutput.fields(
                "run",
                state.header().run(),
                "seq",
                point.seq(),
                "workflow",
                state.workflow().name(),
                "outcome",
                outcome(point),
                "commits",
                CommitSquash.onBranch(state.ledger()).size(),
                "agent_calls",
                meter.agentCalls(),
                "agent_ms",
                meter.wallMillis(),
                "tokens",
                meter.tokens().reported(),
                "usd",
                meter.microUsd().known().map(ValueFormatter::dollars),
                "usd_estimated",
                meter.microUsd().estimated().map(ValueFormatter::dollars));
    }

    private static String outcome(Point point) {
        var state = point.state();
        return SlotFormatter.of(state.lifecycle())
                + (state.slots().recovery() instanceof Recovery.Idle
                        ? ""
                        : ", recovery: " + SlotFormatter.of(state.slots().recovery()));
    }

    private static Map<String, Object> document(Pair pair) {
        return JsonOutput.fields(
                "subject",
                pair.subject(),
                "left",
                pair.left().map(LogLines::document),
                "right",
                pair.right().map(LogLines::document));
    }

    public String text(TextStyle paint) {
        var text = new StringBuilder();
        side(text, "A", comparison.left(), paint);
        side(text, "B", comparison.right(), paint);
        text.append('\n');
        if (comparison.start().isEmpty()) text.append("started with the same\n");
        else {
            text.append("started with\n");
            for (var each : comparison.start())
                text.append(DifferencePage.line(each.path(), each, paint));
        }
        comparison.input().ifPresent(pair -> pair(text, "first different input", pair, paint));
        if (comparison.divergence().isEmpty())
            text.append("no divergence in ")
                    .append(ValueFormatter.count(comparison.equal(), "event"))
                    .append('\n');
        else
            pair(
                    text,
                    "divergence after "
                            + ValueFormatter.count(comparison.equal(), "event")
                            + " of the same effect",
                    comparison.divergence().get(),
                    paint);
        return text.toString();
    }

    private static void side(StringBuilder text, String name, Point point, TextStyle paint) {
        var state = point.state();
        var meter = state.usage().meter();
        text.append(paint.strong(name))
                .append("  ")
                .append(state.header().run())
                .append("  ")
                .append(state.workflow().name())
                .append(", ")
                .append(outcome(point))
                .append(", ")
                .append(ValueFormatter.commits(state.ledger()))
                .append(", ")
                .append(ValueFormatter.count(meter.agentCalls(), "call"))
                .append(", ")
                .append(ValueFormatter.duration(meter.wallMillis()))
                .append(
                        meter.microUsd()
                                .known()
                                .map(
                                        usd ->
                                                ", "
                                                        + ValueFormatter.approximately(
                                                                meter.microUsd())
                                                        + "$"
                                                        + ValueFormatter.money(usd))
                                .getOrElse(""))
                .append('\n');
    }

    private static void pair(StringBuilder text, String title, Pair pair, TextStyle paint) {
        text.append(paint.strong(title)).append(": ").append(pair.subject()).append('\n');
        text.append("  A ").append(event(pair.left()));
        text.append("  B ").append(event(pair.right()));
    }

    private static String event(Optional<ReplayStep> step) {
        return step.map(
                        each ->
                                "%6d  %-12s  %s%n"
                                        .formatted(
                                                each.seq(), each.phase(), EventFormatter.of(each)))
                .orElse("     -  no more events\n");
    }
}
