package dev.foldline.effects.environment;

import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.state.LocalContents;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Head;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Optional;

/** What is in a working tree and in no commit, as the events of git effects name it. */
final class LocalContentReport {
    /** One event can name them, and each effect. */
    private static final int LOCAL_MAX = 5_000;

    /** The next commit reports more. */
    private static final int ADDED_MAX = 100;

    private LocalContentReport() {}

    /** Returns the run's branch with all that belongs to the user in its working tree. */
    static Event opened(
            RunContext run,
            GitHandler.TreeReader trees,
            long ticket,
            Head head,
            Vector<String> kept)
            throws IOException {
        var own = Vector.ofAll(run.git().localContent(run.exclusions(kept)));
        return own.size() > LOCAL_MAX
                ? GitHandler.failed(
                        ticket,
                        Kind.NEEDS_PERSON,
                        "git ignores "
                                + own.size()
                                + " files that are in no folder of their own, more than the "
                                + LOCAL_MAX
                                + " that can be kept out of commits; start with --worktree, or"
                                + " remove them")
                : new BranchOpened(
                        ticket,
                        Option.ofOptional(head.branch()),
                        head.commit(),
                        trees.read(kept.appendAll(LocalContents.NONE.owning(own).excludedPaths()))
                                .tree(),
                        kept,
                        own);
    }

    /** Returns what checks could see, the commit does not contain and was not reported yet. */
    static Vector<LocalContent> added(RunContext run, CommitWork effect, Optional<String> read)
            throws IOException {
        return Vector.ofAll(run.git().localContent(run.exclusions(effect.protectedPaths()), read))
                .filter(each -> each.kind() != LocalContent.Kind.UNTRACKED)
                .removeAll(effect.known())
                .take(ADDED_MAX);
    }
}
