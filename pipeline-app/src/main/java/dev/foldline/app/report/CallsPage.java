package dev.foldline.app.report;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.RunEvent.EffectStarted;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls of agents and the checks of a run, in order. */
public record CallsPage(String run, Vector<Call> calls) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.calls/1";

    /**
     * A call of an agent, or a check.
     *
     * @param started the event with which it started
     * @param ended the event with its outcome; none while it runs
     */
    public record Call(ReplayStep started, EffectStarted effect, Option<ReplayStep> ended) {
        private Call withEnd(ReplayStep end) {
            return new Call(started, effect, Option.of(end));
        }

        private String status() {
            return ended.map(step -> LogLines.isFailure(step.event()) ? "failed" : "finished")
                    .getOrElse("running");
        }

        private Option<Long> millis() {
            return ended.map(step -> Duration.between(started.at(), step.at()).toMillis());
        }
    }

    /** Returns whether an event starts a call of an agent or a check. */
    static boolean isCall(ReplayStep step) {
        return step.event() instanceof EffectStarted(_, var effect)
                && (effect instanceof InvokeAgent || effect instanceof RunCheck);
    }

    /** Reads all calls. */
    public static CallsPage of(RunHistory history) throws IOException {
        List<Call> calls = new ArrayList<>();
        history.walk(
                step -> {
                    if (isCall(step)) {
                        calls.add(new Call(step, (EffectStarted) step.event(), Option.none()));
                        return true;
                    }
                    if (calls.isEmpty() || calls.getLast().ended().isDefined()) return true;
                    if (step.after().slots().inFlight().running().isEmpty())
                        calls.set(calls.size() - 1, calls.getLast().withEnd(step));
                    return true;
                });
        return new CallsPage(history.name(), Vector.ofAll(calls));
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                JsonOutput.fields("id", run),
                "calls",
                calls.map(CallsPage::document));
    }

    private static Map<String, Object> document(Call call) {
        return JsonOutput.fields(
                "seq",
                call.started().seq(),
                "ticket",
                call.effect().ticket(),
                "kind",
                call.effect().effect() instanceof RunCheck ? "check" : "agent",
                "text",
                EffectFormatter.of(call.effect().effect()),
                "phase",
                call.started().phase(),
                "status",
                call.status(),
                "started_at",
                call.started().at(),
                "ended_at",
                call.ended().map(ReplayStep::at),
                "wall_ms",
                call.millis(),
                "outcome",
                call.ended().map(EventFormatter::of));
    }

    /** For users: a line for each. */
    public String text(TextStyle paint) {
        return calls.isEmpty() ? "No calls.\n" : calls.map(call -> text(call, paint)).mkString();
    }

    private static String text(Call call, TextStyle paint) {
        var status = "%-8s".formatted(call.status());
        return "%6d  %s  %s  %8s  %s%n"
                .formatted(
                        call.started().seq(),
                        LocalTimeFormatter.minute(call.started().at()),
                        call.status().equals("failed") ? paint.bad(status) : paint.good(status),
                        call.millis().map(ValueFormatter::duration).getOrElse(""),
                        Printable.line(
                                EffectFormatter.of(call.effect().effect())
                                        + " ("
                                        + call.started().phase()
                                        + ")"));
    }
}
