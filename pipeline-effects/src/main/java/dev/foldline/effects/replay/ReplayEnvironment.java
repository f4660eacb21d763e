package dev.foldline.effects.replay;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.RunEnvironment;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.json.EventComparison;

import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;

/**
 * The environment of a replayed driver. Effects are carried out by the real handlers. Commands and
 * times come from the recorded log, in its order, and so does the death of a driver.
 */
final class ReplayEnvironment implements RunEnvironment {
    private static final Duration LONGEST_EFFECT = Duration.ofMinutes(10);

    private final LocalEnvironment world;
    private final RecordedLog log;
    private final RecordedSource source;
    private final ReplayedTree tree;
    private final ReplayClock clock;
    private Option<Event> played = Option.none();

    ReplayEnvironment(
            LocalEnvironment world,
            RecordedLog log,
            RecordedSource source,
            ReplayedTree tree,
            ReplayClock clock) {
        this.world = world;
        this.log = log;
        this.source = source;
        this.tree = tree;
        this.clock = clock;
    }

    @Override
    public Event perform(long ticket, LocalEffect effect) {
        if (log.isDriverOver()) throw new DriverKilledException();
        if (effect instanceof Reconcile(_, ReleaseWorktree release) && release.child().isDefined())
            return log.next().get().event();
        return recorded(world.perform(ticket, effect));
    }

    @Override
    public boolean mayBegin(Effect next) {
        return world.mayBegin(next);
    }

    @Override
    public Option<Event> prepare(long ticket, ExternalEffect effect) {
        if (log.isDriverOver()) throw new DriverKilledException();
        return world.prepare(ticket, effect);
    }

    /**
     * An effect without an outcome did not survive its driver: the next driver finds its remains.
     */
    @Override
    public void start(long ticket, ExternalEffect effect) {
        var outcome = log.outcome(ticket);
        if (outcome.isEmpty()) return;
        if (PlayedOutcome.isPlayed(effect, outcome.get())) {
            played = outcome;
            return;
        }
        clock.set(outcome.get());
        switch (effect) {
            case InvokeAgent call -> tree.protect(call.excludedPaths());
            case RunCheck check -> tree.protect(check.protectedPaths());
            default -> {}
        }
        try {
            if (Files.exists(source.recording().effectFile(ticket)))
                tree.branches(source.recording().effect(ticket).branches());
            tree.moved(effect, outcome.get());
            if (tree.takesRebase(ticket, effect, outcome.get())) {
                played = outcome;
                return;
            }
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
        world.start(ticket, effect);
    }

    @Override
    public void cancel(long ticket) {
        world.cancel(ticket);
    }

    @Override
    public Option<DriverInput> ready() {
        return log.next()
                .map(RecordedLog.Line::event)
                .filter(InputEvent.class::isInstance)
                .map(DriverInput.Reported::new);
    }

    @Override
    public DriverInput next() throws InterruptedException {
        if (log.isDriverOver()) throw new DriverKilledException();
        var line = log.next().get();
        if (line.event() instanceof InputEvent input) return new DriverInput.Reported(input);
        if (played.isDefined()) {
            var outcome = played.get();
            played = Option.none();
            return new DriverInput.Reported(outcome);
        }
        var now = Instant.now();
        return switch (world.nextUntil(now.plus(LONGEST_EFFECT), now)) {
            case DriverInput.Reported(var event) -> new DriverInput.Reported(recorded(event));
            case DriverInput.Elapsed _ ->
                    throw new ReplayDivergence(line.seq(), "an effect does not end");
            case DriverInput other -> other;
        };
    }

    @Override
    public DriverInput nextUntil(Instant time, Instant known) throws InterruptedException {
        if (log.isDriverOver()) throw new DriverKilledException();
        return log.next().get().event() instanceof WaitElapsed(_, var at)
                ? new DriverInput.Elapsed(at)
                : next();
    }

    @Override
    public Instant now() {
        return log.next().map(RecordedLog.Line::event).getOrNull()
                        instanceof DriverStarted(_, var at)
                ? at
                : Instant.EPOCH;
    }

    /** Takes what came from outside from the recorded event: times, and forbidden changes. */
    private Event recorded(Event event) {
        if (log.next().isEmpty()) return event;
        var theirs = log.next().get().event();
        return theirs instanceof AgentFailed failed
                        && failed.fault().kind() == Fault.Kind.TRESPASS
                        && event instanceof Event.Answer answer
                        && answer.ticket() == failed.ticket()
                ? theirs
                : EventComparison.withRecordedFields(event, theirs);
    }
}
