package dev.foldline.effects.recording;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.GitEvent.TreeReset;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkSaved;

import io.vavr.control.Option;

/** The commits in the outcomes of git effects. */
public final class RecordedOutcome {
    private RecordedOutcome() {}

    /** Returns the commit that an effect made or found. */
    public static Option<String> commit(Event outcome) {
        return switch (outcome) {
            case WorkCommitted made -> Option.of(made.commit());
            case WorkSaved saved -> saved.commit();
            case BranchRebased rebased -> Option.of(rebased.head());
            case MergePrepared merge -> Option.of(merge.candidate().commit());
            case MergeLanded landed -> Option.of(landed.commit());
            case TreeReset reset -> reset.committed().map(commit -> commit.hash());
            case BranchOpened opened -> Option.of(opened.base());
            case Event _ -> Option.none();
        };
    }
}
