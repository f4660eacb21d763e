package dev.foldline.effects.sim;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.Spend;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.driver.World;
import dev.foldline.effects.sim.CrashPoint.Moment;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;

/** A world on a virtual clock, in which the seed chooses what happens and what arrives first. */
final class SimulatedWorld implements World {

    private record Underway(long ticket, Deed deed) {}

    /** Refusals in a row after which somebody who answers gives up. */
    private static final int REFUSALS_MAX = 4;

    static final Instant DAWN = Instant.parse("2026-01-01T06:00:00Z");

    private final Circumstances world;
    private final Deeds deeds;
    private final Exchange exchange;
    private final FakeChildren children;
    private final Visitors visitors;
    private final Crashes crashes;
    private final boolean timeless;
    private Instant now = DAWN;
    private Option<Underway> underway = Option.none();
    private Option<Command> atTheDoor = Option.none();
    private Option<PipelineState> shown = Option.none();
    private long lastUnasked = -1;
    private boolean stopping;
    private boolean sessionTold;
    private int refused;

    SimulatedWorld(Circumstances world, FakeRepository repository, Visitors visitors, Crashes crashes, boolean timeless) {
        this.world = world;
        this.exchange = new Exchange(world);
        this.children = new FakeChildren(world.mood(), world.script().precedents().childFailures());
        this.deeds = new Deeds(world, repository, exchange, children);
        this.visitors = visitors;
        this.crashes = crashes;
        this.timeless = timeless;
    }

    /** The process is gone, and with it whatever it had under way. What was sent to it waits at the door. */
    void died() {
        underway = Option.none();
        stopping = false;
    }

    /** What visitors see. */
    void shows(PipelineState state, Event event) {
        shown = Option.of(state);
        refused = 0;
        if (!(event instanceof InputEvent input)) return;
        if (input.isOfChild()) children.heard(input);
        else atTheDoor = Option.none();
    }

    /** Whether anybody will end this wait. */
    boolean stays(Wait wait) {
        if (wait.until().isDefined() || atTheDoor.isDefined() || children.word().isDefined()) return true;
        atTheDoor = refused < REFUSALS_MAX ? shown.flatMap(state -> visitors.answers(state, wait, refused)) : Option.none();
        return atTheDoor.isDefined();
    }

    @Override
    public Event perform(long ticket, Inline effect) {
        return switch (effect) {
            case FileEffect e                        -> exchange.perform(ticket, e);
            case RunEffect.EnterPhase _              -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.OpenGate open             -> new RunEvent.GateOpened(ticket, open.gate());
            case RunEffect.RecordRecovery _          -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile(var of, var deed) -> deeds.seen(of, deed, now);
        };
    }

    @Override
    public void start(long ticket, Deed deed) {
        underway = Option.of(new Underway(ticket, deed));
        stopping = false;
        sessionTold = false;
        crashes.begins(ticket, deed);
        deeds.begin(ticket, deed);
        crashes.at(Moment.IN_DEED);
    }

    @Override
    public void cancel(long ticket) { stopping = underway.exists(each -> each.ticket() == ticket); }

    @Override
    public Arrival next() {
        comesBy();
        var command = command();
        if (underway.isDefined() && (command.isEmpty() || isDeedFirst()))
            return session(underway.get()).getOrElse(() -> reported(underway.get()));
        return command.map(this::asked).getOrElseThrow(() -> new PipelineBug("nothing is under way and nobody comes"));
    }

    @Override
    public Arrival nextUntil(Instant time, Instant known) {
        comesBy();
        var command = command();
        if (command.isDefined() && order().chance(50)) return asked(command.get());
        pass(time);
        return new Arrival.Elapsed(now);
    }

    @Override
    public Instant now() { return now; }

    /** Who asked before asks again before it is done. */
    private boolean isDeedFirst() { return world.script().precedents().isEmpty() && order().chance(50); }

    /** Some agents tell the id of their conversation before they are done. */
    private Option<Arrival> session(Underway each) {
        if (sessionTold || !order().fork("session").chance(30)) return Option.none();
        sessionTold = true;
        return deeds.session(each.deed()).map(id -> new Arrival.Reported(new AgentEvent.SessionStarted(each.ticket(), id)));
    }

    /** A deed that is asked to stop may be done already. */
    private Arrival reported(Underway each) {
        boolean stopped = stopping && isStopped(each.deed());
        if (!timeless) pass(now.plus(deeds.lasts(each.deed())));
        underway = Option.none();
        var event = stopped ? new RunEvent.EffectCancelled(each.ticket(), Spend.millis(500), now)
                : deeds.done(each.ticket(), each.deed(), now);
        if (!stopped) crashes.does(each.ticket(), each.deed(), event);
        crashes.at(Moment.AFTER_DEED);
        return new Arrival.Reported(event);
    }

    private boolean isStopped(Deed deed) {
        var before = world.script().precedents();
        return before.isEmpty() ? world.luck().fork("stop", world.answers().progress()).chance(80) : before.stops(deed, world.answers());
    }

    private Arrival asked(Command command) { return new Arrival.Asked(command, this::replied); }

    private void replied(Either<Rejection, InputEvent> answer) {
        if (answer.isRight()) return;
        atTheDoor = Option.none();
        refused++;
    }

    private Option<Command> command() { return children.word().filter(_ -> childFirst()).orElse(atTheDoor).orElse(children::word); }

    private boolean childFirst() { return atTheDoor.isEmpty() || order().fork("child").chance(50); }

    /** Nobody comes by twice while nothing has changed. */
    private void comesBy() {
        long step = shown.map(state -> state.header().heard() * 1_000_000L + world.answers().deeds()).getOrElse(-1L);
        if (step == lastUnasked || atTheDoor.isDefined()) return;
        lastUnasked = step;
        atTheDoor = shown.flatMap(visitors::comesBy);
        if (atTheDoor.isDefined()) crashes.comesBy();
    }

    private Luck order() { return world.luck().fork("order", world.answers().progress()); }

    private void pass(Instant time) { now = time.isAfter(now) ? time : now; }
}
