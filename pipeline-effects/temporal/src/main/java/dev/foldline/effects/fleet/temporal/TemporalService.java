package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.PlacementEngine;
import dev.foldline.effects.fleet.engine.RuleExecutor;

import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowException;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A service of Temporal, in one of its namespaces. */
final class TemporalService implements PlacementEngine {
    private static final String DEFAULT_NAMESPACE = "default";

    /** A service that was away is found again after about this time. */
    private static final Duration RECONNECT = Duration.ofSeconds(1);

    /** Their callers report the same. They are kept here, since unused loggers are collected. */
    private static final List<Logger> TALKATIVE =
            List.of(Logger.getLogger("io.temporal"), Logger.getLogger("io.grpc"));

    private final ServiceFaults faults;
    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;
    private final Duration timeout;
    private final ScheduledExecutorService deadlines =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("temporal-deadlines").factory());

    private TemporalService(
            ServiceFaults faults,
            WorkflowServiceStubs stubs,
            WorkflowClient client,
            Duration timeout) {
        this.faults = faults;
        this.stubs = stubs;
        this.client = client;
        this.timeout = timeout;
    }

    /**
     * Opens a service; the first request connects to it.
     *
     * @throws EngineFault if a variable has no usable value
     */
    static TemporalService open(URI address, Map<String, String> environment, Duration timeout)
            throws EngineFault {
        var target = address.getHost() + ":" + address.getPort();
        var security = new ServiceSecurity(address, environment);
        var options =
                WorkflowServiceStubsOptions.newBuilder()
                        .setTarget(target)
                        .setRpcTimeout(timeout)
                        .setConnectionBackoffResetFrequency(RECONNECT)
                        .setRpcRetryOptions(
                                RpcRetryOptions.newBuilder()
                                        .setExpiration(timeout)
                                        .validateBuildWithDefaults());
        security.apply(options);
        return of(
                new ServiceFaults(target, security),
                WorkflowServiceStubs.newServiceStubs(options.build()),
                namespace(address),
                timeout);
    }

    static TemporalService of(
            ServiceFaults faults, WorkflowServiceStubs stubs, String namespace, Duration timeout) {
        TALKATIVE.forEach(each -> each.setLevel(Level.OFF));
        return new TemporalService(
                faults,
                stubs,
                WorkflowClient.newInstance(
                        stubs, WorkflowClientOptions.newBuilder().setNamespace(namespace).build()),
                timeout);
    }

    private static String namespace(URI address) {
        var path = address.getPath().replaceFirst("^/", "");
        return path.isEmpty() ? DEFAULT_NAMESPACE : path;
    }

    @Override
    public Placement placement(String fleet) {
        return new TemporalPlacement(this, client, new FleetNames(fleet));
    }

    @Override
    public RuleExecutor executor(String fleet, Consumer<String> notices) {
        return new TemporalExecutor(this, client, new FleetNames(fleet));
    }

    /**
     * Makes a request within the time that the service has for an answer.
     *
     * @throws EngineFault if it does not answer, or refuses the request
     */
    <T> T request(Supplier<T> request) throws EngineFault {
        try (var context =
                Context.current()
                        .withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS, deadlines)) {
            var earlier = context.attach();
            try {
                return request.get();
            } finally {
                context.detach(earlier);
            }
        } catch (WorkflowException | StatusRuntimeException failed) {
            throw faults.of(failed);
        }
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        stubs.shutdownNow();
    }
}
