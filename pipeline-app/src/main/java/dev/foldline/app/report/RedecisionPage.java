package dev.foldline.app.report;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.Redecision;
import dev.foldline.app.history.Redecision.Divergence;
import dev.foldline.app.history.StateDifference;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.json.Wire;

import java.util.List;
import java.util.Map;

/**
 * What a recorded run would have decided under another policy.
 *
 * @param recorded the workflow in the log
 * @param other the one it is decided with
 */
public record RedecisionPage(String run, Workflow recorded, Workflow other, Redecision redecision) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.redecision/1";

    private List<StateDifference> changes() {
        return StateDifference.between("", recorded, other);
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "changes",
                changes().stream().map(DifferencePage::document).toList(),
                "events",
                redecision.last(),
                "same_until",
                redecision.same(),
                "divergence",
                redecision.divergence().map(RedecisionPage::document),
                "spent_until",
                meter(redecision.spent()),
                "spent",
                meter(redecision.total()));
    }

    private static Map<String, Object> document(Divergence divergence) {
        return JsonOutput.fields(
                "recorded",
                LogLines.document(divergence.recorded()),
                "rule",
                divergence.derived().rule(),
                "effect",
                new Raw(Wire.toJson(divergence.derived().effect())),
                "effect_text",
                EffectFormatter.of(divergence.derived().effect()),
                "too_late",
                divergence.isTooLate(),
                "stops",
                divergence.stops());
    }

    static Map<String, Object> meter(Meter meter) {
        return JsonOutput.fields(
                "agent_calls",
                meter.agentCalls(),
                "wall_ms",
                meter.wallMillis(),
                "usd",
                meter.microUsd().known().map(ValueFormatter::dollars),
                "usd_estimated",
                meter.microUsd().estimated().map(ValueFormatter::dollars));
    }

    public String text(TextStyle paint) {
        var text = new StringBuilder(paint.strong(run)).append('\n');
        var changes = changes();
        if (changes.isEmpty()) text.append("  the policy is the recorded one\n");
        for (var each : changes) text.append(DifferencePage.line(each.path(), each, paint));
        if (redecision.divergence().isEmpty())
            text.append("all ")
                    .append(redecision.last())
                    .append(" events follow from the same decisions\n");
        else divergence(text, redecision.divergence().get());
        return text.toString();
    }

    private void divergence(StringBuilder text, Divergence at) {
        text.append("the same until event ")
                .append(redecision.same())
                .append(" of ")
                .append(redecision.last())
                .append("\n  recorded  ")
                .append(at.recorded().seq())
                .append(' ')
                .append(EventFormatter.of(at.recorded()))
                .append("\n  instead   ")
                .append(
                        at.isTooLate()
                                ? "the call would have been canceled at its deadline"
                                : EffectFormatter.of(at.derived().effect()))
                .append("  [")
                .append(at.derived().rule())
                .append("]\n");
        if (at.stops())
            text.append("the run would have stopped here; ")
                    .append(saved())
                    .append(" would not have been spent\n");
        else text.append("unknown after event ").append(redecision.same()).append('\n');
    }

    private String saved() {
        return saved(redecision.spent(), redecision.total());
    }

    /** What was spent between two meters, in words. */
    static String saved(Meter before, Meter total) {
        var usd =
                total.microUsd()
                        .known()
                        .map(
                                all ->
                                        ", "
                                                + ValueFormatter.approximately(total.microUsd())
                                                + "$"
                                                + ValueFormatter.money(
                                                        all
                                                                - before.microUsd()
                                                                        .known()
                                                                        .getOrElse(0L)))
                        .getOrElse("");
        return ValueFormatter.count(total.agentCalls() - before.agentCalls(), "call")
                + ", "
                + ValueFormatter.duration(total.wallMillis() - before.wallMillis())
                + usd;
    }
}
