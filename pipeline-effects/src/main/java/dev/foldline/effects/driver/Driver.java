package dev.foldline.effects.driver;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Cancel;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.EffectBound;

import io.vavr.control.Option;

import java.util.function.Predicate;

/** The driver loop of a run. It makes no decisions of its own. Each run has one driver. */
public final class Driver {

    /** Notified after every event with the decision, the event and the new state. */
    @FunctionalInterface
    public interface Observer {
        void onEvent(Decision decision, Event event, PipelineState state);
    }

    private final RunEnvironment world;
    private final Journal journal;
    private final Predicate<Wait> stays;
    private final Observer observer;
    private long effectsMax;
    private long effectsSinceInput;

    /**
     * @param stays whether to wait for this condition, or to exit with the run suspended
     */
    public Driver(RunEnvironment world, Journal journal, Predicate<Wait> stays, Observer observer) {
        this.world = world;
        this.journal = journal;
        this.stays = stays;
        this.observer = observer;
    }

    /** Drives the run until it ends or reaches a wait that this driver does not stay for. */
    public DriverExit run(PipelineState found) throws InterruptedException {
        effectsMax = 2 * EffectBound.effects(found.workflow());
        var state =
                fold(
                        found,
                        Pipeline.decide(found),
                        new DriverStarted(found.header().epoch() + 1, world.now()));
        while (true) {
            var decision = Pipeline.decide(state);
            // An effect that waits for its turn has not started: after a crash there is nothing to
            // reconcile, and a
            // pause has nothing to cancel.
            var first = world.mayBegin(decision.effect()) ? world.ready() : Option.of(world.next());
            if (first.isDefined()) {
                state = handleInput(state, decision, first.get());
                continue;
            }
            switch (decision.effect()) {
                case Stop(var outcome) -> {
                    return new DriverExit.Ended(state, outcome);
                }
                case Wait wait when !stays.test(wait) -> {
                    return new DriverExit.Suspended(state, wait);
                }
                case Wait wait ->
                        state =
                                handleInput(
                                        state,
                                        decision,
                                        wait.until().isDefined()
                                                ? world.nextUntil(
                                                        wait.until().get(), state.header().now())
                                                : world.next());
                case Await _ -> state = handleInput(state, decision, world.next());
                case Cancel cancel -> {
                    world.cancel(cancel.ticket());
                    state = handleInput(state, decision, world.next());
                }
                case LocalEffect inline ->
                        state =
                                fold(
                                        state,
                                        decision,
                                        world.perform(state.header().ticket(), inline));
                case ExternalEffect effect -> state = start(state, decision, effect);
            }
        }
    }

    /** Logs the intent before the effect starts, and records outside the log that it was logged. */
    private PipelineState start(PipelineState state, Decision decision, ExternalEffect effect) {
        long ticket = state.header().ticket();
        var prepared =
                world.prepare(ticket, effect)
                        .map(event -> fold(state, decision, event))
                        .getOrElse(state);
        var started = fold(prepared, decision, new EffectStarted(ticket, effect));
        journal.forceHead();
        world.start(ticket, effect);
        return started;
    }

    private PipelineState handleInput(PipelineState state, Decision decision, DriverInput arrival) {
        return switch (arrival) {
            case DriverInput.Reported(var event) -> fold(state, decision, event);
            case DriverInput.Wakeup _ -> state;
            case DriverInput.Elapsed(var at) ->
                    fold(state, decision, new WaitElapsed(state.header().ticket(), at));
            case DriverInput.CommandReceived(var command, var message, var reply) -> {
                var answer = Pipeline.admit(state, command);
                var next = answer.fold(_ -> state, event -> fold(state, decision, event, message));
                reply.accept(answer);
                yield next;
            }
        };
    }

    private PipelineState fold(PipelineState state, Decision decision, Event event) {
        return fold(state, decision, event, Option.none());
    }

    /** Logs the event before applying it, so the state never contains more than the log. */
    private PipelineState fold(
            PipelineState state, Decision decision, Event received, Option<String> message) {
        var event = journal.append(received, decision, message);
        var next = Pipeline.reduce(state, event);
        count(next, event);
        observer.onEvent(decision, event, next);
        return next;
    }

    /** Stops a run that breaks its bound on effects, so that a bug cannot run up costs. */
    private void count(PipelineState state, Event event) {
        if (event instanceof CallGuarded) return;
        effectsSinceInput =
                event instanceof InputEvent || event instanceof DriverStarted
                        ? 0
                        : effectsSinceInput + 1;
        if (effectsSinceInput > effectsMax)
            throw new PipelineBug(
                    "more effects than the workflow's bound of "
                            + EffectBound.effects(state.workflow())
                            + " at "
                            + state.cursor());
    }
}
