package dev.foldline.app.server.call;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.SlotFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.LogQueries;
import dev.foldline.app.operation.RunQueries;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.DifferencePage;
import dev.foldline.app.report.ExplanationPage;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.report.LogPage;
import dev.foldline.app.report.PromptText;
import dev.foldline.app.report.StatePage;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.store.Blobs;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/** The read calls of one run: the documents that the commands print, with their text. */
record RunPages(RunHistory history, Blobs blobs) {
    private static final long EVENTS = 500;
    static final long EVENTS_MAX = 5000;

    private static final Field<Long> AFTER =
            Field.number("after", "start after the event with this number").withFallback(0L);
    private static final Field<Long> LIMIT =
            Field.number("limit", 1, "maximum number of events (default: 500), up to " + EVENTS_MAX)
                    .withFallback(EVENTS);
    static final Field<Long> SEQ =
            Field.number("seq", "the number of an event; without it, the last");
    private static final Field<Long> FROM =
            Field.number("from", "the number of an event; without it, the first").withFallback(1L);
    private static final Field<Long> TO =
            Field.number("to", "the number of another; without it, the last");

    static final Field<?>[] TIMELINE =
            LogQueries.FILTER.prepend(LIMIT).prepend(AFTER).toJavaArray(Field<?>[]::new);
    static final Field<?>[] STATE = {SEQ, RunQueries.PROMPT};
    static final Field<?>[] DIFF = {FROM, TO};

    Map<String, Object> timeline(Input asked) throws IOException {
        return LogPage.of(
                        history,
                        asked.get(AFTER),
                        Math.min(asked.get(LIMIT), EVENTS_MAX),
                        LogQueries.filter(asked, history),
                        RunPages::line)
                .document();
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
                        state.usage().meter().microUsd().known().map(ValueFormatter::dollars),
                        "usd_estimated",
                        state.usage().meter().microUsd().estimated().map(ValueFormatter::dollars)));
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

    Map<String, Object> state(Input asked) throws IOException {
        var seq = asked.find(SEQ);
        var point = seq.isDefined() ? history.at(seq.get()) : history.latest();
        if (asked.get(RunQueries.PROMPT))
            return PromptText.of(history.name(), point, blobs).document();
        var document = StatePage.document(history.name(), point);
        document.put("page", new StatePage(point, new TextStyle(false)).text());
        return document;
    }

    Map<String, Object> explanation(Input asked) throws IOException {
        return ExplanationPage.of(
                        history,
                        asked.find(SEQ).map(OptionalLong::of).getOrElse(OptionalLong.empty()))
                .document();
    }

    Map<String, Object> diff(Input asked) throws IOException {
        var to = asked.find(TO);
        Point after = to.isDefined() ? history.at(to.get()) : history.latest();
        return new DifferencePage(history.at(asked.get(FROM)), after).document();
    }
}
