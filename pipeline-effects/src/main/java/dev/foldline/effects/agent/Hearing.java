package dev.foldline.effects.agent;

import dev.foldline.core.effect.Allowance;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.agent.cli.Activity;
import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.Dialect;
import dev.foldline.effects.agent.stream.Outcome;
import dev.foldline.effects.agent.stream.StreamState;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One call's stream while it comes in: it tells on what the agent tells, and notices when the call should not go on. */
final class Hearing {
    /** So many tries in a row to reach its provider are no progress any more. The command lines themselves give up after ten at most. */
    private static final int RETRIES_MAX = 12;

    /** After so many, what it computes and writes is more of the same. */
    private static final int REPEATS_OF_WORK_MAX = 3;

    /** A tool that says nothing is waited for so many idle deadlines longer. */
    private static final int WAITS_MAX = 2;

    private final AgentStream stream;
    private final long ticket;
    private final Option<Allowance> allowance;
    private final ToldBefore toldBefore;
    private final Consumer<String> activity;
    private final Consumer<SessionStarted> sessions;
    private StreamState state = StreamState.EMPTY;
    private Optional<Stop> stop = Optional.empty();
    private int waits;
    private Runnable ending = () -> {};

    /** Why a call should not go on, though its process would. */
    enum Stop {
        /** It only tries again and again. */
        RETRYING,
        /** It has spent what was set aside for it. */
        ALLOWANCE_SPENT
    }

    /**
     * @param before what the conversation has told already
     * @param activity told what the agent does, in words
     * @param sessions told of the conversation once its id is known
     */
    Hearing(Dialect dialect, long ticket, Option<Allowance> allowance, ToldBefore before, Consumer<String> activity, Consumer<SessionStarted> sessions) {
        this.stream = new AgentStream(dialect);
        this.ticket = ticket;
        this.allowance = allowance;
        this.toldBefore = before;
        this.activity = activity;
        this.sessions = sessions;
    }

    /** How the call is ended, should it not go on. */
    synchronized void onStop(Runnable how) {
        ending = how;
        if (stop.isPresent()) how.run();
    }

    /** Hears a line; whether the agent has got on by it. */
    synchronized boolean line(String line) {
        var before = state;
        var step = stream.step(before, line);
        state = step.state();
        if (speaksFrames()) step.signals().stream().flatMap(Activity::of).forEach(activity);
        else activity.accept(line);
        if (before.started().isEmpty()) state.started().ifPresent(this::tell);
        if (stop.isEmpty()) stop = reason();
        if (stop.isPresent()) ending.run();
        boolean gotOn = state.novelty().steps() > before.novelty().steps();
        if (gotOn) waits = 0;
        return gotOn;
    }

    /**
     * Whether an agent that has said nothing new for as long as it may is at work all the same: it computes or writes, or waits for a tool.
     * Asked each time that this long has passed.
     *
     * @param beats whether it computes or writes
     */
    boolean isAtWork(BooleanSupplier beats) { return hasBegun() && !repeatsItself() && (beats.getAsBoolean() || waitsForTool()); }

    private synchronized boolean repeatsItself() { return state.novelty().repeats() >= REPEATS_OF_WORK_MAX; }

    private synchronized boolean waitsForTool() { return state.tools().any() && waits++ < WAITS_MAX; }

    private void tell(AgentSignal.Started started) {
        if (!started.session().isEmpty())
            sessions.accept(new SessionStarted(ticket, started.session(), Option.ofOptional(started.model()), Option.ofOptional(started.version())));
    }

    private Optional<Stop> reason() {
        if (state.retries() > RETRIES_MAX) return Optional.of(Stop.RETRYING);
        var sofar = state.spending().sofar();
        boolean spent = allowance.exists(most -> exceeds(most.tokensMax(), sofar.tokens()) || exceeds(most.microUsdMax(), sofar.microUsd()));
        return spent ? Optional.of(Stop.ALLOWANCE_SPENT) : Optional.empty();
    }

    /** At its end a call tells all it has cost: what is over then is over, and the call is not ended for it. */
    private boolean exceeds(Option<Long> most, Optional<Long> spent) {
        boolean ended = state.latest().filter(turn -> turn.goodness() == Goodness.GOOD).isPresent();
        return !ended && most.isDefined() && spent.isPresent() && spent.get() >= most.get();
    }

    private boolean speaksFrames() { return stream.dialect().farewell() == Dialect.Farewell.SAID; }

    synchronized Optional<Stop> stop() { return stop; }

    /** Whether anything of the agent's own has been heard. */
    synchronized boolean hasBegun() { return state.novelty().steps() > 0; }

    synchronized Outcome finish(Exit exit, String stderrTail) { return stream.finish(state, exit, stderrTail); }

    synchronized Option<String> session() {
        return Option.ofOptional(state.started().map(AgentSignal.Started::session).filter(id -> !id.isEmpty()));
    }

    /** What it has spent, if this is why it failed: who was refused before its first word has got nothing from its provider. */
    synchronized Spend spend(Duration took, Fault.Kind why) {
        boolean worked = state.novelty().steps() > (state.started().isPresent() ? 1 : 0);
        var told = spend(took);
        return why.isRefusal() && !worked ? new Spend(told.millis(), told.tokens().orElse(Spend.FREE.tokens()), told.microUsd().orElse(Spend.FREE.microUsd())) : told;
    }

    /** What it has spent as far as it told. Who speaks frames and has not said a line has not reached its provider. */
    synchronized Spend spend(Duration took) {
        boolean silent = state.lines().understood() + state.lines().not() == 0;
        if (silent && speaksFrames()) return new Spend(took.toMillis(), Spend.FREE.tokens(), Spend.FREE.microUsd());
        var sofar = state.spending().sofar();
        return new Spend(took.toMillis(), toldBefore.of(Option.ofOptional(sofar.tokens())), Option.ofOptional(sofar.microUsd()));
    }
}
