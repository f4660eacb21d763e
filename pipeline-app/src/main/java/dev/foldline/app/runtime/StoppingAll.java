package dev.foldline.app.runtime;

import dev.foldline.app.UserError;
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
public record StoppingAll(Runs runs, Duration grace) {

    /** What came of it. */
    public record Stopped(Vector<RunId> stopped, Vector<Unwilling> failed) {}

    /** Returns when each of them has been left, or will not be. */
    public Stopped stop() throws IOException, InterruptedException {
        Map<RunId, String> refusals = new ConcurrentHashMap<>();
        var threads = new ArrayList<Thread>();
        var running = running();
        for (var workflow : running)
            threads.add(Thread.ofVirtual().name("stop-" + workflow.id()).start(() -> refusal(workflow).ifPresent(why -> refusals.put(workflow.id(), why))));
        for (var thread : threads) thread.join();
        var ids = running.map(RunDirectory::id);
        return new Stopped(ids.reject(refusals::containsKey), ids.filter(refusals::containsKey).map(id -> new Unwilling(id, refusals.getOrDefault(id, ""))));
    }

    private Vector<RunDirectory> running() throws IOException {
        var running = new ArrayList<RunDirectory>();
        for (var run : runs.newestFirst()) if (Workflows.isWorkflow(run) && new Holding(runs, run).isRunning()) running.add(run);
        return Vector.ofAll(running);
    }

    private Optional<String> refusal(RunDirectory workflow) {
        try {
            new Holding(runs, workflow).stop(grace);
            return Optional.empty();
        } catch (IOException | UserError refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return Optional.of("nobody waited for it");
        }
    }
}
