package dev.foldline.app.workflow;

import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunReference;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/**
 * A task whose run has lost its log, and without which its workflow does not come to an end.
 *
 * @param name of the task
 */
public record LostTask(RunId workflow, String name) {

    /**
     * The task that a lost run has worked on, unless another run does by now or its workflow cannot
     * be looked at.
     */
    public static Optional<LostTask> of(RunDirectory run, Runs runs) throws IOException {
        if (Files.notExists(run.parent())) return Optional.empty();
        try {
            if (!(runs.resolve(Files.readString(run.parent()).strip())
                    instanceof RunReference.Found(var workflow))) return Optional.empty();
            return WorkflowView.of(workflow, runs)
                    .tasks()
                    .find(task -> task.lost().isDefined() && task.run().contains(run.id()))
                    .map(task -> new LostTask(workflow.id(), task.item().id()))
                    .toJavaOptional();
        } catch (UserError unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the command that restarts it, and what remains. */
    public String remedy() {
        return "foldline workflow resume " + workflow + " --reopen";
    }
}
