package dev.foldline.effects.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import io.vavr.collection.Vector;
import java.time.Instant;

/** What an event means for the tables. */
public sealed interface Change {

    /** A gate opened. Its row is named by run and instance, for one gate may open many times. */
    record Opened(String run, Gate gate, Instant at) implements Change {}

    /** An open gate was resolved, or taken away by something that ended the run. */
    record Closed(String run, String instance, Resolution resolution, String feedback, Instant at) implements Change {}

    /** The run stands otherwise than before. */
    record Moved(RunRow row, Instant at) implements Change {}

    /** How a gate was resolved. */
    enum Resolution { APPROVED, REJECTED, WITHDRAWN }

    /** What a run's first event means. */
    static Vector<Change> begun(PipelineState state, Instant at) { return Vector.of(new Moved(RunRow.of(state), at)); }

    /** What an event means that took a run from one state to another. */
    static Vector<Change> between(PipelineState before, Event event, PipelineState after, Instant at) {
        var changes = passed(before, event, after, at).appendAll(gates(before.header().run(), before.slots().hold(), event, after.slots().hold(), at));
        var row = RunRow.of(after);
        return row.equals(RunRow.of(before)) ? changes : changes.append(new Moved(row, at));
    }

    /** A gate that was approved beforehand opens and closes at once. */
    private static Vector<Change> passed(PipelineState before, Event event, PipelineState after, Instant at) {
        return event instanceof GateOpened(_, var gate) && after != before && after.slots().hold() instanceof Hold.Idle
                ? Vector.of(new Opened(before.header().run(), gate, at), new Closed(before.header().run(), gate.instance(), Resolution.APPROVED, "approved beforehand", at))
                : Vector.empty();
    }

    private static Vector<Change> gates(String run, Hold before, Event event, Hold after, Instant at) {
        if (before.equals(after)) return Vector.empty();
        Vector<Change> closed = switch (before) {
            case Hold.Idle _         -> Vector.empty();
            case Hold.Open(var gate) -> Vector.of(closed(run, gate, event, at));
        };
        return switch (after) {
            case Hold.Idle _         -> closed;
            case Hold.Open(var gate) -> closed.append(new Opened(run, gate, at));
        };
    }

    private static Change closed(String run, Gate gate, Event event, Instant at) {
        if (event instanceof GateApproved approved) return new Closed(run, gate.instance(), Resolution.APPROVED, approved.feedback(), at);
        if (event instanceof GateRejected rejected) return new Closed(run, gate.instance(), Resolution.REJECTED, rejected.feedback(), at);
        return new Closed(run, gate.instance(), Resolution.WITHDRAWN, "", at);
    }
}
