package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.util.List;

/**
 * The runs without an event that were passed over to find one by how far back it is. Those that
 * another run has started do not count.
 *
 * @param runs the newest first
 */
public record SkippedRuns(RunDirectory found, List<RunDirectory> runs) {
    public SkippedRuns {
        runs = List.copyOf(runs);
    }

    /**
     * @param reference what the run was found by; one that is named passes over nothing
     */
    public static SkippedRuns of(Runs all, String reference, RunDirectory found)
            throws IOException {
        if (!reference.startsWith("@")) return new SkippedRuns(found, List.of());
        return new SkippedRuns(
                found,
                all.index()
                        .latestFirst()
                        .takeWhile(later -> !later.run().equals(found))
                        .filter(later -> !later.isChild() && !later.run().hasStarted())
                        .map(RunEntry::run)
                        .toList());
    }

    /**
     * For what spends or ends something: where the latest run has lost its log, the one before it
     * is not meant unless it is named.
     *
     * @param verb of the command that does it
     */
    public void refuseLost(String verb) throws IOException {
        for (var later : runs) {
            if (isLostAndLater(later))
                throw new UserError(
                        "the log of the latest run, " + later.id() + ", is lost",
                        later.events().toString(),
                        "foldline "
                                + verb
                                + " "
                                + found.id()
                                + ", for the previous run; to see what remains of the latest:"
                                + " foldline doctor",
                        ExitCode.FAILED);
        }
    }

    /**
     * Its folder tells when something was last put there or removed; its snapshot, if it has one,
     * how far it had come by then.
     */
    private boolean isLostAndLater(RunDirectory run) throws IOException {
        var lost = LostLog.of(run, List.of());
        if (lost.isEmpty()) return false;
        var began = found.beganAt();
        // A command for a workflow of tasks applies to no other run.
        var isOfTasks = WorkflowLookup.isWorkflow(found);
        return lost.get()
                .seen()
                .map(RunLog.Saved::state)
                .map(
                        state ->
                                !state.header().now().isBefore(began)
                                        && !(isOfTasks
                                                && !state.workflow().name().equals(Tasks.NAME)))
                .orElse(true);
    }
}
