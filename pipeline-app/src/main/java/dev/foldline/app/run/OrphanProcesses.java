package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.process.Reaper.Marked;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * Processes whose driver is dead: while one is at work in a tree, another run would take its
 * changes for its own.
 */
final class OrphanProcesses {
    private OrphanProcesses() {}

    /**
     * @param own whose processes have been looked after
     * @param marked all that work, or worked just now, for some run
     * @throws UserError if one still runs in this working tree
     */
    static void refuse(Workspace workspace, Optional<RunId> own, List<Marked> marked)
            throws IOException {
        for (var one : marked) {
            if (!RunId.isRunId(one.marker().run())) continue;
            var run = workspace.runs().directory(new RunId(one.marker().run()));
            if (own.equals(Optional.of(run.id()))
                    || Files.notExists(run.path())
                    || !isIn(workspace, run)
                    || isElsewhere(workspace, run, one)
                    || RunLock.holder(run.lock()).isPresent()
                    // Last: one that exits meanwhile shows no folder any more.
                    || !one.isRunning()) continue;
            throw new UserError(
                    "the driver of run "
                            + run.id()
                            + " is dead, but process "
                            + one.pid()
                            + " of it is still running: "
                            + one.command(),
                    workspace.root().toString(),
                    "foldline resume " + run.id() + ", or foldline doctor --fix",
                    ExitCode.LOCKED);
        }
    }

    /**
     * Another clone on this machine may drive a shared run, in a tree of its own. A process chooses
     * its folder, so that alone does not tell whose it is.
     */
    private static boolean isElsewhere(Workspace workspace, RunDirectory run, Marked one)
            throws IOException {
        var tree = workspace.root().toRealPath();
        return one.folder().filter(folder -> !folder.startsWith(tree)).isPresent()
                && RunSharing.isElsewhere(workspace, run);
    }

    private static boolean isIn(Workspace workspace, RunDirectory run) {
        return RunLocation.remembered(run).map(workspace.root()::equals).orElse(true);
    }
}
