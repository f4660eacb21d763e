package dev.foldline.app.run;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.projection.ImportedRun;

import java.util.Optional;

/**
 * What {@code foldline run} was asked to do.
 *
 * @param task the text of the task
 * @param place where the work is done
 * @param given what was done before, as two files tell it
 * @param definition the workflow, if a user wrote it
 * @param stacks whether the branch of a run before is built upon, if it is checked out
 * @param allowDirty whether uncommitted work of the user may stay where it is
 */
public record RunRequest(
        String task,
        Configuration configuration,
        Placement place,
        boolean stacks,
        boolean allowDirty,
        Optional<String> until,
        Optional<ImportedRun> given,
        Optional<DefinedWorkflow> definition) {

    /** Where a run works. */
    public enum Placement {
        /** In this working tree, on a new branch. */
        NEW_BRANCH,
        /** In this working tree, on the branch that is checked out. */
        IN_PLACE,
        /** In a working tree of its own. */
        WORKTREE
    }
}
