package dev.foldline.app.runtime;

import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.projection.runtime.CommitMetadata;
import dev.foldline.core.state.Watched;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.watch.LocalBranches;
import dev.foldline.effects.git.watch.News;
import dev.foldline.effects.git.watch.Watcher;
import dev.foldline.effects.store.RunId;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** The watcher of a workflow's repository: it tells the workflow's driver of new commits for as long as that listens. */
final class Lookout implements AutoCloseable {
    private static final int COMMITS_MAX = 200;

    private final LocalBranches branches;
    private final Watcher watcher;

    private Lookout(LocalBranches branches, Watcher watcher) {
        this.branches = branches;
        this.watcher = watcher;
    }

    /**
     * Watches from now on; what is new already has been told when this returns.
     *
     * @param repository a folder of it
     * @param workflow whose commits, and nobody's, are told: not those that say they were made for another one
     * @param pause the longest time between two looks
     * @param told how far the workflow has been told
     */
    static Lookout on(Path repository, RunId workflow, Duration pause, Option<Watched> told, Consumer<Arrival> driver, Consumer<String> notice) throws GitFault {
        var branches = LocalBranches.of(repository);
        var watcher = new Watcher(new News(branches, COMMITS_MAX, message -> !CommitMetadata.isOfAnother(workflow.text(), message)), branches, pause, news -> tell(driver, news), notice);
        watcher.begin(told);
        return new Lookout(branches, watcher);
    }

    /** The answer comes when the event is on disk; from a driver that has left there comes none, and nothing counts as told. */
    private static Future<Boolean> tell(Consumer<Arrival> driver, SeeCommits news) {
        var kept = new CompletableFuture<Boolean>();
        driver.accept(new Arrival.Asked(news, answer -> kept.complete(answer.fold(refused -> refused.code() == Rejection.Code.ALREADY_HEARD, _ -> true))));
        return kept;
    }

    @Override
    public void close() {
        watcher.close();
        branches.close();
    }
}
