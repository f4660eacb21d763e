package dev.foldline.app.history;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.run.RunLog;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The runs without an event that were passed over to find one by how far back it is. Those that another run has started do not count.
 *
 * @param runs the newest first
 */
public record PassedOver(RunDirectory found, List<RunDirectory> runs) {
    public PassedOver {
        runs = List.copyOf(runs);
    }

    /** @param reference what the run was found by; one that is named passes over nothing */
    public static PassedOver of(Runs all, String reference, RunDirectory found) throws IOException {
        if (!reference.startsWith("@")) return new PassedOver(found, List.of());
        return new PassedOver(found, all.newestFirst().stream().takeWhile(later -> !later.equals(found)).filter(later -> !later.hasBegun() && Files.notExists(later.parent())).toList());
    }

    /**
     * For what spends or ends something: where the latest run has lost its log, the one before it is not meant unless it is named.
     *
     * @param verb of the command that does it
     */
    public void refuseLost(String verb) throws IOException {
        for (var later : runs) {
            if (isLostAndLater(later))
                throw new UserError("the latest run, " + later.id() + ", has worked, but its log is lost", later.events().toString(),
                        "foldline " + verb + " " + found.id() + ", if you mean that one; what there still is of the other: foldline doctor", ExitCode.FAILED);
        }
    }

    /** Its folder tells when something was last put there or removed; its snapshot, if it has one, how far it had come by then. */
    private boolean isLostAndLater(RunDirectory run) throws IOException {
        var lost = LostLog.of(run, List.of());
        if (lost.isEmpty()) return false;
        var began = found.beganAt();
        // Whoever means a workflow of tasks means no other run.
        var isOfTasks = Workflows.isWorkflow(found);
        return lost.get().seen().map(RunLog.Saved::state).map(state -> !state.header().now().isBefore(began)
                && !(isOfTasks && !state.workflow().name().equals(Tasks.NAME))).orElse(true);
    }
}
