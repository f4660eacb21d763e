package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.effects.store.RunLock;
import java.io.IOException;
import java.nio.file.Files;

/** The right to work in a working tree: two runs in one would take each other's changes for their own. */
final class TreeLock {
    private TreeLock() {}

    /** @throws UserError if another run is at work there */
    static RunLock take(Workspace workspace) throws IOException {
        var folder = Files.createDirectories(workspace.git().place().gitFolder().resolve("foldline"));
        return switch (RunLock.take(folder.resolve("driver"))) {
            case RunLock.Taking.Held(var lock) -> lock;
            case RunLock.Taking.Refused refused -> throw new UserError("another run is at work in this working tree: " + refused.message(),
                    workspace.root().toString(), "wait for it, or use a tree of its own: foldline run --worktree", ExitCode.LOCKED);
        };
    }

    /** The same, only to see that nobody is at work there now. */
    static void check(Workspace workspace) throws IOException { take(workspace).close(); }
}
