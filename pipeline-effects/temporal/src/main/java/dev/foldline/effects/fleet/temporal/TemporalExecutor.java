package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.RuleExecutor;

import io.temporal.client.WorkflowClient;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.vavr.control.Option;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Carries out the workflows of a fleet. Once started, it reconnects to the service itself. */
final class TemporalExecutor implements RuleExecutor {
    /** The first use of a class may take long on a busy machine. */
    private static final long DEADLOCK_MILLIS = 10_000;

    /** After this time, another executor gets what this one has cached. */
    private static final Duration STICKY = Duration.ofSeconds(1);

    private static final int POLLERS = 2;
    private static final int TASKS_MAX = 20;

    private final TemporalService service;
    private final WorkflowClient client;
    private final FleetNames names;
    private Option<WorkerFactory> started = Option.none();

    TemporalExecutor(TemporalService service, WorkflowClient client, FleetNames names) {
        this.service = service;
        this.client = client;
        this.names = names;
    }

    static WorkerOptions options() {
        return WorkerOptions.newBuilder()
                .setLocalActivityWorkerOnly(true)
                .setMaxConcurrentWorkflowTaskPollers(POLLERS)
                .setMaxConcurrentWorkflowTaskExecutionSize(TASKS_MAX)
                .setStickyQueueScheduleToStartTimeout(STICKY)
                .setDefaultDeadlockDetectionTimeout(DEADLOCK_MILLIS)
                .build();
    }

    static void register(Worker worker) {
        worker.registerWorkflowImplementationTypes(
                HostTableWorkflow.class, PlacedRunWorkflow.class);
    }

    @Override
    public synchronized void register() throws EngineFault {
        if (started.isEmpty()) started = Option.of(service.request(this::start));
    }

    /** A factory asks the service from its first line on. */
    private WorkerFactory start() {
        var factory = WorkerFactory.newInstance(client);
        register(factory.newWorker(names.queue(), options()));
        factory.start();
        return factory;
    }

    @Override
    public void recover() throws EngineFault {
        register();
    }

    @Override
    public synchronized void close() {
        for (var factory : started) {
            factory.shutdownNow();
            factory.awaitTermination(1, TimeUnit.SECONDS);
        }
    }
}
