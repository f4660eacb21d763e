package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * The right to work in a working tree: two runs in one would take each other's changes for their
 * own.
 */
public final class WorktreeLock implements AutoCloseable {
    private final Workspace workspace;
    private Optional<RunLock> lock = Optional.empty();

    private WorktreeLock(Workspace workspace) {
        this.workspace = workspace;
    }

    /**
     * Of a tree that the run is still to make, nothing is taken yet.
     *
     * @throws UserError if another run is at work there
     */
    static WorktreeLock take(Workspace workspace) throws IOException {
        var tree = new WorktreeLock(workspace);
        tree.extend();
        return tree;
    }

    /** Takes the right to the tree if it has come to be there. */
    void extend() throws IOException {
        if (lock.isPresent() || !workspace.site().isThere()) return;
        var folder =
                Files.createDirectories(workspace.git().place().gitFolder().resolve("foldline"));
        lock =
                switch (RunLock.take(folder.resolve("driver"))) {
                    case RunLock.LockAttempt.Held(var held) -> Optional.of(held);
                    case RunLock.LockAttempt.Refused refused ->
                            throw new UserError(
                                    "another run uses this worktree: " + refused.who(),
                                    workspace.root().toString(),
                                    "wait for it, or add --worktree",
                                    ExitCode.LOCKED);
                };
    }

    /** Takes the lock only to check that no run is active there. */
    static void check(Workspace workspace) throws IOException {
        take(workspace).close();
    }

    @Override
    public void close() throws IOException {
        if (lock.isPresent()) lock.get().close();
        lock = Optional.empty();
    }
}
