package dev.foldline.app.run;

import dev.foldline.app.history.ForkPoint;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunTreeFolder;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.git.local.RecordedObjects;
import dev.foldline.effects.recording.RecordedHead;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
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
                var root = RunTreeFolder.of(directory.id(), here);
                here.git().addWorktree(root, branch, fork.commit());
                for (var work : fork.work()) restore(here, from.header().run(), root, work);
                return directory;
            } catch (IOException | RuntimeException neverBegan) {
                directory.remove();
                throw neverBegan;
            }
        }
    }

    /** Changes the files of a new working tree to those that were recorded. */
    private static void restore(Workspace here, String run, Path root, RecordedHead work)
            throws IOException {
        var recording = new RunRecording(here.runs().directory(new RunId(run)));
        try (var objects = RecordedObjects.in(here.git().place().commonFolder(), recording.ref())) {
            objects.restore(root, here.git().commit(work.commit()).tree(), work.tree());
        }
    }
}
