package dev.foldline.app.workflow;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All workflows that run, held at once. One that cannot be held keeps no other from it. */
public record StopAllWorkflows(Runs runs, Duration grace) {

    /** What came of it. */
    public record Stopped(Vector<RunId> stopped, Vector<SkippedWorkflow> failed) {}

    /** Returns when each of them has been left, or will not be. */
    public Stopped stop() throws IOException, InterruptedException {
        Map<RunId, String> refusals = new ConcurrentHashMap<>();
        var threads = new ArrayList<Thread>();
        var running = running(refusals);
        for (var workflow : running)
            threads.add(
                    Thread.ofVirtual()
                            .name("stop-" + workflow.id())
                            .start(
                                    () ->
                                            refusal(workflow)
                                                    .ifPresent(
                                                            why ->
                                                                    refusals.put(
                                                                            workflow.id(), why))));
        for (var thread : threads) thread.join();
        return new Stopped(
                running.map(RunDirectory::id).reject(refusals::containsKey),
                Vector.ofAll(refusals.entrySet())
                        .map(each -> new SkippedWorkflow(each.getKey(), each.getValue())));
    }

    /** Skips a workflow whose status cannot be read. */
    private Vector<RunDirectory> running(Map<RunId, String> refusals) throws IOException {
        var running = new ArrayList<RunDirectory>();
        for (var run : UnfinishedRuns.of(runs)) {
            try {
                if (WorkflowLookup.isWorkflow(run) && new WorkflowPauser(runs, run).isRunning())
                    running.add(run);
            } catch (IOException | UserError unreadable) {
                refusals.put(run.id(), String.valueOf(unreadable.getMessage()));
            }
        }
        return Vector.ofAll(running);
    }

    private Optional<String> refusal(RunDirectory workflow) {
        try {
            new WorkflowPauser(runs, workflow).stop(grace);
            return Optional.empty();
        } catch (IOException | UserError refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while waiting for its answer");
        }
    }
}
