package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Counts the workflows that run in a repository, in all processes. Each holds a slot from its start
 * until its driver exits; the system releases the slot of a process that dies.
 *
 * @param timeout how long to wait for others that are starting
 */
public record WorkflowSlots(Runs runs, Duration timeout) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration AGAIN = Duration.ofMillis(50);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    public WorkflowSlots(Runs runs) {
        this(runs, PATIENCE);
    }

    /** Whether it runs, or is about to. */
    public boolean isRunning(RunDirectory workflow) throws IOException {
        return RunLock.holder(workflow.running()).isPresent();
    }

    /** How many run, or are about to. */
    public int runningCount() throws IOException {
        int running = 0;
        for (var run : UnfinishedRuns.of(runs)) if (isRunning(run)) running++;
        return running;
    }

    /** What comes of asking for a place. */
    private sealed interface SlotAttempt {
        record Taken(RunLock place) implements SlotAttempt {}

        /** It has one already. */
        record Running() implements SlotAttempt {}

        /** So many run as may. */
        record Full() implements SlotAttempt {}

        /** Too many other workflows are starting. */
        record Busy() implements SlotAttempt {}
    }

    /**
     * Takes a slot as soon as one is free; empty if the workflow has one already or is no longer
     * waiting.
     *
     * @return empty if it has one already
     * @throws UserError if so many run as may, or others keep it from asking
     */
    public Optional<RunLock> take(RunDirectory workflow, int workflowsMax)
            throws IOException, InterruptedException {
        var taking =
                Poller.within(timeout, AGAIN)
                        .poll(
                                () -> tryTake(workflow, workflowsMax),
                                taken -> !(taken instanceof SlotAttempt.Busy));
        return place(taking, workflowsMax);
    }

    /**
     * Takes a slot for a workflow as soon as one is free. Returns empty if the workflow already has
     * a slot, or if the request is cancelled.
     */
    public Optional<RunLock> await(
            RunDirectory workflow, int workflowsMax, BooleanSupplier isCalledOff)
            throws IOException, InterruptedException {
        var taking =
                Poller.every(LOOK_AGAIN)
                        .poll(
                                () -> tryTake(workflow, workflowsMax),
                                taken -> !isToWait(taken) || isCalledOff.getAsBoolean());
        return isToWait(taking) ? Optional.empty() : place(taking, workflowsMax);
    }

    private static boolean isToWait(SlotAttempt taking) {
        return taking instanceof SlotAttempt.Full || taking instanceof SlotAttempt.Busy;
    }

    /** Serializes counting and taking, so that no other process takes a slot in between. */
    private SlotAttempt tryTake(RunDirectory workflow, int workflowsMax) throws IOException {
        try (var counter = lock(counter()).orElse(null)) {
            if (counter == null) return new SlotAttempt.Busy();
            if (isRunning(workflow)) return new SlotAttempt.Running();
            return runningCount() + new WorkflowQueue(runs).ahead(workflow) >= workflowsMax
                    ? new SlotAttempt.Full()
                    : lock(workflow.running())
                            .<SlotAttempt>map(SlotAttempt.Taken::new)
                            .orElseGet(SlotAttempt.Running::new);
        }
    }

    private Path counter() {
        return runs.root().resolve("starting");
    }

    private Optional<RunLock> place(SlotAttempt taking, int workflowsMax) {
        return switch (taking) {
            case SlotAttempt.Taken(var place) -> Optional.of(place);
            case SlotAttempt.Running _ -> Optional.empty();
            case SlotAttempt.Busy _ ->
                    throw new UserError(
                            "another workflow is being started",
                            counter().toString(),
                            "wait for it, then start this one again",
                            ExitCode.LOCKED);
            case SlotAttempt.Full _ -> throw new NoFreeSlotException(workflowsMax, runs.root());
        };
    }

    private static Optional<RunLock> lock(Path file) throws IOException {
        return RunLock.take(file) instanceof RunLock.LockAttempt.Held(var lock)
                ? Optional.of(lock)
                : Optional.empty();
    }
}
