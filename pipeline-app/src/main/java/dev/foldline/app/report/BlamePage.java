package dev.foldline.app.report;

import dev.foldline.app.history.Blame;
import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.Explanation;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Effect;
import dev.foldline.effects.json.Wire;

import java.util.Map;
import java.util.Optional;

/** Which event last changed a value of the state. */
public record BlamePage(String run, Blame blame) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.blame/1";

    private static final int EARLIER_MAX = 8;

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "seq",
                blame.seq(),
                "path",
                blame.path().text(),
                "before",
                blame.before(),
                "after",
                blame.after(),
                "change",
                LogLines.document(blame.change()),
                "rule",
                rule(),
                "effect",
                effect().map(Wire::toJson).map(Raw::new),
                "effect_text",
                effect().map(EffectFormatter::of),
                "changes",
                blame.changes().asJava());
    }

    /** The rule that was followed when the event came. */
    private Optional<String> rule() {
        return blame.change()
                .rule()
                .or(() -> blame.change().before().map(Rules::decide).map(Decision::rule));
    }

    /** The effect in progress when the event came, else the one that was due. */
    private Optional<Effect> effect() {
        return blame.change().before().map(BlamePage::effect);
    }

    private static Effect effect(PipelineState state) {
        var decision = Rules.decide(state);
        return Explanation.running(state, decision)
                .map(Effect.class::cast)
                .getOrElse(decision.effect());
    }

    public String text(TextStyle paint) {
        var change = blame.change();
        var text =
                new StringBuilder(paint.strong(run + ":" + blame.seq()))
                        .append("  ")
                        .append(Printable.line(blame.path().text()))
                        .append('\n');
        line(
                text,
                "changed",
                "by event "
                        + change.seq()
                        + ": "
                        + EventFormatter.of(change)
                        + paint.faint("  " + LocalTimeFormatter.second(change.at())));
        line(text, "before", paint.bad(blame.before().orElse("-")));
        line(text, "after", paint.good(blame.after().orElse("-")));
        rule().ifPresent(rule -> line(text, "rule", rule));
        effect().ifPresent(effect -> line(text, "effect", EffectFormatter.of(effect)));
        if (blame.changes().size() > 1) line(text, "earlier", earlier());
        return text.toString();
    }

    private String earlier() {
        var before = blame.changes().init().reverse();
        return "events "
                + before.take(EARLIER_MAX).mkString(", ")
                + (before.size() > EARLIER_MAX
                        ? " and " + (before.size() - EARLIER_MAX) + " more"
                        : "");
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  %-9s ".formatted(name)).append(value).append('\n');
    }
}
