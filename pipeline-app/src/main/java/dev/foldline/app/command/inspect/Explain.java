package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.JsonText.Raw;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.EffectWords;
import dev.foldline.app.history.EventWords;
import dev.foldline.app.history.Explanation;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Moment;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.Words;
import dev.foldline.core.Pipeline;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rule;
import dev.foldline.effects.json.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Which rule decides at a point, and why. */
@Command(name = "explain", description = "Show which rule decides what a run does next, and why.",
        footer = {
            "  foldline explain                   why the latest run does, or waits for, what it does now",
            "  foldline explain @:120             why it did what followed its event 120",
        })
public final class Explain implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.explanation/1";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN[:SEQ]", defaultValue = "@", description = "A run, or a point in its log.")
    private String run = "@";

    public Explain(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var argument = RunArgument.parse(run);
        var history = History.open(argument.find(console));
        var around = argument.seq().isPresent() ? around(history, argument.seq().getAsLong()) : List.<Moment>of();
        var found = argument.seq().isPresent() && !around.isEmpty() && around.getFirst().seq() == argument.seq().getAsLong();
        var explanation = Explanation.of(found ? new Point(around.getFirst().seq(), around.getFirst().after()) : argument.point(history));
        if (console.isJson()) console.print(document(history, explanation, around));
        else console.print(text(history, explanation, around));
        return ExitCode.DONE.value();
    }

    /** The event at the point and the one that followed, as far as they are there. */
    private static List<Moment> around(History history, long seq) throws IOException {
        List<Moment> found = new ArrayList<>();
        history.walk(moment -> {
            if (moment.seq() >= seq) found.add(moment);
            return moment.seq() <= seq;
        });
        return found;
    }

    private static Map<String, Object> document(History history, Explanation explanation, List<Moment> around) {
        var decision = explanation.decision();
        var state = explanation.point().state();
        var fields = JsonText.fields("schema", SCHEMA, "run", history.name(), "seq", explanation.point().seq(),
                "place", Words.place(state), "rule", decision.rule(), "priority", decision.priority(),
                "effect", new Raw(Wire.toJson(decision.effect())), "effect_text", EffectWords.of(decision.effect()),
                "looked_at", lookedAt(explanation), "did_not_apply", rules(explanation.passed()), "waits_behind", rules(explanation.behind()));
        fields.put("events", around.stream().map(LogLines::document).toList());
        fields.put("rules", JsonText.fields("recorded", state.header().rules(), "ours", Pipeline.RULES_VERSION));
        return fields;
    }

    private static Map<String, Object> lookedAt(Explanation explanation) {
        var fields = JsonText.fields();
        explanation.lookedAt().forEach((priority, saw) -> fields.put(priority.name().toLowerCase(Locale.ROOT), saw));
        return fields;
    }

    private static List<Map<String, Object>> rules(List<Rule> rules) {
        return rules.stream().map(rule -> JsonText.fields("priority", rule.priority(), "rule", rule.name())).toList();
    }

    private String text(History history, Explanation explanation, List<Moment> around) {
        var paint = console.paint();
        var decision = explanation.decision();
        var state = explanation.point().state();
        var text = new StringBuilder(paint.strong(history.name() + ":" + explanation.point().seq())).append("  ").append(Words.place(state)).append('\n');
        around.stream().filter(moment -> moment.seq() == explanation.point().seq())
                .forEach(moment -> text.append("  after     ").append(EventWords.of(moment.event())).append('\n'));
        text.append("  rule      ").append(paint.strong(decision.rule())).append("  (").append(decision.priority()).append(")\n");
        text.append("  effect    ").append(EffectWords.of(decision.effect())).append(underway(explanation)).append('\n');
        around.stream().filter(moment -> moment.seq() > explanation.point().seq())
                .forEach(moment -> text.append("  then      ").append(moment.seq()).append(' ').append(EventWords.of(moment.event())).append('\n'));
        text.append("\nlooked at, most urgent first\n");
        explanation.lookedAt().forEach((priority, saw) -> text.append("  %-13s %s%n".formatted(priority, saw)));
        list(text, "more urgent rules that did not apply", explanation.passed());
        list(text, "less urgent rules that wait behind it", explanation.behind());
        if (state.header().rules() != Pipeline.RULES_VERSION) {
            text.append("\nThe run was started under other rules (").append(state.header().rules()).append("); these are rules ").append(Pipeline.RULES_VERSION).append(".\n");
        }
        return text.toString();
    }

    /** What an await awaits stands in the state, not in the effect. */
    private static String underway(Explanation explanation) {
        return explanation.decision().priority() != Priority.IN_FLIGHT ? ""
                : explanation.point().state().slots().inFlight().underway().map(deed -> ": " + EffectWords.of(deed)).getOrElse("");
    }

    private static void list(StringBuilder text, String title, List<Rule> rules) {
        if (rules.isEmpty()) return;
        text.append('\n').append(title).append('\n');
        rules.forEach(rule -> text.append("  %-13s %s%n".formatted(rule.priority(), rule.name())));
    }
}
