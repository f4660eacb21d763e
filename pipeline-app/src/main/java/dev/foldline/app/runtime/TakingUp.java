package dev.foldline.app.runtime;

import dev.foldline.app.UserError;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** The workflows that were running when whoever drove them died: all of them taken up together, and driven side by side. */
public final class TakingUp {
    /** How many workflows are driven at once; the others wait. */
    static final int WORKFLOWS_MAX = 10;

    private final Workspace here;
    private final RunView view;
    private final List<Consumer<Arrival>> ears = new CopyOnWriteArrayList<>();
    private final Semaphore places = new Semaphore(WORKFLOWS_MAX, true);

    /** @param view told a line now and then of each of them */
    public TakingUp(Workspace here, RunView view) {
        this.here = here;
        this.view = view;
    }

    /**
     * What was found.
     *
     * @param resumed the workflows that were taken up
     * @param failed those that could not be, each with the reason
     */
    public record Found(Vector<RunId> resumed, Vector<Unreadable> failed) {}

    /** A workflow whose log, or whose tree, does not let it go on. */
    public record Unreadable(RunId workflow, String why) {}

    /** Takes all up, and returns when nobody drives any of them any more. */
    public Found all() throws IOException, InterruptedException {
        var failed = new ArrayList<Unreadable>();
        // All before the first is driven: each takes the others' locks for a moment.
        var held = held(failed);
        try (var _ = new Interrupts(arrival -> ears.forEach(ear -> ear.accept(arrival)), view::notice)) {
            for (var thread : held.stream().map(this::drive).toList()) thread.join();
        }
        return new Found(Vector.ofAll(held).map(started -> started.log().directory().id()), Vector.ofAll(failed));
    }

    private List<Started> held(List<Unreadable> failed) throws IOException {
        var held = new ArrayList<Started>();
        try {
            for (var run : here.runs().newestFirst()) {
                try {
                    if (Workflows.isWorkflow(run) && isLeft(run)) held.add(Launch.resume(here, run, false));
                } catch (UserError refused) {
                    failed.add(new Unreadable(run.id(), refused.message()));
                }
            }
            return held;
        } catch (IOException | RuntimeException unreadable) {
            held.forEach(Started::close);
            throw unreadable;
        }
    }

    /** Whether it was running, nobody drives it, and nothing of it waits for a person. */
    private boolean isLeft(RunDirectory run) throws IOException {
        if (RunLock.holder(run.lock()).isPresent()) return false;
        var found = WorkflowView.of(run, here.runs());
        return found.status() == WorkflowStatus.RUNNING || found.status() == WorkflowStatus.MERGING && found.why().isEmpty();
    }

    private Thread drive(Started started) {
        var id = started.log().directory().id();
        return Thread.ofVirtual().name("workflow-" + id).start(() -> new Attendance(started, new TaskView(id.text(), view, _ -> {})).drive(places, watched ->
                Runtime.session(here, id, Launch.configuration(here, started.log().directory(), List.of()).settings(), watched), ears::add));
    }
}
