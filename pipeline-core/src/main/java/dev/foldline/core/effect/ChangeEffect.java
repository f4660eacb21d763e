package dev.foldline.core.effect;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An effect about the whole change of a run. None of them is evidence for a commit. */
public sealed interface ChangeEffect extends ExternalEffect {

    /**
     * Read what the change touches.
     *
     * @param base the commit at which the branch started; none if it is not known
     * @param candidate the prepared merge that is compared; none for the working tree
     * @param checks the commands that judge the change
     */
    record CompareChange(
            EffectKey key,
            Option<String> base,
            Option<Candidate> candidate,
            Guard guard,
            Vector<CommandLine> checks,
            Vector<String> protectedPaths)
            implements ChangeEffect {}

    /**
     * Put back the files that judge the change, as they were before it.
     *
     * @param base the commit at which the branch started; none if it is not known
     * @param checks the commands that judge the change
     */
    record RestoreGuarded(
            EffectKey key,
            Option<String> base,
            Guard guard,
            Vector<CommandLine> checks,
            Vector<String> protectedPaths)
            implements ChangeEffect {}

    /**
     * Run the commands of the checks on a mixture of the tree before and the tree after the change.
     *
     * @param base the commit before the change
     * @param tree the tree after it
     * @param tests the files with tests that it touches
     * @param checkout what a new working tree gets
     */
    record TryTests(
            EffectKey key,
            Vector<CommandLine> commands,
            Trial trial,
            String base,
            String tree,
            TestChanges tests,
            CleanCheckout checkout,
            long deadlineMillis)
            implements ChangeEffect {

        /** Returns how many commands are run if all succeed. */
        public int commandsMax() {
            return checkout.setup().size() + commands.size();
        }
    }
}
