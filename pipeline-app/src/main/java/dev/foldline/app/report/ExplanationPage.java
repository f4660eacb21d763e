package dev.foldline.app.report;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.Explanation;
import dev.foldline.app.history.HaltCauses;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.Derivation;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.json.Wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Why a run does what it does at a point, as a page or a document.
 *
 * @param run what the user calls it
 * @param around the event at the point and the one that followed, as far as they are there
 * @param causes how the run came to halt, if it is halted there
 */
public record ExplanationPage(
        String run, Explanation explanation, List<ReplayStep> around, Optional<HaltCauses> causes) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.explanation/1";

    private static final int EVENTS_MAX = 5;

    /**
     * @param seq the number of an event; none means where the run stands now
     */
    public static ExplanationPage of(RunHistory history, OptionalLong seq) throws IOException {
        List<ReplayStep> around = seq.isEmpty() ? List.of() : around(history, seq.getAsLong());
        var found = !around.isEmpty() && around.getFirst().seq() == seq.getAsLong();
        var point =
                seq.isEmpty()
                        ? history.latest()
                        : found
                                ? new Point(around.getFirst().seq(), around.getFirst().after())
                                : history.at(seq.getAsLong());
        return new ExplanationPage(
                history.name(),
                Explanation.of(point),
                around,
                HaltCauses.of(history, point.seq(), point.state()));
    }

    private static List<ReplayStep> around(RunHistory history, long seq) throws IOException {
        List<ReplayStep> found = new ArrayList<>();
        history.walk(
                moment -> {
                    if (moment.seq() >= seq) found.add(moment);
                    return moment.seq() <= seq;
                });
        return found;
    }

    /** For programs. */
    public Map<String, Object> document() {
        var decision = explanation.decision();
        var state = explanation.point().state();
        var fields =
                JsonOutput.fields(
                        "schema",
                        SCHEMA,
                        "run",
                        run,
                        "seq",
                        explanation.point().seq(),
                        "place",
                        ValueFormatter.place(state),
                        "rule",
                        decision.rule(),
                        "priority",
                        decision.priority(),
                        "effect",
                        new Raw(Wire.toJson(decision.effect())),
                        "effect_text",
                        EffectFormatter.of(decision.effect()),
                        "considered",
                        considered(),
                        "did_not_apply",
                        rules(explanation.passed()),
                        "waits_behind",
                        rules(explanation.behind()));
        fields.put("derived", derived());
        fields.put("events", around.stream().map(LogLines::document).toList());
        fields.put("causes", causes.map(ExplanationPage::causes));
        fields.put(
                "recoveries",
                causes.map(each -> each.recoveries().stream().map(LogLines::document).toList()));
        fields.put(
                "rules",
                JsonOutput.fields(
                        "recorded", state.header().rules(), "ours", Pipeline.RULES_VERSION));
        return fields;
    }

    private static List<Map<String, Object>> causes(HaltCauses halt) {
        return halt.causes().stream()
                .map(
                        each ->
                                JsonOutput.fields(
                                        "phase",
                                        each.phase(),
                                        "text",
                                        each.text(),
                                        "events",
                                        each.events(),
                                        "first",
                                        each.first(),
                                        "last",
                                        each.last(),
                                        "outputs",
                                        each.outputs()))
                .toList();
    }

    /** The transitions that followed from the state the event left. */
    private List<String> derived() {
        return around.stream()
                .filter(moment -> moment.seq() == explanation.point().seq())
                .flatMap(
                        moment ->
                                moment.before().stream()
                                        .flatMap(
                                                state ->
                                                        Pipeline.derivations(state, moment.event())
                                                                .toJavaStream()))
                .map(Derivation::name)
                .toList();
    }

    private Map<String, Object> considered() {
        var fields = JsonOutput.fields();
        explanation
                .considered()
                .forEach(
                        (priority, saw) ->
                                fields.put(priority.name().toLowerCase(Locale.ROOT), saw));
        return fields;
    }

    private static List<Map<String, Object>> rules(List<Rule> rules) {
        return rules.stream()
                .map(rule -> JsonOutput.fields("priority", rule.priority(), "rule", rule.name()))
                .toList();
    }

    public String text(TextStyle paint) {
        var decision = explanation.decision();
        var state = explanation.point().state();
        var text =
                new StringBuilder(paint.strong(run + ":" + explanation.point().seq()))
                        .append("  ")
                        .append(ValueFormatter.place(state))
                        .append('\n');
        around.stream()
                .filter(moment -> moment.seq() == explanation.point().seq())
                .forEach(
                        moment ->
                                text.append("  after     ")
                                        .append(EventFormatter.of(moment))
                                        .append('\n'));
        derived().forEach(name -> text.append("  derived   ").append(name).append('\n'));
        text.append("  rule      ")
                .append(paint.strong(decision.rule()))
                .append("  (")
                .append(decision.priority())
                .append(")\n");
        text.append("  effect    ")
                .append(EffectFormatter.of(decision.effect()))
                .append(running())
                .append('\n');
        around.stream()
                .filter(moment -> moment.seq() > explanation.point().seq())
                .forEach(
                        moment ->
                                text.append("  then      ")
                                        .append(moment.seq())
                                        .append(' ')
                                        .append(EventFormatter.of(moment))
                                        .append('\n'));
        FailureCounts.lines(state.ledger().findings())
                .forEach(line -> text.append("  failed    ").append(line).append('\n'));
        causes.ifPresent(halt -> causes(text, halt, paint));
        text.append("\nconditions checked, highest priority first\n");
        explanation
                .considered()
                .forEach((priority, saw) -> text.append("  %-13s %s%n".formatted(priority, saw)));
        list(text, "higher-priority rules that did not apply", explanation.passed());
        list(text, "lower-priority rules that wait behind it", explanation.behind());
        if (state.header().rules() != Pipeline.RULES_VERSION) {
            text.append("\nThe run was started under rules version ")
                    .append(state.header().rules())
                    .append("; this is version ")
                    .append(Pipeline.RULES_VERSION)
                    .append(".\n");
        }
        return text.toString();
    }

    private static void causes(StringBuilder text, HaltCauses halt, TextStyle paint) {
        text.append("\nwhat failed\n");
        for (var each : halt.causes())
            text.append("  %3d x  ".formatted(each.events().size()))
                    .append(each.phase())
                    .append(": ")
                    .append(paint.bad(each.text()))
                    .append(paint.faint(each.events().size() == 1 ? "  (event " : "  (events "))
                    .append(paint.faint(events(each.events()) + times(each) + outputs(each) + ")"))
                    .append('\n');
        if (halt.recoveries().isEmpty()) return;
        text.append("\nwhat was tried to recover\n");
        for (var each : halt.recoveries())
            text.append("  %6d  ".formatted(each.seq()))
                    .append(EventFormatter.of(each))
                    .append('\n');
    }

    /** When it failed first and last. */
    private static String times(HaltCauses.Cause cause) {
        return cause.events().size() == 1
                ? ", " + LocalTimeFormatter.second(cause.first())
                : ", "
                        + LocalTimeFormatter.second(cause.first())
                        + " to "
                        + LocalTimeFormatter.second(cause.last());
    }

    private static String outputs(HaltCauses.Cause cause) {
        return cause.events().size() == 1 || cause.outputs().isEmpty()
                ? ""
                : cause.outputs().size() == 1
                        ? ", the same output each time"
                        : ", " + cause.outputs().size() + " different outputs";
    }

    /** The first numbers and the last. */
    private static String events(List<Long> events) {
        var first = events.stream().limit(EVENTS_MAX).map(Object::toString).toList();
        return String.join(", ", first)
                + (events.size() > EVENTS_MAX ? ", ... " + events.getLast() : "");
    }

    /** What an await awaits stands in the state, not in the effect. */
    private String running() {
        return Explanation.running(explanation.point().state(), explanation.decision())
                .map(effect -> ": " + EffectFormatter.of(effect))
                .getOrElse("");
    }

    private static void list(StringBuilder text, String title, List<Rule> rules) {
        if (rules.isEmpty()) return;
        text.append('\n').append(title).append('\n');
        rules.forEach(rule -> text.append("  %-13s %s%n".formatted(rule.priority(), rule.name())));
    }
}
