package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Failed;
import dev.foldline.effects.agent.stream.AgentSignal.Quota;
import dev.foldline.effects.agent.stream.AgentSignal.Retrying;
import dev.foldline.effects.agent.stream.AgentSignal.Started;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded;
import java.util.Optional;

/**
 * What is known of a call from its stream so far. Its size does not depend on the stream's.
 *
 * @param latest how the latest turn ended
 * @param retries in a row, without anything in between
 * @param lines heard and understood, blank ones left out
 */
public record StreamState(Optional<Started> started, Optional<TurnEnded> latest, Failures failures, Optional<Quota> quota, Optional<Retrying> retrying,
        int retries, Spending spending, Novelty novelty, Lines lines) {

    public static final StreamState EMPTY = new StreamState(Optional.empty(), Optional.empty(), Failures.NONE, Optional.empty(), Optional.empty(), 0,
            Spending.NOTHING, Novelty.NONE, new Lines(0, 0));

    /** How many lines were understood, and how many were not. */
    public record Lines(long understood, long not) {}

    /** What has failed, by its weight; of each the latest. */
    public record Failures(Optional<Failed> last, Optional<Failed> pending, Optional<Failed> hint) {
        static final Failures NONE = new Failures(Optional.empty(), Optional.empty(), Optional.empty());

        Failures plus(Failed failed) {
            return switch (failed.weight()) {
                case FINAL             -> new Failures(Optional.of(failed), pending, hint);
                case UNLESS_IT_GOES_ON -> new Failures(last, Optional.of(failed), hint);
                case HINT              -> new Failures(last, pending, Optional.of(failed));
            };
        }

        /** What is final stays; what it got over explains no later failure. */
        Failures wentOn() { return pending.isEmpty() && hint.isEmpty() ? this : new Failures(last, Optional.empty(), Optional.empty()); }

        /** Whether nothing that was said excludes a good end. */
        boolean none() { return last.isEmpty() && pending.isEmpty(); }
    }

    /** The state when this has been heard as well. */
    StreamState heard(AgentSignal signal) {
        var known = novelty.plus(signal);
        var told = new StreamState(started, latest, failures, quota, retrying, retries, spending, known, lines);
        return switch (signal) {
            case Started fresh         -> told.begun(fresh);
            case Failed failed         -> told.with(failures.plus(failed));
            case Retrying again        -> told.waiting(again);
            case Quota left            -> new StreamState(started, latest, failures, Optional.of(left), retrying, retries, spending, known, lines);
            case AgentSignal.Usage use -> new StreamState(started, latest, failures, quota, retrying, retries, spending.plus(use), known, lines);
            case TurnEnded ended       -> new StreamState(started, Optional.of(ended), failures, quota, Optional.empty(), 0, spending, known, lines);
            case AgentSignal.Text _, AgentSignal.TextDelta _, AgentSignal.Thinking _, AgentSignal.ToolCall _, AgentSignal.ToolResult _ -> told.wentOn();
            case AgentSignal.SubAgent _, AgentSignal.Warning _, AgentSignal.Unparsed _ -> told;
        };
    }

    private StreamState begun(Started fresh) {
        return started.isPresent() ? this
                : new StreamState(Optional.of(fresh), latest, failures, quota, retrying, retries, spending, novelty, lines);
    }

    private StreamState with(Failures more) { return new StreamState(started, latest, more, quota, retrying, retries, spending, novelty, lines); }

    private StreamState waiting(Retrying again) {
        return new StreamState(started, latest, failures, quota, Optional.of(again), retries + 1, spending, novelty, lines);
    }

    /** The agent works: what it waited for has come, and what it has said before of failing is past. A turn is under way again. */
    private StreamState wentOn() {
        return new StreamState(started, Optional.empty(), failures.wentOn(), quota, Optional.empty(), 0, spending, novelty, lines);
    }

    StreamState counted(boolean understood) {
        var count = understood ? new Lines(lines.understood() + 1, lines.not()) : new Lines(lines.understood(), lines.not() + 1);
        return new StreamState(started, latest, failures, quota, retrying, retries, spending, novelty, count);
    }
}
