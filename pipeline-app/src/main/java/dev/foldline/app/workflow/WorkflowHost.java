package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Drives the workflows of this process, each with its child runs. A failure in one does not affect
 * the others. A workflow that has ended, or waits for the user, is removed.
 */
public final class WorkflowHost {
    private final Workspace here;
    private final Capacity capacity;
    private final DriverOptions manner;
    private final RunObserver view;
    private final AgentPermits permits;
    private final Map<RunId, Thread> drivers = new ConcurrentHashMap<>();
    private final Queue<Queued> queue = new ArrayDeque<>();
    private Optional<Thread> usher = Optional.empty();
    private final Map<Thread, Consumer<DriverInput>> ears = new ConcurrentHashMap<>();
    private final List<DriverInput> told = new ArrayList<>();

    /**
     * @param here stays open as long as anything is driven
     * @param capacity how many workflows may run at once, and how many of their terminals work
     * @param view receives progress lines of each workflow
     */
    public WorkflowHost(Workspace here, Capacity capacity, DriverOptions manner, RunObserver view) {
        this.here = here;
        this.capacity = capacity;
        this.manner = manner;
        this.view = view;
        this.permits = new AgentPermits(capacity.terminals());
    }

    /**
     * Returns the session to drive when its turn comes; none if another process has resumed the run
     * meanwhile.
     */
    @FunctionalInterface
    interface Turn {
        Optional<Started> taken() throws IOException;
    }

    /** One that waits for a place. */
    private record Queued(RunDirectory run, Turn turn) {}

    private synchronized boolean isLeaving() {
        return !told.isEmpty();
    }

    /**
     * @throws UserError if the server is shutting down
     */
    public void refuseIfLeaving() {
        if (isLeaving())
            throw new UserError(
                    "the server is shutting down",
                    here.root().toString(),
                    "foldline serve",
                    ExitCode.UNAVAILABLE);
    }

    /**
     * Drives a session on its own thread, and releases it at the end.
     *
     * @throws UserError if the server is shutting down; then the session is released
     */
    public synchronized Thread drive(Started started) {
        try {
            refuseIfLeaving();
        } catch (UserError leaving) {
            started.abandon(here);
            throw leaving;
        }
        return start(started);
    }

    private Thread start(Started started) {
        var id = started.log().directory().id();
        var driver = Thread.ofVirtual().name("workflow-" + id).unstarted(() -> attend(started));
        drivers.put(id, driver);
        driver.start();
        return driver;
    }

    /**
     * Drives a session as soon as a workflow slot is free. Until then its log is not locked, so
     * commands are answered and can pause or end it.
     */
    synchronized void queue(RunDirectory run, Turn turn) {
        if (isLeaving()) return;
        queue.add(new Queued(run, turn));
        if (usher.isEmpty())
            usher = Optional.of(Thread.ofVirtual().name("usher").start(this::usher));
    }

    /**
     * One after the other, in their order: only the first asks for a place, so none is overtaken,
     * and the places are counted for one.
     */
    private void usher() {
        try {
            for (var next = first();
                    next.isPresent() && !Thread.currentThread().isInterrupted();
                    next = first()) {
                serve(next.get());
                leaves(next.get());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            goes();
        }
    }

    /** What is wrong with one, even a bug of ours, keeps no other waiting. */
    private void serve(Queued one) throws InterruptedException {
        try {
            take(one.run(), one.turn()).ifPresent(this::begin);
        } catch (IOException | RuntimeException | Error refused) {
            view.notice(
                    one.run().id()
                            + " cannot be resumed: "
                            + (refused instanceof Error ? refused : refused.getMessage()));
        }
    }

    /** Queued workflows are started by the thread of the next one. */
    private synchronized void goes() {
        usher = usher.filter(other -> other != Thread.currentThread());
    }

    private synchronized Optional<Queued> first() {
        if (isLeaving()) queue.clear();
        if (queue.isEmpty()) usher = Optional.empty();
        return Optional.ofNullable(queue.peek());
    }

    private synchronized void leaves(Queued one) {
        queue.remove(one);
    }

    private Optional<Started> take(RunDirectory run, Turn turn)
            throws IOException, InterruptedException {
        var place =
                new WorkflowSlots(here.runs()).await(run, capacity.workflows(), this::isLeaving);
        if (place.isEmpty()) return Optional.empty();
        Optional<Started> started = Optional.empty();
        try {
            started = turn.taken().map(each -> each.in(place.get()));
            return started;
        } finally {
            if (started.isEmpty()) place.get().close();
        }
    }

    /** Leaves a workflow unchanged whose turn comes during shutdown. */
    private synchronized void begin(Started started) {
        if (isLeaving()) started.abandon(here);
        else start(started);
    }

    private void attend(Started started) {
        var run = started.log().directory();
        try {
            new SupervisedRun(started, new TaskView(run.id().text(), view, _ -> {}))
                    .drive(
                            watched ->
                                    WorkflowRuntime.session(
                                            here,
                                            run.id(),
                                            RunLauncher.configuration(here, run, List.of())
                                                    .settings(),
                                            permits,
                                            manner,
                                            watched),
                            this::listen);
        } finally {
            started.abandon(here);
            // By now another may drive the same workflow.
            ears.remove(Thread.currentThread());
            drivers.remove(run.id(), Thread.currentThread());
        }
    }

    private synchronized void listen(Consumer<DriverInput> ear) {
        ears.put(Thread.currentThread(), ear);
        told.forEach(ear);
    }

    /** Sends a command to all drivers, and cancels queued starts. */
    public synchronized void tell(DriverInput arrival) {
        told.add(arrival);
        ears.values().forEach(ear -> ear.accept(arrival));
    }

    /** Those that are driven, or wait for a place. */
    public synchronized Vector<RunId> running() {
        return Vector.ofAll(queue)
                .map(each -> each.run().id())
                .appendAll(drivers.keySet())
                .distinct()
                .sorted();
    }

    private synchronized Optional<Thread> usherAtWork() {
        return usher;
    }

    /** Returns when none is driven any more. */
    public void join() throws InterruptedException {
        // In this order: whom the usher begins is among the drivers before the usher ends.
        var queueing = usherAtWork();
        if (queueing.isPresent()) queueing.get().join();
        for (var driver : List.copyOf(drivers.values())) driver.join();
    }
}
