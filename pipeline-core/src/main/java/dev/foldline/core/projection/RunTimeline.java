package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.reduce.RunReducer;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;

import io.vavr.collection.Vector;

import java.time.Duration;
import java.time.Instant;

/**
 * The timeline of a run, folded from its events and the times they were appended. The times are
 * informational; no decision depends on them.
 *
 * @param rejections all rejections of the run, oldest first
 * @param timings one entry for each execution of a phase, oldest first
 * @param counted the time up to which execution and waiting are known
 */
public record RunTimeline(
        PipelineState state,
        Vector<Rejected> rejections,
        Vector<PhaseTiming> timings,
        Instant counted) {
    private static final int WARNING_FROM = 5;

    /**
     * A rejection by the user.
     *
     * @param iteration number of the rejection within the run, from 1
     */
    public record Rejected(int iteration, String message, String phase, Instant timestamp) {}

    /** Rejections from before the start of the run are included. */
    public static RunTimeline of(RunStarted started) {
        var said =
                started.given()
                        .map(InitialState::remarks)
                        .getOrElse(Vector.empty())
                        .zipWithIndex()
                        .map(
                                remark ->
                                        new Rejected(
                                                remark._2() + 1,
                                                remark._1().message(),
                                                remark._1().phase(),
                                                remark._1().at()));
        return new RunTimeline(RunReducer.start(started), said, Vector.empty(), started.at());
    }

    /** Returns the timeline after one more event. An event that changed nothing is ignored. */
    public RunTimeline and(Instant at, Event event, PipelineState after) {
        if (after == state) return this;
        var closed =
                timings.isEmpty()
                        ? timings
                        : timings.update(
                                timings.size() - 1,
                                last -> closed(waited(last, at, event), at, event, after));
        var begins = isNewExecution(event, after);
        return new RunTimeline(
                after,
                rejectionsAfter(at, event),
                begins
                        ? closed.append(PhaseTiming.start(phase(after), execution(after), at))
                        : closed,
                begins || isCounted(event) ? at : counted);
    }

    /** Returns whether the number of rejections deserves a warning. */
    public boolean iterationWarning() {
        return isMany(rejections.size());
    }

    /** Returns whether this number of rejections in one run deserves a warning. */
    public static boolean isMany(int rejections) {
        return rejections >= WARNING_FROM;
    }

    private Vector<Rejected> rejectionsAfter(Instant at, Event event) {
        return event instanceof GateRejected e && answersPhase()
                ? rejections.append(
                        new Rejected(rejections.size() + 1, e.feedback(), e.gateId(), at))
                : rejections;
    }

    private PhaseTiming closed(PhaseTiming last, Instant at, Event event, PipelineState after) {
        if ((event instanceof GateApproved || event instanceof GateRejected) && answersPhase())
            return last.resolvedAt(at);
        var isOver =
                isNewExecution(event, after)
                        || after.cursor() instanceof Cursor.Arrived
                        || after.currentStep().isEmpty()
                        || RunStatus.of(after) == RunStatus.FAILED;
        return isOver ? last.ended(at) : last;
    }

    private PhaseTiming waited(PhaseTiming last, Instant at, Event event) {
        return isWaiting() || event instanceof DriverStarted || event instanceof WaitElapsed
                ? last.waited(Duration.between(counted, at))
                : last;
    }

    /**
     * Input that arrives while the run does not wait may come without a driver. Only the next event
     * shows whether a driver was running.
     */
    private boolean isCounted(Event event) {
        return isWaiting() || !(event instanceof InputEvent);
    }

    /** A call in progress continues while the run is held. */
    private boolean isWaiting() {
        var slots = state.slots();
        return slots.inFlight().running().isEmpty()
                && (state.lifecycle() instanceof Lifecycle.Paused
                        || slots.gate() instanceof GateSlot.Open
                        || slots.retry() instanceof Retry.Waiting
                        || slots.recovery() instanceof Recovery.Halted);
    }

    /** A freeze interrupts a phase; its resolution does not concern the phase's work. */
    private boolean answersPhase() {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                && gate.origin() == Gate.Origin.PHASE;
    }

    /** A replaced artifact is a new revision of the same execution. */
    private boolean isNewExecution(Event event, PipelineState after) {
        return !(event instanceof InputEvent.ArtifactReplaced)
                && after.revision() > state.ledger().executions(after.phaseKey());
    }

    /** Returns the number of the phase's execution; replaced artifacts do not count. */
    private int execution(PipelineState after) {
        if (after.revision() == 1) return 1;
        var phase = phase(after);
        int first = timings.lastIndexWhere(timing -> timing.name().equals(phase));
        return first < 0
                ? after.revision()
                : 1 + timings.drop(first).count(timing -> timing.isOf(phase));
    }

    private static String phase(PipelineState state) {
        return state.phase().map(phase -> phase.id()).getOrElse("end");
    }
}
