package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.History;
import dev.foldline.core.state.Life;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;

/** Runs that are not over, each on a branch it made: another that began there would hold its unfinished work as well. */
final class Unfinished {
    private Unfinished() {}

    /** @throws UserError if the branch of one is checked out here */
    static void refuse(Workspace workspace) throws IOException {
        var branch = workspace.git().head().branch();
        if (branch.isEmpty()) return;
        for (var run : workspace.runs().newestFirst()) {
            if (isOn(branch.get(), run))
                throw new UserError("branch " + branch.get() + " is checked out, and run " + run.id() + " on it is not over", workspace.root().toString(),
                        "git switch to yours; or foldline run --worktree; or, to build upon it: --base " + branch.get(), ExitCode.FAILED);
        }
    }

    private static boolean isOn(String branch, RunDirectory run) throws IOException {
        if (!Files.exists(run.events())) return false;
        try {
            var state = History.open(run).latest().state();
            return !(state.life() instanceof Life.Ended) && !(state.policy().branching() instanceof Branching.Stay) && state.ledger().repository().branch().contains(branch);
        } catch (UserError damaged) {
            return false;
        }
    }
}
