package dev.foldline.app.repository;

import dev.foldline.app.error.StorageFailure;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.StateFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of a working tree that a run makes for itself. */
public final class RunTreeFolder {
    private RunTreeFolder() {}

    /**
     * Where a run makes a working tree of its own: a folder named after it, among the trees of this
     * clone in the user's state.
     *
     * @throws UserError if nothing can be made there
     */
    public static Path of(RunId run, Workspace workspace) {
        var trees = RunLocation.ofState(workspace.environment());
        try {
            trees =
                    StateFolder.worktrees(
                                    workspace.environment(), workspace.git().place().commonFolder())
                            .orElse(trees);
            return Files.createDirectories(trees).toRealPath().resolve(run.text());
        } catch (IOException fault) {
            throw StorageFailure.of(fault, trees.toString(), "");
        }
    }

    /**
     * Whether a run without a branch works in a tree of its own: it never enters the checkout of
     * the user instead. To check out a run's branch there is the user's decision.
     */
    static boolean isOnlyPlace(Workspace here, RunDirectory directory, PipelineState state) {
        var trees = RunLocation.ofState(here.environment()).resolve("worktrees");
        return state.ledger().repository().branch().isEmpty()
                && RunLocation.remembered(directory)
                        .filter(tree -> tree.startsWith(real(trees)))
                        .isPresent();
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException absent) {
            return folder;
        }
    }
}
