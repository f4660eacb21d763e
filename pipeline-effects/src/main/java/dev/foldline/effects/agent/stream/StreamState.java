package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Failed;
import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.AgentSignal.Retrying;
import dev.foldline.effects.agent.stream.AgentSignal.Started;
import dev.foldline.effects.agent.stream.AgentSignal.SubAgent;
import dev.foldline.effects.agent.stream.AgentSignal.ToolCall;
import dev.foldline.effects.agent.stream.AgentSignal.ToolResult;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;

import java.util.Optional;

/**
 * The state of a call's stream so far. Its size does not depend on the stream's length.
 *
 * @param latest how the latest turn ended
 * @param retrying the latest retry to reach the provider, without progress since
 * @param retries number of retries in a row
 * @param tools tools that were called and have not returned
 * @param lines number of lines, without blank ones
 */
public record StreamState(
        Optional<Started> started,
        Optional<TurnEnded> latest,
        Failures failures,
        Quotas quotas,
        Optional<Retrying> retrying,
        int retries,
        OpenTools tools,
        CallUsage spending,
        ProgressDetector novelty,
        Lines lines) {

    public static final StreamState EMPTY =
            new StreamState(
                    Optional.empty(),
                    Optional.empty(),
                    Failures.NONE,
                    Quotas.NONE,
                    Optional.empty(),
                    0,
                    OpenTools.NONE,
                    CallUsage.NOTHING,
                    ProgressDetector.NONE,
                    new Lines(0, 0));

    /** The number of parsed and of unknown lines. */
    public record Lines(long understood, long not) {}

    /** The failures, the latest of each weight. */
    public record Failures(Optional<Failed> last, Optional<Failed> pending, Optional<Failed> hint) {
        static final Failures NONE =
                new Failures(Optional.empty(), Optional.empty(), Optional.empty());

        Failures plus(Failed failed) {
            return switch (failed.weight()) {
                case FINAL -> new Failures(Optional.of(failed), pending, hint);
                case UNLESS_IT_GOES_ON -> new Failures(last, Optional.of(failed), hint);
                case HINT -> new Failures(last, pending, Optional.of(failed));
            };
        }

        /** The failure of an earlier turn does not fail one that ended well. */
        Failures endedWell() {
            return last.isEmpty() ? this : new Failures(Optional.empty(), pending, hint);
        }

        /** Final failures remain; failures that the agent overcame do not explain later ones. */
        Failures wentOn() {
            return pending.isEmpty() && hint.isEmpty()
                    ? this
                    : new Failures(last, Optional.empty(), Optional.empty());
        }

        /** Returns whether success is still possible. */
        boolean none() {
            return last.isEmpty() && pending.isEmpty();
        }
    }

    /** Returns the state after this signal. */
    StreamState after(AgentSignal signal) {
        var reported =
                new StreamState(
                        started,
                        latest,
                        failures,
                        quotas,
                        retrying,
                        retries,
                        tools.plus(signal),
                        spending,
                        novelty.plus(signal),
                        lines);
        return switch (signal) {
            case Started fresh -> reported.start(fresh);
            case Failed failed -> reported.failed(failed);
            case Retrying again -> reported.waiting(again);
            case Quota left -> reported.with(quotas.plus(left));
            case AgentSignal.Usage use -> reported.with(spending.plus(use));
            case TurnEnded ended -> reported.ended(ended);
            case AgentSignal.TurnStarted _,
                    AgentSignal.Text _,
                    AgentSignal.TextDelta _,
                    AgentSignal.Thinking _,
                    ToolCall _,
                    ToolResult _ ->
                    reported.wentOn();
            case SubAgent _,
                    AgentSignal.BackgroundTasks _,
                    AgentSignal.Warning _,
                    AgentSignal.Unparsed _ ->
                    reported;
        };
    }

    private StreamState start(Started fresh) {
        return started.isPresent()
                ? this
                : new StreamState(
                        Optional.of(fresh),
                        latest,
                        failures,
                        quotas,
                        retrying,
                        retries,
                        tools,
                        spending,
                        novelty,
                        lines);
    }

    private StreamState with(Failures more) {
        return new StreamState(
                started, latest, more, quotas, retrying, retries, tools, spending, novelty, lines);
    }

    private StreamState with(Quotas more) {
        return new StreamState(
                started, latest, failures, more, retrying, retries, tools, spending, novelty,
                lines);
    }

    private StreamState with(CallUsage more) {
        return new StreamState(
                started, latest, failures, quotas, retrying, retries, tools, more, novelty, lines);
    }

    private StreamState waiting(Retrying again) {
        return new StreamState(
                started,
                latest,
                failures,
                quotas,
                Optional.of(again),
                retries + 1,
                tools,
                spending,
                novelty,
                lines);
    }

    /**
     * Returns whether the last frame ends the call: its turn ended well or failed, and the agent
     * has not continued.
     */
    public boolean isOver() {
        return latest.filter(turn -> turn.goodness() != Goodness.MORE_TO_COME).isPresent();
    }

    /** Returns whether the agent should exit: it is over, and no task runs in the background. */
    public boolean isExitDue() {
        return isOver() && tools.background() == 0;
    }

    /** Returns whether the last frame reports success. */
    boolean isSuccess() {
        return failures.none()
                && latest.filter(turn -> turn.goodness() == Goodness.GOOD).isPresent();
    }

    private StreamState failed(Failed failed) {
        var more = with(failures.plus(failed));
        return failed.weight() == Failed.Weight.FINAL ? more.endedWithFailure() : more;
    }

    /** What it waited for may be the reason. */
    private StreamState endedWithFailure() {
        return new StreamState(
                started,
                Optional.of(TurnEnded.WITH_FAILURE),
                failures,
                quotas,
                retrying,
                retries,
                tools.afterTurn(),
                spending,
                novelty,
                lines);
    }

    private StreamState ended(TurnEnded turn) {
        return new StreamState(
                started,
                Optional.of(turn),
                turn.goodness() == Goodness.GOOD ? failures.endedWell() : failures,
                quotas,
                Optional.empty(),
                0,
                tools.afterTurn(),
                spending,
                novelty,
                lines);
    }

    /**
     * The agent continues: waits and earlier non-final failures are over, and a turn is in progress
     * again.
     */
    private StreamState wentOn() {
        return new StreamState(
                started,
                Optional.empty(),
                failures.wentOn(),
                quotas,
                Optional.empty(),
                0,
                tools,
                spending,
                novelty,
                lines);
    }

    StreamState counted(boolean understood) {
        var count =
                understood
                        ? new Lines(lines.understood() + 1, lines.not())
                        : new Lines(lines.understood(), lines.not() + 1);
        return new StreamState(
                started, latest, failures, quotas, retrying, retries, tools, spending, novelty,
                count);
    }
}
