package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * Runs that are not over, each on a branch it made: another that began there would hold its
 * unfinished work as well.
 */
final class UnfinishedBranches {
    private UnfinishedBranches() {}

    /**
     * @throws UserError if the branch of one is checked out here
     */
    static void refuse(Workspace workspace) throws IOException {
        var branch = workspace.git().head().branch();
        if (branch.isEmpty()) return;
        for (var run : UnfinishedRuns.of(workspace.runs())) {
            refuseDamaged(branch.get(), run);
            if (isOn(branch.get(), run))
                throw new UserError(
                        "branch "
                                + branch.get()
                                + " is checked out, and run "
                                + run.id()
                                + " on it is not finished",
                        workspace.root().toString(),
                        RunLocation.start(run)
                                        .map(start -> "git switch " + ShellWord.of(start))
                                        .orElse("check out another branch")
                                + "; or add --worktree; or, to build on it, add --base "
                                + ShellWord.of(branch.get()),
                        ExitCode.FAILED);
        }
    }

    /**
     * Whether a run is over is not known where its log is damaged.
     *
     * @throws UserError if the good part of a damaged log says that the run works on this branch
     */
    static void refuseDamaged(String branch, RunDirectory run) throws IOException {
        if (!Files.exists(run.events())) return;
        var repair = damaged(run);
        if (repair.isEmpty() || !mayBeOn(branch, repair.get().last().state())) return;
        var damage = DamagedLog.of(run.events(), repair.get().damage(), run.id().text());
        throw new UserError(
                "branch "
                        + branch
                        + " is checked out, and the log of run "
                        + run.id()
                        + " on it is damaged: "
                        + damage.message(),
                damage.place(),
                damage.hint(),
                damage.exit());
    }

    /** Nothing if the log is whole, or if not even its first line is good. */
    private static Optional<LogRepair> damaged(RunDirectory run) throws IOException {
        try {
            return LogRepair.of(run);
        } catch (UserError unreadable) {
            return Optional.empty();
        }
    }

    private static boolean mayBeOn(String branch, PipelineState state) {
        return switch (state.policy().branching()) {
            case Branching.NewBranch named ->
                    state.ledger().repository().branch().getOrElse(named.name()).equals(branch);
            case Branching.Stay _ -> false;
            case Branching.OwnTree _, Branching.Titled _ ->
                    state.ledger().repository().branch().contains(branch);
        };
    }

    private static boolean isOn(String branch, RunDirectory run) throws IOException {
        if (!Files.exists(run.events())) return false;
        try {
            var state = RunHistory.open(run).latest().state();
            return !(state.lifecycle() instanceof Lifecycle.Ended)
                    && !(state.policy().branching() instanceof Branching.Stay)
                    && state.ledger().repository().branch().contains(branch);
        } catch (UserError damaged) {
            return false;
        }
    }
}
