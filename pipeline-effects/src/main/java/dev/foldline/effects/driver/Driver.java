package dev.foldline.effects.driver;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Cancel;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.workflow.Bound;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** The loop that carries a run: it decides nothing and bypasses nothing. One driver per run. */
public final class Driver {

    /** Told after every event: what was decided, what happened, what the state is now. */
    @FunctionalInterface
    public interface Observer {
        void folded(Decision decision, Event event, PipelineState state);
    }

    private final World world;
    private final Journal journal;
    private final Predicate<Wait> stays;
    private final Observer observer;
    private long effectsMax;
    private long effectsSinceInput;

    /** @param stays whether to wait for this here, or to leave the run parked */
    public Driver(World world, Journal journal, Predicate<Wait> stays, Observer observer) {
        this.world = world;
        this.journal = journal;
        this.stays = stays;
        this.observer = observer;
    }

    /** Takes the run up and carries it on until it ends or waits for something nobody here stays for. */
    public Departure run(PipelineState found) throws InterruptedException {
        effectsMax = 2 * Bound.effects(found.workflow());
        var state = fold(found, Pipeline.decide(found), new DriverStarted(found.header().epoch() + 1, world.now()));
        while (true) {
            var decision = Pipeline.decide(state);
            // Whoever waits for a turn has not begun: a crash finds nothing to look for, and a pause nothing to end.
            var first = world.mayBegin(decision.effect()) ? world.ready() : Option.of(world.next());
            if (first.isDefined()) {
                state = hear(state, decision, first.get());
                continue;
            }
            switch (decision.effect()) {
                case Stop(var outcome) -> { return new Departure.Ended(state, outcome); }
                case Wait wait when !stays.test(wait) -> { return new Departure.Parked(state, wait); }
                case Wait wait     -> state = hear(state, decision, wait.until().isDefined()
                        ? world.nextUntil(wait.until().get(), state.header().now()) : world.next());
                case Await _       -> state = hear(state, decision, world.next());
                case Cancel cancel -> { world.cancel(cancel.ticket()); state = hear(state, decision, world.next()); }
                case Inline inline -> state = fold(state, decision, world.perform(state.header().ticket(), inline));
                case Deed deed     -> state = start(state, decision, deed);
            }
        }
    }

    /** The intent is on disk before the deed begins. */
    private PipelineState start(PipelineState state, Decision decision, Deed deed) {
        long ticket = state.header().ticket();
        var started = fold(state, decision, new EffectStarted(ticket, deed));
        world.start(ticket, deed);
        return started;
    }

    private PipelineState hear(PipelineState state, Decision decision, Arrival arrival) {
        return switch (arrival) {
            case Arrival.Reported(var event) -> fold(state, decision, event);
            case Arrival.Called _            -> state;
            case Arrival.Elapsed(var at)     -> fold(state, decision, new WaitElapsed(state.header().ticket(), at));
            case Arrival.Asked(var command, var message, var reply) -> {
                var answer = Pipeline.admit(state, command);
                var next = answer.fold(_ -> state, event -> fold(state, decision, event, message));
                reply.accept(answer);
                yield next;
            }
        };
    }

    private PipelineState fold(PipelineState state, Decision decision, Event event) { return fold(state, decision, event, Option.none()); }

    /** The event is on disk before the state moves, and the state knows no more than the disk. */
    private PipelineState fold(PipelineState state, Decision decision, Event heard, Option<String> message) {
        var event = journal.append(heard, decision, message);
        var next = Pipeline.reduce(state, event);
        count(next, event);
        observer.folded(decision, event, next);
        return next;
    }

    /** Should the laws ever fail, the night ends with a report and not with a bill. */
    private void count(PipelineState state, Event event) {
        effectsSinceInput = event instanceof InputEvent || event instanceof DriverStarted ? 0 : effectsSinceInput + 1;
        if (effectsSinceInput > effectsMax)
            throw new PipelineBug("more effects than the workflow's bound of " + Bound.effects(state.workflow()) + " at " + state.cursor());
    }
}
