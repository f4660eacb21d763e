package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunEntry;
import dev.foldline.effects.store.RunReference;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/** Finds workflows among the runs. */
public final class WorkflowLookup {
    private WorkflowLookup() {}

    /**
     * Returns the workflow for an id, the start of an id, or {@code @} for the latest.
     *
     * @throws UserError if there is none
     */
    public static RunDirectory find(Runs runs, String reference) throws IOException {
        if (reference.equals("@")) {
            for (var entry : runs.index().ofWorkflow(Tasks.NAME).toList())
                if (isWorkflow(entry.run())) return entry.run();
        }
        if (runs.resolve(reference) instanceof RunReference.Found(var run)) {
            if (isWorkflow(run)) return run;
            if (!run.hasStarted() && LostLog.of(run, List.of()).isPresent())
                throw LostLog.absent(run);
        }
        throw new UserError(
                "Workflow " + reference + " not found",
                runs.root().toString(),
                "foldline workflow create -f FILE",
                ExitCode.USAGE);
    }

    /** All runs that the index lists as workflows, latest first. */
    public static Vector<RunDirectory> all(Runs runs) throws IOException {
        return Vector.ofAll(runs.index().ofWorkflow(Tasks.NAME).map(RunEntry::run).toList());
    }

    /** Returns whether a run is a workflow of tasks, as far as its log can be read. */
    public static boolean isWorkflow(RunDirectory run) throws IOException {
        return stateOf(run).isDefined();
    }

    /** Returns the first state of a workflow of tasks, or none for other or unreadable runs. */
    static Option<PipelineState> stateOf(RunDirectory run) throws IOException {
        try {
            return run.hasStarted()
                    ? Option.of(RunHistory.open(run).at(1).state())
                            .filter(state -> state.workflow().name().equals(Tasks.NAME))
                    : Option.none();
        } catch (UserError unreadable) {
            return Option.none();
        }
    }

    /** Returns the command that resumes a workflow, or a run that works on one of its tasks. */
    public static Option<String> resumption(RunDirectory run) throws IOException {
        var state = RunHistory.open(run).latest().state();
        var isEnding = state.slots().recovery() instanceof Recovery.Ending;
        return state.workflow().name().equals(Tasks.NAME)
                ? Option.of(
                        isEnding
                                ? "foldline workflow resume " + run.id()
                                : WorkflowOperations.next(run.id(), WorkflowStatus.of(state)))
                : state.header().parent().map(of -> resumption(state, of));
    }

    /** Returns the command that resumes the parent of a child run. */
    public static String resumption(PipelineState child, ParentRun of) {
        return child.workflow().name().equals(Task.NAME)
                ? "foldline workflow resume " + of.run()
                : "foldline resume " + of.run();
    }
}
