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
 * @param patience how long to wait for others that are starting
 */
public record WorkflowSlots(Runs runs, Duration patience) {
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
    private sealed interface Taking {
        record Taken(RunLock place) implements Taking {}

        /** It has one already. */
        record Running() implements Taking {}

        /** So many run as may. */
        record Full() implements Taking {}

        /** Too many other workflows are starting. */
        record Busy() implements Taking {}
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
                Poller.within(patience, AGAIN)
                        .poll(
                                () -> tryTake(workflow, workflowsMax),
                                taken -> !(taken instanceof Taking.Busy));
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

    private static boolean isToWait(Taking taking) {
        return taking instanceof Taking.Full || taking instanceof Taking.Busy;
    }

    /** Serializes counting and taking, so that no other process takes a slot in between. */
    private Taking tryTake(RunDirectory workflow, int workflowsMax) throws IOException {
        try (var counter = lock(counter()).orElse(null)) {
            if (counter == null) return new Taking.Busy();
            if (isRunning(workflow)) return new Taking.Running();
            return runningCount() + new WorkflowQueue(runs).ahead(workflow) >= workflowsMax
                    ? new Taking.Full()
                    : lock(workflow.running())
                            .<Taking>map(Taking.Taken::new)
                            .orElseGet(Taking.Running::new);
        }
    }

    private Path counter() {
        return runs.root().resolve("starting");
    }

    private Optional<RunLock> place(Taking taking, int workflowsMax) {
        return switch (taking) {
            case Taking.Taken(var place) -> Optional.of(place);
            case Taking.Running _ -> Optional.empty();
            case Taking.Busy _ ->
                    throw new UserError(
                            "another workflow is being started",
                            counter().toString(),
                            "wait for it, then start this one again",
                            ExitCode.LOCKED);
            case Taking.Full _ -> throw new NoFreeSlotException(workflowsMax, runs.root());
        };
    }

    private static Optional<RunLock> lock(Path file) throws IOException {
        return RunLock.take(file) instanceof RunLock.Taking.Held(var lock)
                ? Optional.of(lock)
                : Optional.empty();
    }
}
