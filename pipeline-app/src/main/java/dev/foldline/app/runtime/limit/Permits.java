package dev.foldline.app.runtime.limit;

import dev.foldline.core.schedule.Ask;
import dev.foldline.core.schedule.Limits;
import dev.foldline.core.schedule.Load;
import dev.foldline.core.schedule.Schedule;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.Turnstile;
import dev.foldline.effects.store.RunId;
import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * The right to work, of which there are so many for the terminals of all workflows in this process. Whose turn it is, is chosen by
 * {@link Schedule}; no log knows of it.
 */
public final class Permits {
    private final Set<String> held = new HashSet<>();
    private Limits limits;
    private Load load = Load.NONE;
    private Vector<Waiting> queue = Vector.empty();
    private long arrivals;

    /** @param terminalsMax how many terminals may work at once, of all workflows together */
    public Permits(int terminalsMax) { limits = new Limits(terminalsMax, HashMap.empty()); }

    /** Somebody in the queue, to be called when it leaves it. */
    private static final class Waiting {
        private final Ask ask;
        private final CountDownLatch called = new CountDownLatch(1);
        private boolean granted;

        Waiting(Ask ask) { this.ask = ask; }
    }

    /** What one workflow has of them: no more than this at once. An earlier share of the same workflow is of no use any more. */
    public synchronized Share of(RunId workflow, int terminalsMax) {
        held.remove(workflow.text());
        limits = new Limits(limits.whole(), limits.workflows().put(workflow.text(), terminalsMax));
        return new Share(workflow.text());
    }

    /** The turnstile of one workflow's terminals. */
    public final class Share implements Turnstile {
        private final String workflow;

        private Share(String workflow) { this.workflow = workflow; }

        @Override
        public Optional<Pass> pass(String run, Cancellation stop) {
            var waiting = joined(run, workflow);
            stop.onCancel(waiting.called::countDown);
            try {
                waiting.called.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            if (!isGranted(waiting)) return Optional.empty();
            if (!stop.isCancelled()) return Optional.of(() -> release(workflow));
            release(workflow);
            return Optional.empty();
        }

        /** Nobody of it is let work from now on, and nobody waits: it is about to pause or to end. */
        public void close() { turnAway(workflow); }

        /** Who asks from now on waits for a turn again. */
        public void open() { letIn(workflow); }
    }

    private synchronized Waiting joined(String run, String workflow) {
        var waiting = new Waiting(new Ask(run, workflow, arrivals++));
        if (held.contains(workflow)) {
            waiting.called.countDown();
        } else {
            queue = queue.append(waiting);
            grant();
        }
        return waiting;
    }

    /** As many as may work now. */
    private void grant() {
        for (var next = next(); next.isPresent(); next = next()) {
            next.get().granted = true;
            load = load.granted(next.get().ask.workflow());
            leaves(next.get());
        }
    }

    private Optional<Waiting> next() {
        return Schedule.next(limits, load, queue.map(waiting -> waiting.ask)).flatMap(ask -> queue.find(waiting -> waiting.ask.equals(ask))).toJavaOptional();
    }

    private void leaves(Waiting waiting) {
        queue = queue.remove(waiting);
        waiting.called.countDown();
    }

    /** Whether its turn has come; if not, it waits no more. */
    private synchronized boolean isGranted(Waiting waiting) {
        queue = queue.remove(waiting);
        return waiting.granted;
    }

    private synchronized void release(String workflow) {
        load = load.released(workflow);
        grant();
    }

    private synchronized void turnAway(String workflow) {
        held.add(workflow);
        queue.filter(waiting -> waiting.ask.workflow().equals(workflow)).forEach(this::leaves);
    }

    private synchronized void letIn(String workflow) { held.remove(workflow); }
}
