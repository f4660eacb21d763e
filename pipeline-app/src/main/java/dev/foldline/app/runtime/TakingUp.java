package dev.foldline.app.runtime;

import dev.foldline.app.UserError;
import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.run.Interrupts;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.RunView;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** The workflows that were running when whoever drove them died: all of them taken up together, and driven side by side. */
public final class TakingUp {
    private final Workspace here;
    private final RunView view;
    private final Capacity capacity;
    private final Permits permits;
    private final Semaphore turns;
    private final List<Consumer<Arrival>> ears = new ArrayList<>();
    private final List<Arrival> asked = new ArrayList<>();

    /**
     * @param capacity how many workflows may run at once, the others wait; and how many of their terminals work
     * @param view told a line now and then of each of them
     */
    public TakingUp(Workspace here, Capacity capacity, RunView view) {
        this.here = here;
        this.capacity = capacity;
        this.permits = new Permits(capacity.terminals());
        this.turns = new Semaphore(capacity.workflows(), true);
        this.view = view;
    }

    /**
     * What was found.
     *
     * @param resumed the workflows that were taken up
     * @param failed those that could not be, each with the reason
     */
    public record Found(Vector<RunId> resumed, Vector<Unwilling> failed) {}

    /** Takes all up, and returns when nobody drives any of them any more. */
    public Found all() throws IOException, InterruptedException {
        var failed = new ArrayList<Unwilling>();
        // All before the first is driven: each takes the others' locks for a moment.
        var held = Launch.resumeAll(here, left(failed), (run, refusal) -> failed.add(new Unwilling(run.id(), String.valueOf(refusal.getMessage()))));
        try (var _ = new Interrupts(this::ask, view::notice)) {
            for (var thread : held.stream().map(this::drive).toList()) thread.join();
        }
        return new Found(Vector.ofAll(held).map(started -> started.log().directory().id()), Vector.ofAll(failed));
    }

    private List<RunDirectory> left(List<Unwilling> failed) throws IOException {
        var left = new ArrayList<RunDirectory>();
        for (var run : here.runs().newestFirst()) {
            try {
                if (Workflows.isWorkflow(run) && isLeft(run)) left.add(run);
            } catch (UserError unreadable) {
                failed.add(new Unwilling(run.id(), unreadable.message()));
            }
        }
        return left;
    }

    /** Whether it was running, nobody drives it, and nothing of it waits for a person. */
    private boolean isLeft(RunDirectory run) throws IOException {
        if (RunLock.holder(run.lock()).isPresent()) return false;
        var found = WorkflowView.of(run, here.runs());
        return found.status() == WorkflowStatus.RUNNING || found.status() == WorkflowStatus.MERGING && found.why().isEmpty();
    }

    private Thread drive(Started started) {
        return Thread.ofVirtual().name("workflow-" + started.log().directory().id()).start(() -> {
            turns.acquireUninterruptibly();
            try {
                attend(started);
            } finally {
                turns.release();
            }
        });
    }

    private void attend(Started started) {
        var run = started.log().directory();
        new Attendance(started, new TaskView(run.id().text(), view, _ -> {})).drive(() -> new Places(here.runs()).await(run, capacity.workflows()).map(started::in).orElse(started),
                watched -> Runtime.session(here, run.id(), Launch.configuration(here, run, List.of()).settings(), permits, watched), this::listen);
    }

    private synchronized void ask(Arrival arrival) {
        asked.add(arrival);
        ears.forEach(ear -> ear.accept(arrival));
    }

    /** Those too are told that begin to listen later. */
    private synchronized void listen(Consumer<Arrival> ear) {
        ears.add(ear);
        asked.forEach(ear);
    }
}
