package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;

/** Reports a run whose log takes no more events. */
final class JournalFailure {
    private JournalFailure() {}

    /**
     * Returns the error of a run whose log takes no more events. The working tree stays as it is;
     * if the run directory was removed, uncommitted work is also saved under a ref.
     */
    static UserError stopped(
            Workspace workspace, RunDirectory directory, PipelineState state, JournalFault fault)
            throws IOException {
        if (Files.exists(directory.events()))
            return StorageFailure.of(
                    new IOException(fault.getMessage(), fault.getCause()),
                    directory.events().toString(),
                    "foldline resume " + directory.id());
        var ref = "refs/foldline/saved/" + directory.id() + "/gone";
        var kept = Exclusions.of(state);
        var saved =
                workspace.site().isThere()
                        && workspace
                                        .git()
                                        .saveWork(
                                                ref,
                                                "Unfinished work of run " + directory.id(),
                                                kept)
                                instanceof SaveOutcome.Saved;
        return new UserError(
                "the folder of run "
                        + directory.id()
                        + " and its log were removed while the run was driven"
                        + (saved
                                ? "; uncommitted work is in the worktree, and saved as " + ref
                                : "; all its work is committed"),
                directory.path().toString(),
                saved ? "git show " + ref : "git log",
                ExitCode.FAILED);
    }
}
