package dev.foldline.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Cancel;
import dev.foldline.core.effect.Control.Stop;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.scenario.EffectSelector.EffectOverride;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A run told as a story: every effect is answered happily, except where the story says what
 * differs.
 */
public final class ScenarioRun {
    private final ScenarioEnvironment world = new ScenarioEnvironment();
    private final Map<EffectOverride, Integer> twists = new LinkedHashMap<>();
    private PipelineState state;
    private Vector<Event> log;
    private Vector<WalkStep> beats = Vector.empty();

    private ScenarioRun(RunEvent.RunStarted started) {
        state = Pipeline.start(started);
        log = Vector.of(started);
    }

    public static ScenarioRun walk(Workflow workflow) {
        return walk(
                new RunEvent.RunStarted(
                        "rstory",
                        workflow,
                        "task",
                        Pipeline.RULES_VERSION,
                        ScenarioEnvironment.DAWN));
    }

    public static ScenarioRun walk(RunEvent.RunStarted started) {
        return new ScenarioRun(started);
    }

    /** What happens differently; the latest that still applies wins. */
    public ScenarioRun but(EffectOverride... different) {
        for (EffectOverride twist : different) twists.put(twist, 0);
        return this;
    }

    /** On until the run ends or waits for somebody. */
    public ScenarioRun toEnd() {
        return until(_ -> false);
    }

    /** On until this is to be done next. */
    public ScenarioRun until(EffectSelector which) {
        return until(which.holds());
    }

    /** On until this is under way. */
    public ScenarioRun during(EffectSelector which) {
        until(which);
        assertThat(next().effect()).isInstanceOf(ExternalEffect.class);
        return submit(
                new RunEvent.EffectStarted(
                        state.header().ticket(), (ExternalEffect) next().effect()));
    }

    /** On until this has been done. */
    public ScenarioRun past(EffectSelector which) {
        return until(which).step();
    }

    private ScenarioRun until(Predicate<Effect> there) {
        long most = EffectBound.effects(state.workflow());
        for (long i = 0; i <= most; i++) {
            if (isOver() || there.test(next().effect())) return this;
            step();
        }
        throw new AssertionError(
                "more effects than the bound of "
                        + most
                        + "; the last: "
                        + beats.takeRight(10).mkString("\n", "\n", "\n"));
    }

    /** The run has ended, or only somebody outside can bring it on. */
    public boolean isOver() {
        return next().effect() instanceof Stop
                || next().effect() instanceof Wait(_, var until) && until.isEmpty();
    }

    /** One decision, carried out. */
    public ScenarioRun step() {
        var decision = next();
        var before = state;
        var event = answer(decision.effect());
        beats = beats.append(new WalkStep(before, decision, event));
        return submit(event);
    }

    private Event answer(Effect effect) {
        return switch (effect) {
            case Wait(_, var until) -> elapsed(until);
            case Await _ -> reply(state.slots().inFlight().running().get());
            case Cancel _ ->
                    new RunEvent.EffectCancelled(
                            state.header().ticket(), ScenarioEnvironment.A_SECOND, world.now());
            case ExternalEffect deed -> startedThenReply(deed);
            case Effect other -> reply(other);
        };
    }

    private Event startedThenReply(ExternalEffect effect) {
        submit(new RunEvent.EffectStarted(state.header().ticket(), effect));
        return reply(effect);
    }

    private Event elapsed(Option<Instant> until) {
        world.passTo(until.get());
        return new RunEvent.WaitElapsed(state.header().ticket(), world.now());
    }

    private Event reply(Effect effect) {
        world.answering(state.header().ticket());
        Option<EffectOverride> reported = Option.none();
        for (var entry : twists.entrySet()) {
            if (!entry.getKey().which().holds().test(effect)) continue;
            int n = entry.getValue() + 1;
            entry.setValue(n);
            if (n >= entry.getKey().which().first() && n <= entry.getKey().which().last())
                reported = Option.of(entry.getKey());
        }
        return reported.map(twist -> twist.reply().to(effect, world))
                .getOrElse(() -> world.answer(effect));
    }

    public ScenarioRun submit(Event... events) {
        for (Event event : events) {
            log = log.append(event);
            state = Pipeline.reduce(state, event);
        }
        return this;
    }

    /** A command that is legal now. */
    public ScenarioRun says(Command command) {
        var admitted = Pipeline.admit(state, command);
        assertThat(admitted.isRight()).as("%s is admitted, not %s", command, admitted).isTrue();
        return submit(admitted.get());
    }

    /** A command that is not legal now; it changes nothing. */
    public Rejection isRefused(Command command) {
        var admitted = Pipeline.admit(state, command);
        assertThat(admitted.isLeft()).as("%s is refused, not %s", command, admitted).isTrue();
        return admitted.getLeft();
    }

    public ScenarioEnvironment world() {
        return world;
    }

    public PipelineState state() {
        return state;
    }

    public Vector<Event> log() {
        return log;
    }

    public Vector<WalkStep> beats() {
        return beats;
    }

    public Decision next() {
        return Pipeline.decide(state);
    }

    public Vector<WalkStep> beats(EffectSelector which) {
        return beats.filter(beat -> which.holds().test(beat.effect()));
    }

    public <E extends Effect> Vector<E> effects(Class<E> type) {
        return beats.map(WalkStep::effect).filter(type::isInstance).map(type::cast);
    }

    public int count(EffectSelector which) {
        return beats(which).size();
    }

    /** The agents called in a role, in order. */
    public Vector<String> agents(String role) {
        return effects(InvokeAgent.class)
                .filter(call -> call.role().equals(role))
                .map(InvokeAgent::agent);
    }

    /** The phases entered: {@code stage.turn.phase}. */
    public Vector<String> phases() {
        return effects(EnterPhase.class)
                .map(
                        enter ->
                                enter.key().stage()
                                        + "."
                                        + enter.key().turn()
                                        + "."
                                        + enter.key().phase());
    }

    /** What was done in a phase, all its executions together. */
    public Vector<String> script(String stage, String phase) {
        return beats.filter(
                        beat ->
                                EffectSelector.place(beat.effect())
                                        .exists(
                                                at ->
                                                        at.stage().equals(stage)
                                                                && at.phase().equals(phase)))
                .map(WalkStep::words);
    }

    /** (attempt, level) of every recovery, in order; a success is (0,0). */
    public Vector<String> recoveries() {
        return states().flatMap(
                        each ->
                                each.slots().recovery() instanceof Recovery.FixDue(var failure)
                                        ? Option.of(trail(each, failure.attempts()))
                                        : each.slots().recovery() instanceof Recovery.Passed
                                                ? Option.of("(0,0)")
                                                : Option.<String>none())
                .foldLeft(
                        Vector.<String>empty(),
                        (all, one) -> all.lastOption().contains(one) ? all : all.append(one));
    }

    private Vector<PipelineState> states() {
        return beats.map(WalkStep::before).append(state);
    }

    private static String trail(PipelineState state, int attempts) {
        return "(" + attempts + "," + state.policy().recovery().level(attempts) + ")";
    }

    public Vector<RecordRecovery> recorded() {
        return effects(RecordRecovery.class);
    }

    public ScenarioRun ends(Outcome outcome) {
        assertThat(state.lifecycle()).as(this::tail).isEqualTo(new Lifecycle.Ended(outcome));
        assertThat(next().effect()).isEqualTo(new Stop(outcome));
        return this;
    }

    public ScenarioRun completes() {
        return ends(Outcome.COMPLETED);
    }

    public ScenarioRun halts(Fault.Kind kind) {
        assertThat(state.slots().recovery()).as(this::tail).isInstanceOf(Recovery.Halted.class);
        assertThat(((Recovery.Halted) state.slots().recovery()).failure().fault().kind())
                .isEqualTo(kind);
        return this;
    }

    public ScenarioRun does(int times, EffectSelector which) {
        assertThat(count(which)).as(this::tail).isEqualTo(times);
        return this;
    }

    public ScenarioRun nextIs(String rule) {
        assertThat(next().rule()).as(this::tail).isEqualTo(rule);
        return this;
    }

    public ScenarioRun nextIs(EffectSelector which) {
        assertThat(next().effect()).as(this::tail).matches(which.holds());
        return this;
    }

    private String tail() {
        return beats.takeRight(12).mkString("\n", "\n", "\n");
    }
}
