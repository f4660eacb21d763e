package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.workflow.Step;

/** Transitions that follow from a new state itself, whichever event produced it. */
public final class DerivedTransitions {
    private DerivedTransitions() {}

    public static PipelineState settled(PipelineState before, PipelineState after) {
        return after == before
                ? after
                : passed(
                        noAgentAvailable(
                                AgentFailureHandling.agentAvailable(
                                        childrenEnded(stuck(before, after)))));
    }

    /** A recovery has succeeded when the cursor is past the point of failure. */
    private static PipelineState passed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Watching(var failure)
                        && state.at().isAfter(failure.at())
                ? state.withRecovery(new Recovery.Passed(failure))
                : state;
    }

    /** No prompt is written for a role while none of its agents can be called. */
    private static PipelineState noAgentAvailable(PipelineState state) {
        return state.expectsWork()
                        && state.currentStep().getOrNull() instanceof Step.Prompt(var role, _)
                ? AgentFailureHandling.noAgentAvailable(state, role)
                : state;
    }

    /** The children step is completed when no child remains to be started and none runs. */
    private static PipelineState childrenEnded(PipelineState state) {
        if (!state.expectsWork()) return state;
        if (!(state.currentStep().getOrNull() instanceof Step.Children(var name, _))) return state;
        var list = state.items().list(name);
        if (list.exists(
                item ->
                        item.status() instanceof Item.Todo
                                || item.status() instanceof Item.Running)) return state;
        var failed = list.filter(item -> item.status() instanceof Item.Failed);
        return failed.isEmpty()
                ? childrenEnded(CursorMoves.stepDone(state))
                : FailureHandling.after(
                        state,
                        Fault.of(
                                Fault.Kind.CHILD_FAILED,
                                failed.map(Item::id).mkString(", ") + " failed"));
    }

    /** Repeating the same effect too often is a fault of its own. */
    private static PipelineState stuck(PipelineState before, PipelineState after) {
        if (after.header().ticket() == before.header().ticket()) return after;
        return before.slots()
                .inFlight()
                .running()
                .filter(_ -> !isRefused(after))
                .map(
                        effect -> {
                            var repeats = before.usage().repeats().and(effect.fingerprint());
                            return repeats.count() < after.policy().limits().identicalMax()
                                    ? after.withUsage(after.usage().withRepeats(repeats))
                                    : recover(before, after, repeats);
                        })
                .getOrElse(after);
    }

    /**
     * A refusal because of a limit does not count as a repetition: the same call is made again when
     * the limit ends.
     */
    private static boolean isRefused(PipelineState after) {
        return after.slots().retry() instanceof Retry.Waiting(var setback, _)
                && setback.fault().kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
    }

    /**
     * Recovery replaces the rewind that the outcome made by itself, so that only one is charged.
     */
    private static PipelineState recover(
            PipelineState before, PipelineState after, Repeats repeats) {
        var restarted = after.withUsage(after.usage().withRepeats(Repeats.NONE));
        boolean recovers =
                !(after.slots().recovery() instanceof Recovery.Idle
                        || after.slots().recovery() instanceof Recovery.Watching);
        if (recovers) return restarted;
        var unspent =
                after.usage().rewinds() == before.usage().rewinds()
                        ? restarted
                        : restarted
                                .withUsage(restarted.usage().withRewinds(before.usage().rewinds()))
                                .withCursor(before.cursor())
                                .withRetry(before.slots().retry())
                                .withContinuation(before.slots().continuation());
        return FailureHandling.after(
                unspent,
                Fault.of(
                        Fault.Kind.STUCK,
                        "the same effect "
                                + repeats.count()
                                + " times in a row: "
                                + repeats.fingerprint()));
    }
}
