package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;

/**
 * The workflows that wait until fewer workflows run. All processes see the same order: first those
 * that have worked before, then those that were started, each by the time from which they wait. The
 * logs of the latter say that they are queued, so the queue survives a crash. The process that
 * waits for a workflow holds a lock; a workflow without such a process delays no other.
 */
public record WorkflowQueue(Runs runs) {

    /**
     * A waiting workflow.
     *
     * @param isNew whether it has never had a driver
     */
    private record Place(RunDirectory run, boolean isNew, Instant since) {
        static final Comparator<Place> ORDER =
                Comparator.comparing(Place::isNew)
                        .thenComparing(Place::since)
                        .thenComparing(place -> place.run().id());

        static Place of(RunDirectory run) throws IOException {
            var state = RunHistory.open(run).latest().state();
            var queued = WorkflowStatus.queuedSince(state);
            return new Place(
                    run,
                    queued.isDefined(),
                    queued.getOrElse(
                            RunLock.holder(run.queued())
                                    .map(RunLock.Holder::since)
                                    .orElse(state.header().now())));
        }
    }

    /** Returns the workflows that were started and never had a driver, the next one first. */
    public Vector<RunId> inOrder() throws IOException {
        return places(_ -> true).filter(Place::isNew).map(place -> place.run().id());
    }

    /** Returns the workflows in the order of the queue. */
    Vector<RunDirectory> sorted(Vector<RunDirectory> workflows) throws IOException {
        var queued = inOrder();
        return workflows.sortBy(run -> queued.indexOf(run.id()));
    }

    /** Returns the workflows that a process waits for, the next one first. */
    Vector<RunDirectory> awaited() throws IOException {
        return places(WorkflowQueue::isAwaited).map(Place::run);
    }

    /**
     * Returns how many workflows that a process waits for come before this one. A waiting workflow
     * that cannot be read comes first: its start fails, and it delays no other.
     */
    int ahead(RunDirectory workflow) throws IOException {
        var waiting = awaited().map(RunDirectory::id);
        int own = waiting.indexOf(workflow.id());
        if (own >= 0) return own;
        return isAwaited(workflow) ? 0 : waiting.size();
    }

    /** Returns whether a process waits for a slot for the workflow. */
    static boolean isAwaited(RunDirectory workflow) throws IOException {
        return RunLock.holder(workflow.queued()).isPresent();
    }

    /**
     * Returns whether the workflow still waits: it was not paused meanwhile, and has not ended. One
     * that cannot be read waits, so that its start reports the reason.
     */
    public static boolean isWaiting(RunDirectory workflow) {
        try {
            return RunHistory.open(workflow).latest().state().lifecycle()
                    instanceof Lifecycle.Running;
        } catch (IOException | UserError unreadable) {
            return true;
        }
    }

    /** Marks this process as the one that waits; none if another one does. */
    static Option<RunLock> join(RunDirectory workflow) throws IOException {
        return RunLock.take(workflow.queued()) instanceof RunLock.LockAttempt.Held(var lock)
                ? Option.of(lock)
                : Option.none();
    }

    /**
     * Waits for a slot in this process.
     *
     * @return none if the workflow ended, was paused, or is driven by another process meanwhile
     * @throws UserError if another process waits for it
     */
    public Option<RunLock> await(RunDirectory workflow, int workflowsMax)
            throws IOException, InterruptedException {
        try (var place = join(workflow).getOrNull()) {
            if (place == null)
                throw new UserError(
                        "Workflow "
                                + workflow.id()
                                + " is queued; another process starts it when a slot is free",
                        workflow.path().toString(),
                        "foldline workflow status " + workflow.id(),
                        ExitCode.LOCKED);
            return Option.ofOptional(
                    new WorkflowSlots(runs)
                            .await(workflow, workflowsMax, () -> !isWaiting(workflow)));
        }
    }

    /** Selects runs to be counted. */
    @FunctionalInterface
    private interface Selection {
        boolean of(RunDirectory run) throws IOException;
    }

    private Vector<Place> places(Selection which) throws IOException {
        var places = Vector.<Place>empty();
        for (var run : UnfinishedRuns.of(runs)) {
            try {
                if (which.of(run) && WorkflowLookup.isWorkflow(run))
                    places = places.append(Place.of(run));
            } catch (IOException | UserError unreadable) {
                // A workflow that cannot be read cannot start either.
            }
        }
        return places.sorted(Place.ORDER);
    }
}
