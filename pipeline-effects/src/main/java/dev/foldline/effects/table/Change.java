package dev.foldline.effects.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What an event means for the tables. */
public sealed interface Change {

    /** A gate opened. Its row is named by run and instance, for one gate may open many times. */
    record Opened(String run, Gate gate, Instant at) implements Change {}

    /** An open gate was resolved, or taken away by something that ended the run. */
    record Closed(String run, String instance, Resolution resolution, String feedback, Instant at) implements Change {}

    /** The run stands otherwise than before. */
    record Moved(RunRow row, Instant at) implements Change {}

    /** A workflow of tasks was made. */
    record Created(WorkflowRow row, Instant at) implements Change {}

    /** Whoever watches a workflow of tasks is told this of it. */
    record Told(Broadcast message, Instant at) implements Change {}

    /** How a gate was resolved. */
    enum Resolution { APPROVED, REJECTED, WITHDRAWN }

    /**
     * What a run's first event means.
     *
     * @param texts what an id that is named in the log stands for; empty if it is lost
     */
    static Vector<Change> begun(PipelineState state, Instant at, Function<String, Optional<String>> texts) {
        var moved = Vector.<Change>of(new Moved(RunRow.of(state), at));
        return Broadcast.isTold(state)
                ? moved.append(new Created(WorkflowRow.of(state, texts), at)).appendAll(told(Broadcast.begun(state), at)) : moved;
    }

    /** What an event means that took a run from one state to another. */
    static Vector<Change> between(PipelineState before, Event event, PipelineState after, Instant at) {
        var changes = passed(before, event, after, at).appendAll(gates(before.header().run(), before.slots().hold(), event, after.slots().hold(), at))
                .appendAll(told(Broadcast.between(Option.of(before), event, after), at));
        var row = RunRow.of(after);
        return row.equals(RunRow.of(before)) ? changes : changes.append(new Moved(row, at));
    }

    /** Most events of a workflow change no row: for those the tables are not even opened. */
    private static Vector<Change> told(Vector<Broadcast> messages, Instant at) { return messages.filter(Change::isOfRows).map(message -> new Told(message, at)); }

    private static boolean isOfRows(Broadcast message) {
        return switch (message) {
            case Broadcast.StatusUpdate _, Broadcast.TaskStatusUpdate _, Broadcast.TerminalStatusUpdate _, Broadcast.Error _ -> true;
            case Broadcast.TerminalCompleted _, Broadcast.TerminalMessage _, Broadcast.GitEvent _, Broadcast.Instruction _, Broadcast.Shutdown _ -> false;
        };
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
