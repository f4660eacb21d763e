package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

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
    private final Map<Thread, Consumer<DriverInput>> receivers = new ConcurrentHashMap<>();
    private final List<DriverInput> commands = new ArrayList<>();

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
     * Returns the session to drive when its turn comes, in the slot that it waited for; none if it
     * no longer waits, or another process has resumed the run meanwhile.
     */
    @FunctionalInterface
    public interface Turn {
        Optional<Started> taken(RunLock slot) throws IOException, InterruptedException;
    }

    /** One that waits for a place. */
    private record Queued(RunDirectory run, Turn turn, RunLock place) {}

    private synchronized boolean isLeaving() {
        return !commands.isEmpty();
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
        var driver = Thread.ofVirtual().name("workflow-" + id).unstarted(() -> driveRun(started));
        drivers.put(id, driver);
        driver.start();
        return driver;
    }

    /**
     * Drives a session as soon as a workflow slot is free. Until then its log is not locked, so
     * commands are answered and can pause or end it. A workflow that another process waits for is
     * left to that process.
     */
    public synchronized void queue(RunDirectory run, Turn turn) {
        if (isLeaving()) return;
        Option<RunLock> place = Option.none();
        try {
            place = WorkflowQueue.join(run);
        } catch (IOException unwritable) {
            view.notice(run.id() + " cannot be queued: " + unwritable.getMessage());
        }
        if (place.isEmpty()) return;
        queue.add(new Queued(run, turn, place.get()));
        if (usher.isEmpty())
            usher = Optional.of(Thread.ofVirtual().name("usher").start(this::usher));
    }

    /**
     * Starts one after the other. Only the first of the queue asks for a slot, so none overtakes
     * another, also if another process waits for workflows that were queued in between.
     */
    private void usher() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var next = first();
                if (next.isEmpty()) return;
                if (isServed(next.get())) leaves(next.get());
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } finally {
            goes();
        }
    }

    /**
     * Starts one as soon as a slot is free. What is wrong with one, even a bug of ours, keeps no
     * other waiting.
     *
     * @return false if another one is first now
     */
    private boolean isServed(Queued one) throws InterruptedException {
        try {
            var slots = new WorkflowSlots(here.runs());
            var slot = slots.await(one.run(), capacity.workflows(), () -> !isFirst(one));
            if (slot.isPresent()) take(one.turn(), slot.get()).ifPresent(this::begin);
            return slot.isPresent() || slots.isRunning(one.run());
        } catch (IOException | RuntimeException | Error refused) {
            view.notice(
                    one.run().id()
                            + " cannot be resumed: "
                            + (refused instanceof Error ? refused : refused.getMessage()));
            return true;
        }
    }

    /** Queued workflows are started by the thread of the next one. */
    private synchronized void goes() {
        usher = usher.filter(other -> other != Thread.currentThread());
    }

    /** Returns the first one that still waits. */
    private synchronized Optional<Queued> first() {
        List.copyOf(queue).stream()
                .filter(one -> isLeaving() || !WorkflowQueue.isWaiting(one.run()))
                .forEach(this::leaves);
        if (queue.isEmpty()) usher = Optional.empty();
        var order = order();
        return Vector.ofAll(queue).minBy(one -> order.indexOf(one.run().id())).toJavaOptional();
    }

    /** Returns the queue of all processes; one that cannot be read leaves the order of arrival. */
    private Vector<RunId> order() {
        try {
            return new WorkflowQueue(here.runs()).awaited().map(RunDirectory::id);
        } catch (IOException unreadable) {
            return Vector.empty();
        }
    }

    private boolean isFirst(Queued one) {
        return first().filter(one::equals).isPresent();
    }

    private synchronized void leaves(Queued one) {
        queue.remove(one);
        try {
            one.place().close();
        } catch (IOException unwritable) {
            view.notice(one.run().id() + " stays marked as queued: " + unwritable.getMessage());
        }
    }

    private static Optional<Started> take(Turn turn, RunLock slot)
            throws IOException, InterruptedException {
        Optional<Started> started = Optional.empty();
        try {
            started = turn.taken(slot).map(each -> each.in(slot));
            return started;
        } finally {
            if (started.isEmpty()) slot.close();
        }
    }

    /** Leaves a workflow unchanged whose turn comes during shutdown. */
    private synchronized void begin(Started started) {
        if (isLeaving()) started.abandon(here);
        else start(started);
    }

    private void driveRun(Started started) {
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
            receivers.remove(Thread.currentThread());
            drivers.remove(run.id(), Thread.currentThread());
        }
    }

    private synchronized void listen(Consumer<DriverInput> ear) {
        receivers.put(Thread.currentThread(), ear);
        commands.forEach(ear);
    }

    /** Sends a command to all drivers, and cancels queued starts. */
    public synchronized void send(DriverInput arrival) {
        commands.add(arrival);
        receivers.values().forEach(ear -> ear.accept(arrival));
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
