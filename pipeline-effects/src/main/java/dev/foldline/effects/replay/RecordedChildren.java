package dev.foldline.effects.replay;

import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.environment.ChildRunLauncher;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Child runs that have started according to the log. They are not driven: what they reported is in
 * the log, and each is replayed by itself.
 */
record RecordedChildren(Path folder, RunContext run, RecordedLog log) implements ChildRunLauncher {

    @Override
    public Event spawn(long ticket, SpawnChild effect) throws IOException {
        var outcome =
                log.outcome(ticket)
                        .getOrElseThrow(
                                () -> new IOException("no child run started for " + ticket));
        if (outcome instanceof ChildSpawned started) place(started.child());
        return outcome;
    }

    @Override
    public Event look(long ticket, SpawnChild effect) throws IOException {
        var next = log.next().map(RecordedLog.Line::event).getOrNull();
        if (!(next instanceof ChildSpawned started) || started.ticket() != ticket)
            return new NotDone(ticket);
        place(started.child());
        return started;
    }

    /** Gives the child a worktree, without its work: no check runs there. */
    private void place(String child) throws IOException {
        var directory =
                new RunDirectory(new RunId(child), run.directory().path().resolveSibling(child));
        Files.createDirectories(directory.path());
        var tree = folder.resolve("tree-of-" + child);
        var home = run.site().home();
        if (!Files.exists(tree))
            home.addWorktree(tree, "foldline-replay-" + child, home.head().commit());
        AtomicFile.replace(directory.place(), tree.toString().getBytes(StandardCharsets.UTF_8));
    }
}
