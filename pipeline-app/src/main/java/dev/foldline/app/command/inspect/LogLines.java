package dev.foldline.app.command.inspect;

import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.JsonText.Raw;
import dev.foldline.app.command.Paint;
import dev.foldline.app.history.EventWords;
import dev.foldline.app.history.Moment;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.workflow.Phase;
import dev.foldline.effects.json.Wire;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/** How events are listed. */
@FunctionalInterface
public interface LogLines {
    /** The name and version of the JSON document of an event. */
    String SCHEMA = "foldline.event/1";

    DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    void print(Moment moment);

    /** Number, time, phase, event, rule. */
    static String full(Moment moment, Paint paint) {
        return "%6d  %s  %-12s  %s%s%n".formatted(moment.seq(), paint.faint(TIME.format(moment.at())), phase(moment), event(moment, paint),
                moment.rule().map(rule -> paint.faint("  [" + rule + "]")).orElse(""));
    }

    static String brief(Moment moment, Paint paint) {
        return moment.seq() + " " + event(moment, paint) + "\n";
    }

    /** An event, for programs. */
    static Map<String, Object> document(Moment moment) {
        return JsonText.fields("schema", SCHEMA, "seq", moment.seq(), "at", moment.at(),
                "ticket", moment.event() instanceof Event.Answer answer ? Optional.of(answer.ticket()) : Optional.empty(),
                "rule", moment.rule(), "phase", phase(moment), "event", new Raw(Wire.toJson(moment.event())));
    }

    static String event(Moment moment, Paint paint) {
        var words = EventWords.of(moment);
        return isFailure(moment.event()) ? paint.bad(words) : moment.event() instanceof InputEvent ? paint.strong(words) : words;
    }

    static boolean isFailure(Event event) {
        return event instanceof EffectFailed || event instanceof AgentFailed || event instanceof CheckFailed || event instanceof ArtifactRefused;
    }

    /** The phase the event met the run in. */
    static String phase(Moment moment) {
        return moment.before().orElse(moment.after()).phase().map(Phase::id).getOrElse("end");
    }
}
