package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.RunEnvironment;
import dev.foldline.effects.environment.FailureFingerprint;
import dev.foldline.testkit.simulation.CrashPoint.Moment;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * An environment with a virtual clock, in which the seed determines what happens and what arrives
 * first.
 */
final class SimulatedEnvironment implements RunEnvironment {
    private static final Vector<String> CHANGED = Vector.of("work/made.txt");

    private record RunningEffect(long ticket, ExternalEffect effect) {}

    /** Number of rejections in a row after which an actor gives up. */
    private static final int REFUSALS_MAX = 4;

    static final Instant DAWN = Instant.parse("2026-01-01T06:00:00Z");

    private final SimulationContext world;
    private final SimulatedEffects effects;
    private final SimulatedExchange exchange;
    private final FakeChildren children;
    private final ExternalActors visitors;
    private final PendingCrashes crashes;
    private final boolean timeless;
    private Instant now = DAWN;
    private Option<RunningEffect> running = Option.none();
    private Option<Command> atTheDoor = Option.none();
    private Option<PipelineState> shown = Option.none();
    private long lastUnasked = -1;
    private boolean stopping;
    private boolean sessionTold;
    private int refused;

    SimulatedEnvironment(
            SimulationContext world,
            FakeRepository repository,
            ExternalActors visitors,
            PendingCrashes crashes,
            boolean timeless) {
        this.world = world;
        this.exchange = new SimulatedExchange(world);
        this.children = new FakeChildren(world.mood(), world.script().precedents().childFailures());
        this.effects = new SimulatedEffects(world, repository, exchange, children);
        this.visitors = visitors;
        this.crashes = crashes;
        this.timeless = timeless;
    }

    /**
     * Simulates the death of the process and of its effect in progress. Commands sent to it remain
     * queued.
     */
    void died() {
        running = Option.none();
        stopping = false;
    }

    /** Updates what the actors see. */
    void shows(PipelineState state, Event event) {
        shown = Option.of(state);
        refused = 0;
        if (!(event instanceof InputEvent input)) return;
        if (input.isOfChild()) children.accept(input);
        else atTheDoor = Option.none();
    }

    /** Returns whether an actor will end this wait. */
    boolean stays(Wait wait) {
        if (wait.until().isDefined() || atTheDoor.isDefined() || children.word().isDefined())
            return true;
        atTheDoor =
                refused < REFUSALS_MAX
                        ? shown.flatMap(state -> visitors.answers(state, wait, refused))
                        : Option.none();
        return atTheDoor.isDefined();
    }

    @Override
    public Event perform(long ticket, LocalEffect effect) {
        return liken(outcome(ticket, effect));
    }

    private Event outcome(long ticket, LocalEffect effect) {
        return switch (effect) {
            case FileEffect e -> exchange.perform(ticket, e);
            case RunEffect.EnterPhase _ -> new RunEvent.PhaseEntered(ticket, Option.of(now));
            case RunEffect.OpenGate open -> new RunEvent.GateOpened(ticket, open.gate());
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile(var of, var deed) -> effects.observe(of, deed, now);
        };
    }

    @Override
    public void start(long ticket, ExternalEffect effect) {
        running = Option.of(new RunningEffect(ticket, effect));
        stopping = false;
        sessionTold = false;
        crashes.begins(ticket, effect);
        effects.begin(ticket, effect);
        crashes.at(Moment.IN_EFFECT);
    }

    @Override
    public void cancel(long ticket) {
        stopping = running.exists(each -> each.ticket() == ticket);
    }

    @Override
    public DriverInput next() {
        comesBy();
        var command = command();
        if (running.isDefined() && (command.isEmpty() || isEffectFirst()))
            return session(running.get()).getOrElse(() -> reported(running.get()));
        return command.map(this::commandReceived)
                .getOrElseThrow(() -> new PipelineBug("no effect is running and no input is due"));
    }

    @Override
    public DriverInput nextUntil(Instant time, Instant known) {
        comesBy();
        var command = command();
        if (command.isDefined() && order().chance(50)) return commandReceived(command.get());
        pass(time);
        return new DriverInput.Elapsed(now);
    }

    @Override
    public Instant now() {
        return now;
    }

    /** A recorded command is repeated before the effect is completed. */
    private boolean isEffectFirst() {
        return world.script().precedents().isEmpty() && order().chance(50);
    }

    /** Some agents report the id of their conversation before they are done. */
    private Option<DriverInput> session(RunningEffect each) {
        if (sessionTold || !order().fork("session").chance(30)) return Option.none();
        sessionTold = true;
        return effects.session(each.effect())
                .map(
                        id ->
                                new DriverInput.Reported(
                                        new AgentEvent.SessionStarted(each.ticket(), id)));
    }

    /** A cancelled effect may already be completed. */
    private DriverInput reported(RunningEffect each) {
        boolean stopped = stopping && isStopped(each.effect());
        if (!timeless) pass(now.plus(effects.lasts(each.effect())));
        running = Option.none();
        var event =
                stopped
                        ? new RunEvent.EffectCancelled(each.ticket(), Spend.millis(500), now)
                        : liken(effects.perform(each.ticket(), each.effect(), now));
        if (!stopped) crashes.does(each.ticket(), each.effect(), event);
        crashes.at(Moment.AFTER_EFFECT);
        return new DriverInput.Reported(event);
    }

    /** Gives failures their fingerprints, if the rates make them alike. */
    private Event liken(Event event) {
        return switch (world.mood().likeness()) {
            case DIFFERENT -> event;
            case IDENTICAL ->
                    switch (event) {
                        case CheckEvent.CheckPassed passed ->
                                new CheckEvent.CheckPassed(
                                        passed.ticket(),
                                        passed.check(),
                                        passed.before(),
                                        passed.after(),
                                        passed.output(),
                                        passed.spend(),
                                        passed.before().equals(passed.after())
                                                ? Vector.empty()
                                                : CHANGED,
                                        passed.local(),
                                        passed.run());
                        case GitEvent.TreeMoved moved ->
                                new GitEvent.TreeMoved(moved.ticket(), moved.tree(), CHANGED);
                        case Event other -> FailureFingerprint.of(other);
                    };
        };
    }

    private boolean isStopped(ExternalEffect effect) {
        var before = world.script().precedents();
        return before.isEmpty()
                ? world.luck().fork("stop", world.answers().progress()).chance(80)
                : before.stops(effect, world.answers());
    }

    private DriverInput commandReceived(Command command) {
        return new DriverInput.CommandReceived(command, this::replied);
    }

    private void replied(Either<Rejection, InputEvent> answer) {
        if (answer.isRight()) return;
        atTheDoor = Option.none();
        refused++;
    }

    private Option<Command> command() {
        return children.word().filter(_ -> childFirst()).orElse(atTheDoor).orElse(children::word);
    }

    private boolean childFirst() {
        return atTheDoor.isEmpty() || order().fork("child").chance(50);
    }

    /** No command is sent twice in an unchanged state. */
    private void comesBy() {
        long step =
                shown.map(
                                state ->
                                        state.header().lastInput() * 1_000_000L
                                                + world.answers().effects())
                        .getOrElse(-1L);
        if (step == lastUnasked || atTheDoor.isDefined()) return;
        lastUnasked = step;
        atTheDoor = shown.flatMap(visitors::comesBy);
        if (atTheDoor.isDefined()) crashes.comesBy();
    }

    private SeededRandom order() {
        return world.luck().fork("order", world.answers().progress());
    }

    private void pass(Instant time) {
        now = time.isAfter(now) ? time : now;
    }
}
