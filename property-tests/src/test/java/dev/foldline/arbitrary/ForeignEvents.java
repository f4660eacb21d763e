package dev.foldline.arbitrary;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.testkit.script.ReplayedOutcome;
import dev.foldline.testkit.simulation.SeededRandom;

import java.util.ArrayList;
import java.util.List;

/** Events that belong to another run's log, some made to look as if they answered this one. */
public final class ForeignEvents {
    private ForeignEvents() {}

    private static final List<Event> POOL = pool();

    public static List<Event> upTo(int count, SeededRandom luck, PipelineState state) {
        var events = new ArrayList<Event>(count);
        for (int i = 0; i < count; i++) {
            var event = luck.pick(POOL);
            events.add(
                    luck.chance(70)
                            ? readdressed(
                                    event, state.header().ticket(), state.header().lastInput() + 1)
                            : event);
        }
        return events;
    }

    /** The same event, made to answer this ticket, or to be this input. */
    public static Event readdressed(Event event, long ticket, long n) {
        return switch (event) {
            case RunEvent e -> run(e, ticket);
            case InputEvent e -> input(e, n);
            case AgentEvent e -> ReplayedOutcome.to(ticket, e);
            case FileEvent e -> ReplayedOutcome.to(ticket, e);
            case CheckEvent e -> ReplayedOutcome.to(ticket, e);
            case GitEvent e -> ReplayedOutcome.to(ticket, e);
            case ForgeEvent e -> ReplayedOutcome.to(ticket, e);
            case ChildEvent e -> ReplayedOutcome.to(ticket, e);
            case ChangeEvent e -> ReplayedOutcome.to(ticket, e);
        };
    }

    private static Event run(RunEvent event, long ticket) {
        return switch (event) {
            case RunEvent.RunStarted e -> e;
            case RunEvent.DriverStarted e -> e;
            case RunEvent.CallGuarded e -> new RunEvent.CallGuarded(ticket, e.seen(), e.settings());
            case RunEvent.EffectStarted e -> new RunEvent.EffectStarted(ticket, e.effect());
            case RunEvent.NotDone _ -> new RunEvent.NotDone(ticket);
            case RunEvent.EffectCancelled e ->
                    new RunEvent.EffectCancelled(
                            ticket, e.spend(), e.at(), e.reverted(), e.notes());
            case RunEvent.EffectFailed e -> ReplayedOutcome.to(ticket, e);
            case RunEvent.PhaseEntered _ -> new RunEvent.PhaseEntered(ticket);
            case RunEvent.GateOpened e -> new RunEvent.GateOpened(ticket, e.gate());
            case RunEvent.RecoveryRecorded _ -> new RunEvent.RecoveryRecorded(ticket);
            case RunEvent.WaitElapsed e -> new RunEvent.WaitElapsed(ticket, e.at());
        };
    }

    private static Event input(InputEvent event, long n) {
        return switch (event) {
            case InputEvent.Paused e -> new InputEvent.Paused(n, e.urgency());
            case InputEvent.Resumed _ -> new InputEvent.Resumed(n);
            case InputEvent.WaitSkipped e -> new InputEvent.WaitSkipped(n, e.at());
            case InputEvent.Aborted e -> new InputEvent.Aborted(n, e.why());
            case InputEvent.Frozen e -> new InputEvent.Frozen(n, e.gateId(), e.reason());
            case InputEvent.GateApproved e ->
                    new InputEvent.GateApproved(
                            n, e.gateId(), e.instance(), e.revision(), e.feedback(), e.shown());
            case InputEvent.GateRejected e ->
                    new InputEvent.GateRejected(
                            n, e.gateId(), e.instance(), e.revision(), e.feedback(), e.shown());
            case InputEvent.ArtifactReplaced e ->
                    new InputEvent.ArtifactReplaced(
                            n, e.gateId(), e.instance(), e.revision(), e.replacement());
            case InputEvent.RetryGranted e ->
                    new InputEvent.RetryGranted(n, e.preApproved(), e.checks());
            case InputEvent.BudgetRaised e ->
                    new InputEvent.BudgetRaised(n, e.budget(), e.phases());
            case InputEvent.UntilSet e -> new InputEvent.UntilSet(n, e.phase());
            case InputEvent.Called e ->
                    new InputEvent.Called(
                            n, e.requestId(), e.kind(), e.tool(), e.arguments(), e.at());
            case InputEvent.ChildReported e ->
                    new InputEvent.ChildReported(
                            n, e.list(), e.item(), e.spawnTicket(), e.run(), e.seq(), e.report());
            case InputEvent.CommitsSeen e -> new InputEvent.CommitsSeen(n, e.sighting());
            case InputEvent.WorkDeclaredDone e ->
                    new InputEvent.WorkDeclaredDone(n, e.terminal(), e.commit());
            case InputEvent.PullRequestSeen e -> new InputEvent.PullRequestSeen(n, e.observation());
            case InputEvent.ItemsAdded e -> new InputEvent.ItemsAdded(n, e.added());
            case InputEvent.ChildEnded e ->
                    new InputEvent.ChildEnded(n, e.list(), e.item(), e.spawnTicket(), e.report());
        };
    }

    /** Some of the events of some walks. */
    private static List<Event> pool() {
        var pool = new ArrayList<Event>();
        for (long seed = 90_001; seed <= 90_060; seed++) {
            var events = Walk.any(seed).simulation().run().events();
            pool.addAll(events.subList(0, Math.min(60, events.size())));
        }
        return pool;
    }
}
