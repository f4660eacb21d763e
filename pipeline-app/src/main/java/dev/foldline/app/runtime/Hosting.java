package dev.foldline.app.runtime;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

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
    private final Map<RunId, Consumer<Arrival>> ears = new ConcurrentHashMap<>();
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

    /** Drives one on a thread of its own, and lets go of it in the end. */
    public Thread drive(Started started) { return begin(started, () -> attend(started, () -> started)); }

    /** The same as soon as so few run that it may. */
    void queue(Started started) {
        begin(started, () -> {
            turns.acquireUninterruptibly();
            try {
                attend(started, () -> placed(started));
            } finally {
                turns.release();
            }
        });
    }

    private Thread begin(Started started, Runnable attending) {
        var id = started.log().directory().id();
        var driver = Thread.ofVirtual().name("workflow-" + id).unstarted(() -> {
            try {
                attending.run();
            } finally {
                if (started.workspace() != here) started.workspace().close();
                ears.remove(id);
                drivers.remove(id);
            }
        });
        drivers.put(id, driver);
        driver.start();
        return driver;
    }

    private void attend(Started started, Attendance.Admission admission) {
        var run = started.log().directory();
        new Attendance(started, new TaskView(run.id().text(), view, _ -> {})).drive(() -> open(admission.granted()),
                watched -> Runtime.session(here, run.id(), Launch.configuration(here, run, List.of()).settings(), permits, manner, watched), ear -> listen(run, ear));
    }

    private Started placed(Started started) throws IOException, InterruptedException {
        return new Places(here.runs()).await(started.log().directory(), capacity.workflows()).map(started::in).orElse(started);
    }

    /** Whose turn comes when all are told to go stays as it is: it is not begun. */
    private synchronized Started open(Started granted) throws InterruptedException {
        if (told.isEmpty()) return granted;
        granted.close();
        throw new InterruptedException("all are told to go");
    }

    private synchronized void listen(RunDirectory run, Consumer<Arrival> ear) {
        ears.put(run.id(), ear);
        told.forEach(ear);
    }

    /** Asks this of all that are driven. */
    public synchronized void tell(Arrival arrival) {
        told.add(arrival);
        ears.values().forEach(ear -> ear.accept(arrival));
    }

    /** Those that are driven, or wait for a place. */
    public Vector<RunId> running() { return Vector.ofAll(drivers.keySet()).sorted(); }

    /** Returns when none is driven any more. */
    public void join() throws InterruptedException {
        for (var driver : List.copyOf(drivers.values())) driver.join();
    }
}
