package dev.foldline.effects.git.watch;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.effects.git.GitFault;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Watches local branches and reports every new commit once, older ones first: when a ref changes,
 * and at the latest after each pause. The listener stores the cursor; reports it has not stored are
 * repeated.
 */
public final class BranchWatcher implements AutoCloseable {

    /** Receives new commits. */
    @FunctionalInterface
    public interface Listener {
        /** Receives a report. The result is whether it was stored; if not, the watcher stops. */
        Future<Boolean> report(SeeCommits news);
    }

    /** A report that is not stored yet, and the cursor after it. */
    private record Reported(Future<Boolean> kept, WatchedBranches known) {}

    private final NewCommits news;
    private final RefFolders folders;
    private final Duration pause;
    private final Listener listener;
    private final Consumer<String> notice;
    private Option<Thread> thread = Option.none();

    /**
     * @param pause the longest time between two checks
     * @param notice receives read errors
     */
    public BranchWatcher(
            NewCommits news,
            RepositoryHistory branches,
            Duration pause,
            Listener listener,
            Consumer<String> notice) {
        this.news = news;
        this.folders = new RefFolders(branches.folder());
        this.pause = pause;
        this.listener = listener;
        this.notice = notice;
    }

    /** Checks once and reports before it returns; later reports come from a separate thread. */
    public synchronized void begin(Option<WatchedBranches> known) {
        folders.arm();
        var first = look(known);
        thread = Option.of(Thread.ofVirtual().name("watcher").start(() -> watch(known, first)));
    }

    private void watch(Option<WatchedBranches> known, Option<Reported> first) {
        try {
            var reported = known;
            for (var news = first; ; news = look(reported)) {
                if (news.isEmpty()) {
                    folders.await(pause);
                    folders.arm();
                } else if (news.get().kept().get()) {
                    reported = news.map(Reported::known);
                } else {
                    return;
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException bug) {
            throw new PipelineBug("the receiver of commits failed", bug);
        }
    }

    /** Commits that cannot be read now are reported later; nothing is skipped. */
    private Option<Reported> look(Option<WatchedBranches> known) {
        try {
            return news.since(known)
                    .map(
                            found ->
                                    new Reported(
                                            listener.report(found),
                                            known.getOrElse(WatchedBranches.NOTHING)
                                                    .after(found.sighting())));
        } catch (GitFault fault) {
            if (fault.kind() != GitFault.Kind.INTERRUPTED)
                notice.accept("commits cannot be seen: " + fault.getMessage());
            return Option.none();
        }
    }

    /** Returns when no more reports follow. */
    @Override
    public synchronized void close() {
        thread.forEach(Thread::interrupt);
        try {
            for (var each : thread) each.join();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        thread = Option.none();
        folders.close();
    }
}
