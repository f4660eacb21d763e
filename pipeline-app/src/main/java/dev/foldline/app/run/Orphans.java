package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Processes whose driver is dead: while one is at work in a tree, another run would take its changes for its own. */
final class Orphans {
    private Orphans() {}

    /**
     * @param own whose processes have been looked after
     * @throws UserError if there is one in this working tree
     */
    static void refuse(Workspace workspace, Optional<RunId> own) throws IOException {
        var marked = Reaper.marked();
        var runs = marked.isEmpty() ? List.<RunDirectory>of() : workspace.runs().newestFirst();
        for (RunDirectory run : runs) {
            if (own.equals(Optional.of(run.id()))) continue;
            var left = marked.stream().filter(one -> one.marker().run().equals(run.id().text())).findFirst();
            if (left.isPresent() && isIn(workspace, run) && RunLock.holder(run.lock()).isEmpty())
                throw new UserError("the driver of run " + run.id() + " is dead, but process " + left.get().pid() + " of it is still at work: "
                        + left.get().command(), workspace.root().toString(), "foldline resume " + run.id() + ", or foldline doctor --fix", ExitCode.LOCKED);
        }
    }

    private static boolean isIn(Workspace workspace, RunDirectory run) {
        return Whereabouts.remembered(run).map(workspace.root()::equals).orElse(true);
    }
}
