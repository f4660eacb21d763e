package dev.foldline.app.report;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectFailed;
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

    /** Times of a file that others read. */
    DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    void print(ReplayStep moment);

    /** Number, time, phase, event, rule. */
    static String full(ReplayStep moment, TextStyle paint) {
        return "%6d  %s  %-12s  %s%s%n"
                .formatted(
                        moment.seq(),
                        paint.faint(LocalTimeFormatter.column(moment.at())),
                        moment.phase(),
                        event(moment, paint),
                        moment.rule().map(rule -> paint.faint("  [" + rule + "]")).orElse(""));
    }

    static String brief(ReplayStep moment, TextStyle paint) {
        return moment.seq() + " " + event(moment, paint) + "\n";
    }

    /** An event, for programs. */
    static Map<String, Object> document(ReplayStep moment) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "seq",
                moment.seq(),
                "at",
                moment.at(),
                "ticket",
                moment.event() instanceof Event.Answer answer
                        ? Optional.of(answer.ticket())
                        : Optional.empty(),
                "rule",
                moment.rule(),
                "phase",
                moment.phase(),
                "by",
                moment.by().map(Wire::toJson).map(Raw::new),
                "event",
                new Raw(Wire.toJson(moment.event())));
    }

    static String event(ReplayStep moment, TextStyle paint) {
        var words = EventFormatter.of(moment);
        return isFailure(moment.event())
                ? paint.bad(words)
                : moment.event() instanceof InputEvent ? paint.strong(words) : words;
    }

    static boolean isFailure(Event event) {
        return event instanceof EffectFailed
                || event instanceof AgentFailed
                || event instanceof CheckFailed
                || event instanceof ArtifactRefused;
    }
}
