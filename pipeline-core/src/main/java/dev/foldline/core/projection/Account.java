package dev.foldline.core.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.Given;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import io.vavr.collection.Vector;
import java.time.Instant;

/**
 * The course of a run as people look it up: folded from its events and the times at which they were appended. The times are
 * for people; nothing is decided by them.
 *
 * @param rejections all of the run, oldest first
 * @param timings one for each execution of a phase, oldest first
 */
public record Account(PipelineState state, Vector<Rejected> rejections, Vector<Timing> timings) {
    private static final int WARNING_FROM = 5;

    /**
     * What a person sent back.
     *
     * @param iteration counts the rejections of the whole run, from 1
     */
    public record Rejected(int iteration, String message, String phase, Instant timestamp) {}

    /** What was said before the run began counts as said. */
    public static Account of(RunStarted begun) {
        var said = begun.given().map(Given::remarks).getOrElse(Vector.empty()).zipWithIndex()
                .map(remark -> new Rejected(remark._2() + 1, remark._1().message(), remark._1().phase(), remark._1().at()));
        return new Account(PipelineState.of(begun), said, Vector.empty());
    }

    /** After one more event. An event that changed nothing is not told. */
    public Account and(Instant at, Event event, PipelineState after) {
        if (after == state) return this;
        var closed = timings.isEmpty() ? timings : timings.update(timings.size() - 1, last -> closed(last, at, event, after));
        return new Account(after, heard(at, event), isNewExecution(after)
                ? closed.append(Timing.begun(phase(after), after.revision(), at)) : closed);
    }

    /** Whether it has been sent back so often that somebody should wonder. */
    public boolean iterationWarning() { return isMany(rejections.size()); }

    /** Whether so many rejections of one run are a reason to wonder. */
    public static boolean isMany(int rejections) { return rejections >= WARNING_FROM; }

    private Vector<Rejected> heard(Instant at, Event event) {
        return event instanceof GateRejected e && answersPhase() ? rejections.append(new Rejected(rejections.size() + 1, e.feedback(), e.gateId(), at)) : rejections;
    }

    private Timing closed(Timing last, Instant at, Event event, PipelineState after) {
        if ((event instanceof GateApproved || event instanceof GateRejected) && answersPhase()) return last.resolvedAt(at);
        var isOver = isNewExecution(after) || after.cursor() instanceof Cursor.Arrived
                || after.currentStep().isEmpty() || RunStatus.of(after) == RunStatus.FAILED;
        return isOver ? last.ended(at) : last;
    }

    /** A freeze interrupts a phase; its answer says nothing of the phase's work. */
    private boolean answersPhase() {
        return state.slots().hold() instanceof Hold.Open(var gate) && gate.origin() == Gate.Origin.PHASE;
    }

    private boolean isNewExecution(PipelineState after) {
        return after.revision() > state.ledger().executions(after.phaseKey());
    }

    private static String phase(PipelineState state) { return state.phase().map(phase -> phase.id()).getOrElse("end"); }
}
