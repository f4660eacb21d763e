package dev.foldline.app.server.call;

import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.TextStyle;
import dev.foldline.app.command.inspect.DiffCommand;
import dev.foldline.app.command.inspect.ExplanationPage;
import dev.foldline.app.command.inspect.LogLines;
import dev.foldline.app.command.inspect.StatePage;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.ReplayStep;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.SlotFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Recovery;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** The read calls of one run: the documents that the commands print, with their text. */
record RunPages(RunHistory history) {
    private static final long EVENTS = 500;
    static final long EVENTS_MAX = 5000;

    static final String LOG = "foldline.log/1";

    static final RequestField[] TIMELINE = {
        RequestField.number("after", "start after the event with this number"),
        RequestField.number(
                "limit", 1, "maximum number of events (default: 500), up to " + EVENTS_MAX)
    };
    static final RequestField SEQ =
            RequestField.number("seq", "the number of an event; without it, the last");
    static final RequestField[] DIFF = {
        RequestField.number("from", "the number of an event; without it, the first"),
        RequestField.number("to", "the number of another; without it, the last")
    };

    Map<String, Object> timeline(RequestValues asked) throws IOException {
        long after = asked.number("after").orElse(0);
        long limit = Math.min(asked.number("limit").orElse(EVENTS), EVENTS_MAX);
        var events = new ArrayList<Map<String, Object>>();
        long last =
                history.walk(
                        moment -> {
                            if (moment.seq() > after && events.size() < limit)
                                events.add(line(moment));
                            return moment.seq() <= after + limit;
                        });
        var more =
                last > after + events.size()
                        ? Optional.of(after + events.size())
                        : Optional.<Long>empty();
        return JsonOutput.fields(
                "schema", LOG, "run", history.name(), "events", events, "next_after", more);
    }

    /** The event as {@code log} tells it, in words, and how the run stood behind it. */
    private static Map<String, Object> line(ReplayStep moment) {
        var line = LogLines.document(moment);
        var state = moment.after();
        line.put("text", EventFormatter.of(moment));
        line.put(
                "place",
                place(
                        moment.event() instanceof PhaseEntered
                                ? state.effectKey()
                                : moment.before().orElse(state).effectKey()));
        line.put(
                "recovery",
                Option.of(state.slots().recovery())
                        .filter(slot -> !(slot instanceof Recovery.Idle))
                        .map(SlotFormatter::of));
        line.put(
                "gate",
                state.slots().gate() instanceof GateSlot.Open(var gate)
                        ? Option.of(gate.id())
                        : Option.none());
        line.put("failed", LogLines.isFailure(moment.event()));
        line.put("input", moment.event() instanceof InputEvent);
        line.put("rewinds", state.usage().rewinds());
        line.put(
                "spent",
                JsonOutput.fields(
                        "agent_calls",
                        state.usage().meter().agentCalls(),
                        "usd",
                        state.usage().meter().microUsd().reported().map(ValueFormatter::dollars)));
        return line;
    }

    /** Where the event met the run. */
    private static Map<String, Object> place(EffectKey place) {
        return JsonOutput.fields(
                "stage",
                place.stage(),
                "turn",
                place.turn(),
                "phase",
                place.phase(),
                "step",
                place.step(),
                "revision",
                place.revision(),
                "attempt",
                place.attempt());
    }

    Map<String, Object> state(RequestValues asked) throws IOException {
        var seq = asked.number("seq");
        var point = seq.isPresent() ? history.at(seq.getAsLong()) : history.latest();
        var document = StatePage.document(history.name(), point);
        document.put("page", new StatePage(point, new TextStyle(false)).text());
        return document;
    }

    Map<String, Object> explanation(RequestValues asked) throws IOException {
        return ExplanationPage.of(history, asked.number("seq")).document();
    }

    Map<String, Object> diff(RequestValues asked) throws IOException {
        var to = asked.number("to");
        Point after = to.isPresent() ? history.at(to.getAsLong()) : history.latest();
        return DiffCommand.document(history.at(asked.number("from").orElse(1)), after);
    }
}
