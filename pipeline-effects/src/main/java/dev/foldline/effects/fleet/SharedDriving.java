package dev.foldline.effects.fleet;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.driver.RunEnvironment;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets a driver publish its run. Before an effect that others can see, the intent is published
 * first. Otherwise the run is published while the effect runs, and the next effect waits for that.
 */
public final class SharedDriving implements AutoCloseable {
    private final HeldLease held;
    private final RunPublisher publisher;
    private final CaptureReader reader;
    private final Supplier<PipelineState> state;
    private final Function<PipelineState, PublishedStatus> status;
    private long captured = -1;

    /**
     * @param state what the log says now
     * @param status what the lease shows of a state
     * @param wake wakes the driver
     */
    public SharedDriving(
            HeldLease held,
            RunContext run,
            Supplier<PipelineState> state,
            Function<PipelineState, PublishedStatus> status,
            Runnable wake,
            Consumer<String> notice) {
        this.held = held;
        this.reader = new CaptureReader(run);
        this.state = state;
        this.status = status;
        this.publisher = new RunPublisher(held, wake, notice);
    }

    /** Returns the environment with effects that wait until the run is published. */
    public RunEnvironment around(RunEnvironment world) {
        return new PublishedEnvironment(world);
    }

    /** Returns the journal, which takes no event once the run may not continue here. */
    public Journal around(Journal log) {
        return new PublishedJournal(log);
    }

    /** Publishes the run's last state and releases the lease. */
    public void finish() throws InterruptedException {
        publisher.await(held.record().lease());
        capture(true);
        publisher.await(held.record().lease());
    }

    private void capture(boolean last) {
        var now = status.apply(state.get());
        if (!last && now.seq() == captured) return;
        try {
            publisher.offer(reader.read(state.get(), held.end()), now, last);
            captured = now.seq();
        } catch (IOException unreadable) {
            throw new JournalFault(
                    "cannot read the run to publish it: " + unreadable.getMessage(), unreadable);
        }
    }

    /** Returns whether others can see the effect before the run is published again. */
    private static boolean isVisible(ExternalEffect effect) {
        return switch (effect) {
            case GitEffect.MergeBranch _, GitEffect.LandMerge _, ForgeEffect _ -> true;
            case GitEffect _ -> false;
            case AgentEffect _, CheckEffect _, ChangeEffect _, ChildEffect _ -> false;
        };
    }

    /** Returns whether the effect changes nothing, so that its loss costs nothing. */
    private static boolean isRead(ExternalEffect effect) {
        return switch (effect) {
            case GitEffect.InspectTree _, GitEffect.ObserveWork _, GitEffect.CountCommits _ -> true;
            case ChangeEffect.CompareChange _ -> true;
            case GitEffect _, ChangeEffect _ -> false;
            case AgentEffect _, CheckEffect _, ChildEffect _, ForgeEffect _ -> false;
        };
    }

    @Override
    public void close() throws InterruptedException {
        publisher.close();
    }

    private final class PublishedJournal implements Journal {
        private final Journal log;
        private Option<ExternalEffect> starting = Option.none();

        private PublishedJournal(Journal log) {
            this.log = log;
        }

        @Override
        public Event append(Event event, Decision decision, Option<String> message) {
            publisher.check();
            starting =
                    event instanceof EffectStarted(_, var effect)
                            ? Option.of(effect)
                            : Option.none();
            return log.append(event, decision, message);
        }

        @Override
        public void forceHead() {
            log.forceHead();
            if (starting.exists(SharedDriving::isRead)) return;
            capture(false);
            if (starting.exists(SharedDriving::isVisible)) await();
        }

        private void await() {
            try {
                publisher.await(held.record().lease());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new JournalFault("interrupted while the run was published", stop);
            }
        }
    }

    private final class PublishedEnvironment implements RunEnvironment {
        private final RunEnvironment world;

        private PublishedEnvironment(RunEnvironment world) {
            this.world = world;
        }

        @Override
        public boolean mayBegin(Effect next) {
            publisher.check();
            return switch (next) {
                case ExternalEffect effect ->
                        !publisher.isExpired()
                                && (isRead(effect) || !publisher.isBehind())
                                && world.mayBegin(effect);
                case Control.Wait wait -> {
                    if (!publisher.isBehind()) capture(false);
                    yield world.mayBegin(wait);
                }
                case Control other -> world.mayBegin(other);
                case LocalEffect local -> world.mayBegin(local);
            };
        }

        @Override
        public Event perform(long ticket, LocalEffect effect) {
            return world.perform(ticket, effect);
        }

        @Override
        public Option<Event> prepare(long ticket, ExternalEffect effect) {
            return world.prepare(ticket, effect);
        }

        @Override
        public void start(long ticket, ExternalEffect effect) {
            world.start(ticket, effect);
        }

        @Override
        public void cancel(long ticket) {
            world.cancel(ticket);
        }

        @Override
        public DriverInput next() throws InterruptedException {
            return world.next();
        }

        @Override
        public DriverInput nextUntil(Instant time, Instant known) throws InterruptedException {
            return world.nextUntil(time, known);
        }

        @Override
        public Option<DriverInput> ready() {
            return world.ready();
        }

        @Override
        public Instant now() {
            return world.now();
        }
    }
}
