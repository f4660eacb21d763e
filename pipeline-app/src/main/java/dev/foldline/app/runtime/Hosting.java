package dev.foldline.app.runtime;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.limit.Permits;
import dev.foldline.app.runtime.limit.Places;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The workflows that are driven in this process, each with its tasks beside it. Whatever goes wrong in one is its own: the others
 * go on. One that has ended, or waits for somebody, is no longer among them.
 */
public final class Hosting {
    private final Workspace here;
    private final Capacity capacity;
    private final Manner manner;
    private final RunView view;
    private final Permits permits;
    private final Semaphore turns;
    private final Map<RunId, Thread> drivers = new ConcurrentHashMap<>();
    private final Map<RunId, Thread> waiting = new ConcurrentHashMap<>();
    private final Map<Thread, Consumer<Arrival>> ears = new ConcurrentHashMap<>();
    private final List<Arrival> told = new ArrayList<>();

    /**
     * @param here stays open as long as anything is driven
     * @param capacity how many workflows may run at once, and how many of their terminals work
     * @param view told a line now and then of each of them
     */
    public Hosting(Workspace here, Capacity capacity, Manner manner, RunView view) {
        this.here = here;
        this.capacity = capacity;
        this.manner = manner;
        this.view = view;
        this.permits = new Permits(capacity.terminals());
        this.turns = new Semaphore(capacity.workflows(), true);
    }

    /** What is to be driven when its turn comes; nothing, if somebody else has seen to it meanwhile. */
    @FunctionalInterface
    interface Turn {
        Optional<Started> taken() throws IOException;
    }

    private synchronized boolean isLeaving() { return !told.isEmpty(); }

    /** @throws UserError if all were told to go: nothing is begun here any more */
    public void refuseIfLeaving() {
        if (isLeaving()) throw new UserError("this server was told to go: nothing is begun here any more", here.root().toString(), "foldline serve", ExitCode.UNAVAILABLE);
    }

    /**
     * Drives one on a thread of its own, and lets go of it in the end.
     *
     * @throws UserError if all were told to go; then it is let go of at once
     */
    public synchronized Thread drive(Started started) {
        try {
            refuseIfLeaving();
        } catch (UserError leaving) {
            started.abandon(here);
            throw leaving;
        }
        var id = started.log().directory().id();
        var driver = Thread.ofVirtual().name("workflow-" + id).unstarted(() -> attend(started));
        drivers.put(id, driver);
        driver.start();
        return driver;
    }

    /** The same as soon as so few run that it may. Until then nobody has its log: who asks something of it is answered, and may hold it or end it. */
    synchronized void queue(RunDirectory run, Turn turn) {
        if (!told.isEmpty()) return;
        var waiter = Thread.ofVirtual().name("workflow-" + run.id()).unstarted(() -> await(run, turn));
        waiting.put(run.id(), waiter);
        waiter.start();
    }

    private void await(RunDirectory run, Turn turn) {
        try {
            while (!turns.tryAcquire(1, TimeUnit.SECONDS)) if (isLeaving()) return;
            try {
                taken(run, turn).filter(this::begins).ifPresent(this::attend);
            } finally {
                turns.release();
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } catch (IOException | UserError refused) {
            view.notice(run.id() + " cannot be taken up: " + refused.getMessage());
        } finally {
            waiting.remove(run.id(), Thread.currentThread());
        }
    }

    private Optional<Started> taken(RunDirectory run, Turn turn) throws IOException, InterruptedException {
        var place = new Places(here.runs()).await(run, capacity.workflows(), this::isLeaving);
        if (place.isEmpty()) return Optional.empty();
        try {
            var started = turn.taken().map(each -> each.in(place.get()));
            if (started.isEmpty()) place.get().close();
            return started;
        } catch (IOException | RuntimeException refused) {
            place.get().close();
            throw refused;
        }
    }

    /** Whose turn comes when all are told to go stays as it is. */
    private synchronized boolean begins(Started started) {
        var id = started.log().directory().id();
        waiting.remove(id, Thread.currentThread());
        if (!told.isEmpty()) started.abandon(here);
        else drivers.put(id, Thread.currentThread());
        return told.isEmpty();
    }

    private void attend(Started started) {
        var run = started.log().directory();
        try {
            new Attendance(started, new TaskView(run.id().text(), view, _ -> {})).drive(
                    watched -> Runtime.session(here, run.id(), Launch.configuration(here, run, List.of()).settings(), permits, manner, watched), this::listen);
        } finally {
            started.abandon(here);
            // By now another may drive the same workflow.
            ears.remove(Thread.currentThread());
            drivers.remove(run.id(), Thread.currentThread());
        }
    }

    private synchronized void listen(Consumer<Arrival> ear) {
        ears.put(Thread.currentThread(), ear);
        told.forEach(ear);
    }

    /** Asks this of all that are driven; whoever waits for a turn waits no longer. */
    public synchronized void tell(Arrival arrival) {
        told.add(arrival);
        ears.values().forEach(ear -> ear.accept(arrival));
    }

    /** Those that are driven, or wait for a place. */
    public Vector<RunId> running() { return Vector.ofAll(waiting.keySet()).appendAll(drivers.keySet()).distinct().sorted(); }

    /** Returns when none is driven any more. */
    public void join() throws InterruptedException {
        // In this order: one that comes from the first to the second is the same thread.
        for (var each : Stream.concat(List.copyOf(waiting.values()).stream(), List.copyOf(drivers.values()).stream()).toList()) each.join();
    }
}
