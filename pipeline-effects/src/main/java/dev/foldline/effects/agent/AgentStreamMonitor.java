package dev.foldline.effects.agent;

import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.state.Allowance;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.effects.agent.cli.AgentActivity;
import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.StreamFormat;
import dev.foldline.effects.agent.stream.StreamState;
import dev.foldline.effects.process.RunningProcess.Expectation;
import dev.foldline.effects.redact.TextEnd;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Monitors the stream of one call: forwards activity, and detects when the call should end. */
final class AgentStreamMonitor {
    /**
     * After this many retries in a row, reaching the provider no longer counts as progress. The
     * CLIs themselves give up after ten at most.
     */
    private static final int RETRIES_MAX = 12;

    /** After this many repetitions, computing and writing no longer count as progress. */
    private static final int REPEATS_OF_WORK_MAX = 3;

    /** Of a text in parts, the end is kept. */
    private static final int WORDS_CHARS_MAX = 100_000;

    /** The number of additional idle deadlines for which a silent tool is awaited. */
    private static final int WAITS_MAX = 2;

    private final AgentStream stream;
    private final long ticket;
    private final Option<Allowance> allowance;
    private final PriorUsage toldBefore;
    private final Consumer<String> activity;
    private final Consumer<SessionStarted> sessions;
    private StreamState state = StreamState.EMPTY;
    private Optional<Stop> stop = Optional.empty();
    private int waits;
    private String lastWords = "";
    private Runnable ending = () -> {};
    private Consumer<Expectation> expectations = _ -> {};
    private Option<Price> price = Option.none();

    /** Why a call should end although its process continues. */
    enum Stop {
        /** It only retries. */
        RETRYING,
        /** It has exhausted its allowance. */
        ALLOWANCE_SPENT
    }

    /**
     * @param before usage that the conversation has already reported
     * @param activity receives a description of the agent's activity
     * @param sessions notified of the conversation once its id is known
     */
    AgentStreamMonitor(
            StreamFormat dialect,
            long ticket,
            Option<Allowance> allowance,
            PriorUsage before,
            Consumer<String> activity,
            Consumer<SessionStarted> sessions) {
        this.stream = new AgentStream(dialect);
        this.ticket = ticket;
        this.allowance = allowance;
        this.toldBefore = before;
        this.activity = activity;
        this.sessions = sessions;
    }

    /** Sets the price by which the cost is estimated if the agent reports none. */
    synchronized void estimateBy(Option<Price> tokens) {
        price = tokens;
    }

    /** Sets how the call is ended if it should not continue. */
    synchronized void onStop(Runnable how) {
        ending = how;
        if (stop.isPresent()) how.run();
    }

    /** Sets what is done when the agent has ended its last turn, or continues after it. */
    synchronized void onExpectation(Consumer<Expectation> how) {
        expectations = how;
        if (state.isExitDue()) how.accept(Expectation.EXIT);
    }

    /** Processes a line and returns whether the agent has made progress. */
    synchronized boolean line(String line) {
        var before = state;
        var step = stream.step(before, line);
        state = step.state();
        if (speaksFrames()) {
            step.signals().forEach(this::recordWords);
            step.signals().stream().flatMap(AgentActivity::of).forEach(activity);
        } else activity.accept(line);
        if (before.started().isEmpty()) state.started().ifPresent(this::notifyStarted);
        if (stop.isEmpty()) stop = reason();
        if (stop.isPresent()) ending.run();
        if (state.isExitDue() != before.isExitDue())
            expectations.accept(state.isExitDue() ? Expectation.EXIT : Expectation.WORK);
        boolean gotOn = state.novelty().steps() > before.novelty().steps();
        if (gotOn) waits = 0;
        return gotOn;
    }

    /** What comes after a tool's call is said anew. */
    private void recordWords(AgentSignal signal) {
        lastWords =
                switch (signal) {
                    case AgentSignal.Text(var text) when !text.isBlank() -> text;
                    case AgentSignal.TextDelta(var text) ->
                            TextEnd.of(lastWords + text, WORDS_CHARS_MAX);
                    case AgentSignal.ToolCall _, AgentSignal.TurnStarted _ -> "";
                    case AgentSignal.Text _,
                            AgentSignal.Started _,
                            AgentSignal.Thinking _,
                            AgentSignal.ToolResult _,
                            AgentSignal.SubAgent _,
                            AgentSignal.Retrying _,
                            AgentSignal.BackgroundTasks _,
                            AgentSignal.Quota _,
                            AgentSignal.Usage _,
                            AgentSignal.TurnEnded _,
                            AgentSignal.Warning _,
                            AgentSignal.Failed _,
                            AgentSignal.Unparsed _ ->
                            lastWords;
                };
    }

    /**
     * Returns what the agent said last.
     *
     * @param output the end of the output of an agent without frames
     */
    synchronized String lastWords(String output) {
        return speaksFrames() ? lastWords : output;
    }

    /**
     * Returns whether an agent that has been silent for its idle deadline is still working: it
     * computes or writes, or waits for a tool. It is called whenever the deadline has passed.
     *
     * @param beats whether it computes or writes
     */
    boolean isAtWork(BooleanSupplier beats) {
        return hasBegun() && !repeatsItself() && (beats.getAsBoolean() || waitsForTool());
    }

    private synchronized boolean repeatsItself() {
        return state.novelty().repeats() >= REPEATS_OF_WORK_MAX;
    }

    private synchronized boolean waitsForTool() {
        return state.tools().any() && waits++ < WAITS_MAX;
    }

    private void notifyStarted(AgentSignal.Started started) {
        if (!started.session().isEmpty())
            sessions.accept(
                    new SessionStarted(
                            ticket,
                            started.session(),
                            Option.ofOptional(started.model()),
                            Option.ofOptional(started.version())));
    }

    private Optional<Stop> reason() {
        if (state.retries() > RETRIES_MAX) return Optional.of(Stop.RETRYING);
        var sofar = state.spending().sofar();
        boolean spent =
                allowance.exists(
                        most ->
                                exceeds(most.tokensMax(), sofar.tokens())
                                        || exceeds(
                                                most.microUsdMax(),
                                                sofar.microUsd()
                                                        .or(() -> estimate().toJavaOptional())));
        return spent ? Optional.of(Stop.ALLOWANCE_SPENT) : Optional.empty();
    }

    /**
     * A call reports its total cost when it has ended, so it is not ended for exceeding its
     * allowance then.
     */
    private boolean exceeds(Option<Long> most, Optional<Long> spent) {
        boolean ended = state.latest().filter(turn -> turn.goodness() == Goodness.GOOD).isPresent();
        return !ended && most.isDefined() && spent.isPresent() && spent.get() >= most.get();
    }

    private boolean speaksFrames() {
        return stream.dialect().farewell() == StreamFormat.Farewell.SAID;
    }

    synchronized Optional<Stop> stop() {
        return stop;
    }

    /** Returns whether the agent has produced any output of its own. */
    synchronized boolean hasBegun() {
        return state.novelty().steps() > 0;
    }

    /** Returns whether the last frame ends the call. */
    synchronized boolean isOver() {
        return state.isOver();
    }

    /** Returns whether the last frame reports success. */
    synchronized boolean isSuccess() {
        return speaksFrames()
                && stream.finish(state, new Exit.Overdue(), "") instanceof CallOutcome.Done;
    }

    synchronized CallOutcome finish(Exit exit, String stderrTail) {
        return stream.finish(state, exit, stderrTail);
    }

    synchronized Option<String> session() {
        return Option.ofOptional(
                state.started().map(AgentSignal.Started::session).filter(id -> !id.isEmpty()));
    }

    /**
     * Returns the usage given the reason for the failure: an agent rejected before its first output
     * has used nothing.
     */
    synchronized Spend spend(Duration took, Fault.Kind why) {
        boolean worked = state.novelty().steps() > (state.started().isPresent() ? 1 : 0);
        var reported = spend(took);
        return why.isRefusal() && !worked
                ? new Spend(
                        reported.millis(),
                        reported.tokens().orElse(Spend.FREE.tokens()),
                        reported.estimated().isDefined()
                                ? reported.microUsd()
                                : reported.microUsd().orElse(Spend.FREE.microUsd()),
                        reported.estimated())
                : reported;
    }

    /**
     * Returns the reported usage. A CLI with frames that has printed no line has not reached its
     * provider.
     */
    synchronized Spend spend(Duration took) {
        boolean silent = state.lines().understood() + state.lines().not() == 0;
        if (silent && speaksFrames())
            return new Spend(took.toMillis(), Spend.FREE.tokens(), Spend.FREE.microUsd());
        var sofar = state.spending().sofar();
        return new Spend(
                took.toMillis(),
                toldBefore.of(Option.ofOptional(sofar.tokens())),
                Option.ofOptional(sofar.microUsd()),
                estimate());
    }

    /** Returns the estimated cost of this call; none if it used another model than requested. */
    private Option<Long> estimate() {
        var sofar = state.spending().sofar();
        var used = state.started().flatMap(AgentSignal.Started::model);
        return price.filter(each -> used.map(each::isOf).orElse(true))
                .flatMap(each -> Option.ofOptional(sofar.cost(each)))
                .flatMap(all -> toldBefore.ofCost(all, Option.ofOptional(sofar.tokens())));
    }
}
