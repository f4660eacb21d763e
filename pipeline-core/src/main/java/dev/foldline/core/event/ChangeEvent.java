package dev.foldline.core.event;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What was found out about the whole change of a run. */
public sealed interface ChangeEvent extends Event, Event.Answer {

    /** What the change touches. */
    record ChangeCompared(long ticket, ChangeReport report) implements ChangeEvent {}

    /**
     * Files that judge the change are as they were before it.
     *
     * @param tree the tree that would be committed now
     * @param restored paths that were put back; empty if the change touched none
     * @param saved refs with what was in them uncommitted; empty in older logs
     */
    record GuardedRestored(long ticket, String tree, Vector<String> restored, Vector<String> saved)
            implements ChangeEvent {
        /** Nothing was put back. */
        public GuardedRestored(long ticket, String tree) {
            this(ticket, tree, Vector.empty(), Vector.empty());
        }
    }

    /**
     * The tests were tried on a mixture of two trees.
     *
     * @param output id of what the commands printed; none if they printed nothing
     */
    record TestsTried(
            long ticket, Trial trial, TrialResult result, Option<String> output, Spend spend)
            implements ChangeEvent {}
}
