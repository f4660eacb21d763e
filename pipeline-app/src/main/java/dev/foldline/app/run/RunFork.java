package dev.foldline.app.run;

import dev.foldline.app.history.ForkPoint;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;

/** Creates forks of runs. */
public final class RunFork {
    private RunFork() {}

    /**
     * Creates a run that starts at a point of another one, on a new branch in a working tree of its
     * own. Nothing is driven yet.
     *
     * @param workflow the workflow of the fork; its branching is replaced
     */
    public static RunDirectory create(Workspace here, ForkPoint fork, Workflow workflow)
            throws IOException {
        var from = fork.point().state();
        var branch =
                here.git()
                        .freeBranchName(
                                from.ledger().repository().branch().getOrElse("foldline/run")
                                        + "-fork");
        var tree =
                new Branching.OwnTree(
                        branch,
                        fork.commit(),
                        from.policy().branching().base(),
                        Vector.empty(),
                        Option.none());
        try (var log =
                RunLauncher.apart(
                        here,
                        id ->
                                new RunStarted(
                                                id.text(),
                                                workflow.with(
                                                        workflow.policy().withBranching(tree)),
                                                from.header().task(),
                                                Pipeline.RULES_VERSION,
                                                Instant.now())
                                        .knowing(Option.of(fork.initialState(branch)))
                                        .defining(fork.started().definition()))) {
            var directory = log.directory();
            try {
                RunLocation.rememberStart(directory, fork.commit(), branch);
                here.git()
                        .addWorktree(
                                RunLocation.forTreeOf(directory.id(), here), branch, fork.commit());
                return directory;
            } catch (IOException | RuntimeException neverBegan) {
                directory.remove();
                throw neverBegan;
            }
        }
    }
}
