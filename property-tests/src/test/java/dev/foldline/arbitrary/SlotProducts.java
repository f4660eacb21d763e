package dev.foldline.arbitrary;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Policy.Deadlines;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.BiConsumer;

/**
 * Every combination of life, slots and kinds of cursor, laid over states from walks. Most are not
 * reachable today: a law that holds on all of them holds by types and not by luck.
 */
public final class SlotProducts {
    private SlotProducts() {}

    private static final int WALKS = TryCounts.PER_LAW / 8 + 5;
    private static final Fault FAULT = Fault.of(Fault.Kind.AGENT_FAILED, "it failed");

    /** Gives each state together with the seed of the walk it lies on. */
    public static void forEach(BiConsumer<Long, PipelineState> check) {
        for (long seed = 1; seed <= WALKS; seed++) {
            var moments = Walk.of(seed).simulation().run().moments();
            var state = moments.get((int) (seed * 7 % moments.size())).after();
            var at = seed;
            over(state).forEach(each -> check.accept(at, each));
        }
    }

    /** All combinations over one state. */
    public static Vector<PipelineState> over(PipelineState state) {
        return cursors(state)
                .flatMap(SlotProducts::lives)
                .flatMap(each -> inFlight(each).map(each::withInFlight))
                .flatMap(each -> holds().map(each::withGate))
                .flatMap(each -> recoveries(each).map(each::withRecovery))
                .flatMap(each -> retries(each).map(each::withRetry))
                .flatMap(each -> continuations().map(each::withContinuation));
    }

    private static Vector<PipelineState> lives(PipelineState state) {
        return Vector.of(
                        Lifecycle.RUNNING,
                        new Lifecycle.Paused(Lifecycle.Urgency.NOW),
                        new Lifecycle.Paused(Lifecycle.Urgency.WHEN_DONE),
                        new Lifecycle.Ended(Outcome.COMPLETED))
                .map(state::withLifecycle);
    }

    private static Vector<PipelineState> cursors(PipelineState state) {
        var stages = state.workflow().stages();
        int stage = (int) (state.header().ticket() % stages.size());
        var phase = stages.get(stage).phases().head();
        var at = new Position(stage, 0, 0, 0);
        return Vector.of(
                        new Cursor.Working(at),
                        new Cursor.Working(at.at(phase.steps().size() / 2)),
                        new Cursor.Working(at.at(phase.steps().size())),
                        new Cursor.Arrived(at),
                        new Cursor.Arrived(new Position(stages.size(), 0, 0, 0)))
                .map(state::withCursor);
    }

    private static Vector<InFlight> inFlight(PipelineState state) {
        ExternalEffect agent =
                new InvokeAgent(
                        state.effectKey(),
                        "worker",
                        "ada",
                        "p",
                        Option.none(),
                        Vector.empty(),
                        Deadlines.DEFAULT,
                        Option.none(),
                        Option.none(),
                        Option.none());
        ExternalEffect saving = new SaveWork(state.effectKey(), Option.none(), Vector.empty());
        long ticket = state.header().ticket();
        return Vector.of(
                InFlight.IDLE,
                new InFlight.Known(ticket, agent),
                new InFlight.Known(ticket, saving),
                new InFlight.Unknown(ticket, agent));
    }

    private static Vector<GateSlot> holds() {
        return Vector.of(
                GateSlot.IDLE,
                new GateSlot.Open(
                        new Gate(
                                "g",
                                "g-1",
                                1,
                                Option.none(),
                                "look",
                                OnReject.REDO,
                                Gate.Origin.FREEZE,
                                Option.none())));
    }

    private static Vector<Recovery> recoveries(PipelineState state) {
        var failure = new Failure(state.at(), FAULT, 1);
        return Vector.of(
                Recovery.IDLE,
                new Recovery.FixDue(failure),
                new Recovery.FixPrompted(failure, "p"),
                new Recovery.CleanDue(failure),
                new Recovery.Watching(failure),
                new Recovery.Passed(failure),
                new Recovery.Halting(failure),
                new Recovery.Halted(failure),
                new Recovery.Ending(Outcome.COMPLETED));
    }

    private static Vector<Retry> retries(PipelineState state) {
        var setback = new Retry.Setback(Retry.Kind.SAME_AGENT, 1, FAULT);
        return Vector.of(
                Retry.IDLE,
                new Retry.Waiting(setback, state.header().now().plusSeconds(9)),
                new Retry.Due(setback),
                new Retry.Running(setback));
    }

    private static Vector<Continuation> continuations() {
        return Vector.of(
                Continuation.IDLE,
                new Continuation.MoreDue(1),
                new Continuation.RedoDue(1),
                new Continuation.Running(Continuation.Kind.MORE, 1),
                new Continuation.Running(Continuation.Kind.REDO, 1));
    }
}
