package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;

/** Finds the branches of workflows of tasks, and of their tasks, whose work is in the target. */
record LandedBranches(Workspace here, Map<String, String> refs) {
    private static final String HEADS = "refs/heads/";
    private static final String KEPT = "refs/foldline/landed/";

    /**
     * Returns the branches of a workflow that has ended, as long as the target has its last merge.
     * A branch with commits that did not land, or that is checked out, stays.
     */
    Vector<Leftover> of(RunDirectory workflow, PipelineState state) throws IOException {
        if (!hasLanded(state)) return Vector.empty();
        var own = state.ledger().repository();
        var found = landed(workflow, workflow.id().text(), own.branch(), own.head());
        for (var child : state.items().children()) {
            var branch = branch(state, child);
            if (branch.exists(each -> refs.containsKey(HEADS + each)) && isLanded(state, child))
                found = found.appendAll(landed(workflow, child.run(), branch, head(child)));
        }
        return found;
    }

    /**
     * @param head where the branch's run has left it
     */
    private Vector<Leftover> landed(
            RunDirectory workflow, String run, Option<String> branch, Option<String> head)
            throws IOException {
        var name = branch.getOrElse("");
        var commit = Option.of(refs.get(HEADS + name));
        return commit.isDefined() && commit.equals(head) && here.git().checkout(name).isEmpty()
                ? Vector.of(new Leftover.Branch(workflow.id(), name, commit.get(), KEPT + run))
                : Vector.empty();
    }

    private boolean hasLanded(PipelineState state) throws IOException {
        if (!state.lifecycle().equals(new Lifecycle.Ended(Outcome.COMPLETED))) return false;
        var head = state.ledger().repository().head();
        var target =
                state.policy().branching().base().filter(each -> refs.containsKey(HEADS + each));
        return head.isDefined()
                && target.isDefined()
                && here.git().isAncestor(head.get(), HEADS + target.get());
    }

    private static Option<String> branch(PipelineState state, Child child) {
        return child.branch()
                .orElse(
                        state.items()
                                .list(child.list())
                                .find(item -> item.id().equals(child.item()))
                                .flatMap(Item::branch));
    }

    private static boolean isLanded(PipelineState state, Child child) {
        return child.isCompleted() && state.items().done(Tasks.MERGES).contains(child.item());
    }

    private Option<String> head(Child child) throws IOException {
        var run = here.runs().directory(new RunId(child.run()));
        return run.hasStarted()
                ? RunHistory.open(run).latest().state().ledger().repository().head()
                : Option.none();
    }
}
