package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;

import io.temporal.testing.TestWorkflowEnvironment;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A fleet on Temporal's test server, whose time passes as fast as the test wants. */
final class TestFleet implements AutoCloseable {
    static final FleetNames NAMES = new FleetNames("fleet");

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int STEPS_MAX = 300;

    final TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance();
    final TemporalService service;
    final Placement placement;
    private final Map<String, Long> beats = new HashMap<>();

    TestFleet() {
        TemporalExecutor.register(server.newWorker(NAMES.queue(), TemporalExecutor.options()));
        server.start();
        service =
                TemporalService.of(
                        new ServiceFaults(
                                "test",
                                new ServiceSecurity(URI.create("temporal://test"), Map.of())),
                        server.getWorkflowServiceStubs(),
                        server.getNamespace(),
                        PATIENCE);
        placement = service.placement("fleet");
    }

    /** Reports that a host lives, and returns its stays. */
    Vector<Stay> report(String host, int slots, int timeoutSeconds, String... labels)
            throws IOException {
        long beat = beats.merge(host, 1L, Long::sum);
        return placement.report(
                new HostReport(host, "s", Vector.of(labels), slots, beat, timeoutSeconds * 1000L));
    }

    /** Reports until the host has a stay of a run, and begins it. */
    Stay beginOn(String run, String host, int timeoutSeconds) throws IOException {
        for (int i = 0; i < STEPS_MAX; i++) {
            for (var stay : report(host, 1, timeoutSeconds))
                if (stay.run().equals(run) && placement.begin(stay, host)) return stay;
            server.sleep(STEP);
        }
        throw new AssertionError("not placed: " + placement.hosts());
    }

    void leave(Stay stay, String host, StayEnd.Kind kind, long waitMillis) throws IOException {
        placement.leave(new StayEnd(stay, host, kind, waitMillis, "why"));
    }

    /** Lets time pass until something is true. */
    void until(BooleanSupplier isReached) throws IOException {
        for (int i = 0; i < STEPS_MAX; i++) {
            if (isReached.getAsBoolean()) return;
            server.sleep(STEP);
        }
        throw new AssertionError("not reached: " + placement.hosts());
    }

    /** Returns how the workflow with an id is. */
    io.temporal.client.WorkflowExecutionDescription workflow(String id) {
        return server.getWorkflowClient().newUntypedWorkflowStub(id).describe();
    }

    @Override
    public void close() {
        server.close();
    }
}
