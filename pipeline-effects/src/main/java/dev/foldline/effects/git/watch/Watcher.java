package dev.foldline.effects.git.watch;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.state.Watched;
import dev.foldline.effects.git.GitFault;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Somebody who is told of every new commit on a repository's local branches, once, the older first: when a ref changes, and at the
 * latest after each pause. How far the telling has come is the listener's to keep; what it has not kept is told again.
 */
public final class Watcher implements AutoCloseable {

    /** Who is told. */
    @FunctionalInterface
    public interface Listener {
        /** Takes the news. The answer says whether they are kept, so that they count as told; if not, nobody listens any more. */
        Future<Boolean> tell(SeeCommits news);
    }

    /** News that somebody has taken and not yet kept, and how far the telling will have come then. */
    private record Told(Future<Boolean> kept, Watched known) {}

    private final News news;
    private final RefFolders folders;
    private final Duration pause;
    private final Listener listener;
    private final Consumer<String> notice;
    private Option<Thread> thread = Option.none();

    /**
     * @param pause the longest time between two looks
     * @param notice told what cannot be read
     */
    public Watcher(News news, LocalBranches branches, Duration pause, Listener listener, Consumer<String> notice) {
        this.news = news;
        this.folders = new RefFolders(branches.folder());
        this.pause = pause;
        this.listener = listener;
        this.notice = notice;
    }

    /** Looks once, and tells what it finds, before it returns; everything else is told from a thread of its own. */
    public synchronized void begin(Option<Watched> known) {
        folders.arm();
        var first = look(known);
        thread = Option.of(Thread.ofVirtual().name("watcher").start(() -> watch(known, first)));
    }

    private void watch(Option<Watched> known, Option<Told> first) {
        try {
            var told = known;
            for (var news = first; ; news = look(told)) {
                if (news.isEmpty()) {
                    folders.await(pause);
                    folders.arm();
                } else if (news.get().kept().get()) {
                    told = news.map(Told::known);
                } else {
                    return;
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException bug) {
            throw new PipelineBug("whoever is told of commits failed", bug);
        }
    }

    /** What cannot be read now can be read later: nothing is passed over. */
    private Option<Told> look(Option<Watched> known) {
        try {
            return news.since(known).map(found -> new Told(listener.tell(found), known.getOrElse(Watched.NOTHING).seen(found.sighting())));
        } catch (GitFault fault) {
            if (fault.kind() != GitFault.Kind.INTERRUPTED) notice.accept("commits cannot be seen: " + fault.getMessage());
            return Option.none();
        }
    }

    /** Returns when nothing more is told. */
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
