package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Spent.Repeats;
import dev.foldline.core.workflow.Step;

/** What follows from a new state by itself, whatever event made it. */
public final class Settle {
    private Settle() {}

    public static PipelineState settled(PipelineState before, PipelineState after) {
        return after == before ? after : passed(nobodyThere(childrenEnded(stuck(before, after))));
    }

    /** A recovery has succeeded when what failed lies behind. */
    private static PipelineState passed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Watching(var failure) && state.at().isAfter(failure.at())
                ? state.with(new Recovery.Passed(failure)) : state;
    }

    /** A role is not even written to while nobody in it can be called. */
    private static PipelineState nobodyThere(PipelineState state) {
        return state.header().isSince(2) && state.expectsWork() && state.currentStep().getOrNull() instanceof Step.Prompt(var role, _)
                ? Remedies.nobodyThere(state, role) : state;
    }

    /** The step of children is done when none is to be started and none runs. */
    private static PipelineState childrenEnded(PipelineState state) {
        if (!state.expectsWork()) return state;
        if (!(state.currentStep().getOrNull() instanceof Step.Children(var name, _))) return state;
        var list = state.items().list(name);
        if (list.exists(item -> item.status() instanceof Item.Todo || item.status() instanceof Item.Running)) return state;
        var failed = list.filter(item -> item.status() instanceof Item.Failed);
        return failed.isEmpty() ? childrenEnded(Moves.stepDone(state))
                : Remedies.after(state, Fault.of(Fault.Kind.CHILD_FAILED, failed.map(Item::id).mkString(", ") + " failed"));
    }

    /** The same deed again and again is a fault of its own. */
    private static PipelineState stuck(PipelineState before, PipelineState after) {
        if (after.header().ticket() == before.header().ticket()) return after;
        return before.slots().inFlight().underway().filter(_ -> !isRefused(after)).map(deed -> {
            var repeats = before.spent().repeats().and(deed.fingerprint());
            return repeats.count() < after.policy().limits().identicalMax()
                    ? after.with(after.spent().withRepeats(repeats)) : mended(before, after, repeats);
        }).getOrElse(after);
    }

    /** A limit is no work that gets nowhere: the same call is made again when it has ended. */
    private static boolean isRefused(PipelineState after) {
        return after.header().isSince(2) && after.slots().retry() instanceof Retry.Waiting(var setback, _)
                && setback.fault().kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
    }

    /** Recovery takes the place of the way back that the outcome took by itself, so that one is paid for and not two. */
    private static PipelineState mended(PipelineState before, PipelineState after, Repeats repeats) {
        var anew = after.with(after.spent().withRepeats(Repeats.NONE));
        boolean recovers = !(after.slots().recovery() instanceof Recovery.Idle || after.slots().recovery() instanceof Recovery.Watching);
        if (recovers) return anew;
        var unspent = after.spent().waysBack() == before.spent().waysBack() ? anew
                : anew.with(anew.spent().withWaysBack(before.spent().waysBack()))
                        .with(before.cursor()).with(before.slots().retry()).with(before.slots().continuation());
        return Remedies.after(unspent, Fault.of(Fault.Kind.STUCK,
                "the same effect " + repeats.count() + " times in a row: " + repeats.fingerprint()));
    }
}
