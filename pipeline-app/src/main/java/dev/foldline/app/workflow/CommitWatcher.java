package dev.foldline.app.workflow;

import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.watch.BranchWatcher;
import dev.foldline.effects.git.watch.NewCommits;
import dev.foldline.effects.git.watch.RepositoryHistory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Watches the repository of a workflow and reports new commits to its driver until the watcher is
 * closed.
 */
final class CommitWatcher implements AutoCloseable {
    private static final int COMMITS_MAX = 200;

    private final RepositoryHistory branches;
    private final BranchWatcher watcher;

    private CommitWatcher(RepositoryHistory branches, BranchWatcher watcher) {
        this.branches = branches;
        this.watcher = watcher;
    }

    /**
     * Starts watching. New commits have already been reported when this returns.
     *
     * @param branches of the repository; closed with the watcher
     * @param workflow whose commits are reported; commits marked for another workflow are not
     * @param pause the longest time between two polls
     * @param reported the branch positions that the workflow already knows
     */
    static CommitWatcher on(
            RepositoryHistory branches,
            RunId workflow,
            Duration pause,
            Option<WatchedBranches> reported,
            Consumer<DriverInput> driver,
            Consumer<String> notice)
            throws GitFault {
        var watcher =
                new BranchWatcher(
                        new NewCommits(
                                branches,
                                COMMITS_MAX,
                                message -> !CommitMetadata.isOfAnother(workflow.text(), message)),
                        branches,
                        pause,
                        news -> send(driver, news),
                        notice);
        watcher.begin(reported);
        return new CommitWatcher(branches, watcher);
    }

    /**
     * Waits until the event is on disk. If the driver has exited, there is no answer and the
     * commits do not count as reported.
     */
    private static Future<Boolean> send(Consumer<DriverInput> driver, SeeCommits news) {
        var kept = new CompletableFuture<Boolean>();
        driver.accept(
                new DriverInput.CommandReceived(
                        news,
                        answer ->
                                kept.complete(
                                        answer.fold(
                                                refused ->
                                                        refused.code()
                                                                == Rejection.Code.ALREADY_PROCESSED,
                                                _ -> true))));
        return kept;
    }

    @Override
    public void close() {
        watcher.close();
        branches.close();
    }
}
