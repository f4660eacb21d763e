package dev.foldline.core.summary;

import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeReason;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Guard.OnChange;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** In which of several ways a run is done. */
public enum Completion {
    /** Its change is committed, and the user was asked about it where that was due. */
    WITH_COMMITS,
    /** Nothing was committed or merged. */
    NO_COMMITS,
    /** Its change touches what judges it, which was reported only: the user was not asked. */
    REPORT_ONLY;

    /** Returns how the run is done; none if it is not. */
    public static Option<Completion> of(PipelineState state) {
        if (!(state.lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)))
            return Option.none();
        if (CommitSquash.onBranch(state.ledger()).isEmpty() && done(state).isEmpty())
            return Option.of(NO_COMMITS);
        return Option.of(unasked(state).isEmpty() ? WITH_COMMITS : REPORT_ONLY);
    }

    /** Returns the items whose work is done. */
    static Vector<Item> done(PipelineState state) {
        return items(state).filter(item -> item.status() instanceof Item.Done);
    }

    static Vector<Item> items(PipelineState state) {
        return state.workflow()
                .children()
                .map(children -> children.list())
                .distinct()
                .flatMap(state.items()::list);
    }

    /** Returns what was found in the change and reported instead of asked. */
    public static Vector<ChangeReason> unasked(PipelineState state) {
        return state.policy().guard().exists(guard -> guard.onChange() == OnChange.REPORT)
                ? state.ledger()
                        .findings()
                        .changeDecision(state.policy())
                        .toVector()
                        .flatMap(decision -> decision.reasons())
                : Vector.empty();
    }
}
