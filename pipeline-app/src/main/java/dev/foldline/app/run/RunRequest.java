package dev.foldline.app.run;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.error.UserError;
import dev.foldline.app.projection.ImportedRun;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.state.RunSeries;
import dev.foldline.core.workflow.Policy.Branching;

import java.io.IOException;
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
 * @param series the series of runs that it is the first of
 * @param queued the issue of a queue that it is for
 */
public record RunRequest(
        String task,
        Configuration configuration,
        Placement place,
        boolean stacks,
        boolean allowDirty,
        Optional<String> until,
        Optional<ImportedRun> given,
        Optional<DefinedWorkflow> definition,
        Optional<RunSeries> series,
        Optional<QueuedIssueRecord> queued) {

    /**
     * Returns the same, whose workflow file is read from the commit at which the run starts.
     *
     * @throws UserError if the file has problems, or the commit does not contain it
     */
    RunRequest committed(Workspace workspace) throws IOException {
        if (definition.isEmpty()) return this;
        definition.get().workflow(configuration.settings(), new Branching.Stay());
        return new RunRequest(
                task,
                configuration,
                place,
                stacks,
                allowDirty,
                until,
                given,
                Optional.of(definition.get().at(workspace.git(), start(workspace).commit())),
                series,
                queued);
    }

    /** Returns where the run's branch starts. */
    BranchStart start(Workspace workspace) throws IOException {
        return BranchStart.of(workspace, configuration, stacks || place == Placement.IN_PLACE);
    }

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
