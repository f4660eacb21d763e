package dev.foldline.app.server.live;

import dev.foldline.app.history.RunSummary;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Map;

/** The messages about a change of a run's status or gate. */
final class RunChange {
    static final String STATUS = "run_status";
    static final String OPENED = "gate_opened";
    static final String APPROVED = "gate_approved";
    static final String REJECTED = "gate_rejected";
    static final String CLOSED = "gate_closed";

    private RunChange() {}

    static Vector<StreamMessage> of(ReplayStep moment) {
        var before = Option.ofOptional(moment.before());
        return gate(moment, before.flatMap(RunChange::open), open(moment.after()))
                .appendAll(status(moment, before));
    }

    private static Vector<StreamMessage> gate(
            ReplayStep moment, Option<Gate> before, Option<Gate> after) {
        Vector<StreamMessage> messages = Vector.empty();
        for (var gate : before)
            if (!after.exists(now -> now.instance().equals(gate.instance())))
                messages = messages.append(message(moment, answer(moment.event()), fields(gate)));
        for (var gate : after)
            if (!before.exists(
                    old ->
                            old.instance().equals(gate.instance())
                                    && old.revision() == gate.revision()))
                messages = messages.append(message(moment, OPENED, fields(gate)));
        return messages;
    }

    private static String answer(Event event) {
        if (event instanceof GateApproved) return APPROVED;
        return event instanceof GateRejected ? REJECTED : CLOSED;
    }

    private static Map<String, Object> fields(Gate gate) {
        return JsonOutput.fields(
                "gate", gate.id(), "instance", gate.instance(), "revision", gate.revision());
    }

    private static Vector<StreamMessage> status(ReplayStep moment, Option<PipelineState> before) {
        var now = status(moment.after());
        return before.exists(state -> status(state).equals(now))
                ? Vector.empty()
                : Vector.of(message(moment, STATUS, JsonOutput.fields("status", now)));
    }

    /** As the log alone shows it: whether a driver lives is not in it. */
    private static String status(PipelineState state) {
        return RunSummary.of(state, state.header().run(), true).reason();
    }

    private static Option<Gate> open(PipelineState state) {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(gate)
                : Option.none();
    }

    private static StreamMessage message(ReplayStep moment, String type, Map<String, Object> data) {
        data.put("seq", moment.seq());
        return new StreamMessage(
                StreamPosition.behind(moment.seq()),
                type,
                JsonOutput.compact(
                        JsonOutput.fields(
                                "type", type, "run", moment.after().header().run(), "data", data)));
    }
}
