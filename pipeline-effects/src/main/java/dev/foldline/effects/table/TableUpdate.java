package dev.foldline.effects.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.ArtifactReplaced;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.workflow.builtin.Tasks;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** A change of the tables caused by an event. */
public sealed interface TableUpdate {

    /**
     * A gate opened. Its row is identified by run and instance, because a gate may open many times.
     *
     * @param by the user who opened it, if any
     */
    record Opened(String run, Gate gate, Optional<Author> by, Instant at) implements TableUpdate {}

    /**
     * An open gate was resolved, or withdrawn at the end of the run.
     *
     * @param by the user who did so, if any
     */
    record Closed(
            String run,
            String instance,
            Resolution resolution,
            String feedback,
            Optional<Author> by,
            Instant at)
            implements TableUpdate {}

    /** An open gate shows another revision, because the user replaced an artifact. */
    record Revised(String run, Gate gate) implements TableUpdate {}

    /** The status of the run changed. */
    record Moved(RunRow row, Instant at) implements TableUpdate {}

    /** A workflow of tasks was created. */
    record Created(WorkflowRow row, Instant at) implements TableUpdate {}

    /**
     * Tasks were added to a workflow of tasks.
     *
     * @param from number of tasks before
     */
    record Added(WorkflowRow row, int from, Instant at) implements TableUpdate {}

    /** A notification was sent to clients that watch a workflow of tasks. */
    record Message(Broadcast message, Instant at) implements TableUpdate {}

    /** How a gate was resolved. */
    enum Resolution {
        APPROVED,
        REJECTED,
        WITHDRAWN
    }

    /**
     * Returns the changes of a run's first event.
     *
     * @param texts resolves an id in the log to its text; empty if it is lost
     */
    static Vector<TableUpdate> runStarted(
            PipelineState state, Instant at, Function<String, Optional<String>> texts) {
        var moved = Vector.<TableUpdate>of(new Moved(RunRow.of(state), at));
        return Broadcast.isReported(state)
                ? moved.append(new Created(WorkflowRow.of(state, texts), at))
                        .appendAll(ofBroadcasts(Broadcast.workflowStarted(state), at))
                : moved;
    }

    /**
     * Returns the changes of an event that led from one state to another.
     *
     * @param by the user who requested it, if any
     * @param texts as for {@link #runStarted}
     */
    static Vector<TableUpdate> between(
            PipelineState before,
            Event event,
            PipelineState after,
            Instant at,
            Optional<Author> by,
            Function<String, Optional<String>> texts) {
        var changes =
                passed(before, event, after, at)
                        .appendAll(added(before, event, after, at, texts))
                        .appendAll(gates(before, event, after, at, by))
                        .appendAll(
                                ofBroadcasts(
                                        Broadcast.between(Option.of(before), event, after), at));
        var row = RunRow.of(after);
        return row.equals(RunRow.of(before)) ? changes : changes.append(new Moved(row, at));
    }

    private static Vector<TableUpdate> added(
            PipelineState before,
            Event event,
            PipelineState after,
            Instant at,
            Function<String, Optional<String>> texts) {
        return event instanceof InputEvent.ItemsAdded && before != after
                ? Vector.of(
                        new Added(
                                WorkflowRow.of(after, texts),
                                before.items().list(Tasks.TASKS).size(),
                                at))
                : Vector.empty();
    }

    /** Most events of a workflow change no row; the tables are not even opened for those. */
    private static Vector<TableUpdate> ofBroadcasts(Vector<Broadcast> messages, Instant at) {
        return messages.filter(TableUpdate::isOfRows).map(message -> new Message(message, at));
    }

    private static boolean isOfRows(Broadcast message) {
        return switch (message) {
            case Broadcast.StatusUpdate _,
                    Broadcast.TaskStatusUpdate _,
                    Broadcast.TerminalStatusUpdate _,
                    Broadcast.Error _ ->
                    true;
            case Broadcast.MergeProgress _,
                    Broadcast.TerminalCompleted _,
                    Broadcast.TerminalMessage _,
                    Broadcast.GitEvent _,
                    Broadcast.Instruction _,
                    Broadcast.Shutdown _ ->
                    false;
        };
    }

    /** A gate that was approved in advance opens and closes at once. */
    private static Vector<TableUpdate> passed(
            PipelineState before, Event event, PipelineState after, Instant at) {
        return event instanceof GateOpened(_, var gate)
                        && after != before
                        && after.slots().gate() instanceof GateSlot.Idle
                ? Vector.of(
                        new Opened(before.header().run(), gate, Optional.empty(), at),
                        new Closed(
                                before.header().run(),
                                gate.instance(),
                                Resolution.APPROVED,
                                "approved in advance",
                                Optional.empty(),
                                at))
                : Vector.empty();
    }

    private static Vector<TableUpdate> gates(
            PipelineState before,
            Event event,
            PipelineState after,
            Instant at,
            Optional<Author> by) {
        var run = before.header().run();
        if (before.slots().gate().equals(after.slots().gate())) return Vector.empty();
        if (event instanceof ArtifactReplaced
                && after.slots().gate() instanceof GateSlot.Open(var gate))
            return Vector.of(new Revised(run, gate));
        Vector<TableUpdate> closed =
                switch (before.slots().gate()) {
                    case GateSlot.Idle _ -> Vector.empty();
                    case GateSlot.Open(var gate) -> Vector.of(closed(run, gate, event, by, at));
                };
        return switch (after.slots().gate()) {
            case GateSlot.Idle _ -> closed;
            case GateSlot.Open(var gate) -> closed.append(new Opened(run, gate, by, at));
        };
    }

    private static TableUpdate closed(
            String run, Gate gate, Event event, Optional<Author> by, Instant at) {
        if (event instanceof GateApproved approved)
            return new Closed(
                    run, gate.instance(), Resolution.APPROVED, approved.feedback(), by, at);
        if (event instanceof GateRejected rejected)
            return new Closed(
                    run, gate.instance(), Resolution.REJECTED, rejected.feedback(), by, at);
        return new Closed(run, gate.instance(), Resolution.WITHDRAWN, "", by, at);
    }
}
