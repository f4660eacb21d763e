package dev.foldline.app.workflow;

import dev.foldline.core.schedule.CurrentLoad;
import dev.foldline.core.schedule.Schedule;
import dev.foldline.core.schedule.ScheduleLimits;
import dev.foldline.core.schedule.WorkRequest;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The right to work, of which there are so many for the terminals of all workflows in this process.
 * Whose turn it is, is chosen by {@link Schedule}; no log knows of it.
 */
public final class AgentPermits {
    private final Set<String> held = new HashSet<>();
    private ScheduleLimits limits;
    private CurrentLoad load = CurrentLoad.NONE;
    private Vector<Waiting> queue = Vector.empty();
    private long arrivals;

    /**
     * @param terminalsMax how many terminals may work at once, of all workflows together
     */
    public AgentPermits(int terminalsMax) {
        limits = new ScheduleLimits(terminalsMax, HashMap.empty());
    }

    /** The state of a waiting caller. */
    private enum Stands {
        WAITS,
        WORKS,
        LEFT
    }

    /** A caller from its request until it leaves. */
    private final class Waiting implements AgentCallLimiter.Turn {
        private final WorkRequest ask;
        private final Runnable called;
        private Stands stands = Stands.WAITS;

        Waiting(WorkRequest ask, Runnable called) {
            this.ask = ask;
            this.called = called;
        }

        @Override
        public boolean hasCome() {
            return stands(this) == Stands.WORKS;
        }

        @Override
        public boolean isCalledOff() {
            return stands(this) == Stands.LEFT;
        }

        @Override
        public void close() {
            left(this);
        }
    }

    /**
     * What one workflow has of them: no more than this at once. An earlier share of the same
     * workflow is of no use any more.
     */
    public synchronized Share of(RunId workflow, int terminalsMax) {
        held.remove(workflow.text());
        limits =
                new ScheduleLimits(
                        limits.whole(), limits.workflows().put(workflow.text(), terminalsMax));
        return new Share(workflow.text());
    }

    /** The turnstile of one workflow's terminals. */
    public final class Share implements AgentCallLimiter {
        private final String workflow;

        private Share(String workflow) {
            this.workflow = workflow;
        }

        @Override
        public Turn queue(String run, Runnable called) {
            return joined(run, workflow, called);
        }

        /**
         * Stops granting permits to a workflow that is about to pause or to end, and cancels its
         * waiting callers.
         */
        public void close() {
            turnAway(workflow);
        }

        /** Who asks from now on waits for a turn again. */
        public void open() {
            letIn(workflow);
        }
    }

    private synchronized Waiting joined(String run, String workflow, Runnable called) {
        var waiting = new Waiting(new WorkRequest(run, workflow, arrivals++), called);
        if (held.contains(workflow)) {
            waiting.stands = Stands.LEFT;
        } else {
            queue = queue.append(waiting);
            grant();
        }
        return waiting;
    }

    private synchronized Stands stands(Waiting waiting) {
        return waiting.stands;
    }

    /** As many as may work now. */
    private void grant() {
        for (var next = next(); next.isPresent(); next = next()) {
            load = load.granted(next.get().ask.workflow());
            leavesQueue(next.get(), Stands.WORKS);
            next.get().called.run();
        }
    }

    private Optional<Waiting> next() {
        return Schedule.next(limits, load, queue.map(waiting -> waiting.ask))
                .flatMap(ask -> queue.find(waiting -> waiting.ask.equals(ask)))
                .toJavaOptional();
    }

    private void leavesQueue(Waiting waiting, Stands stands) {
        queue = queue.remove(waiting);
        waiting.stands = stands;
    }

    private synchronized void left(Waiting waiting) {
        boolean worked = waiting.stands == Stands.WORKS;
        leavesQueue(waiting, Stands.LEFT);
        if (worked) load = load.released(waiting.ask.workflow());
        grant();
    }

    private synchronized void turnAway(String workflow) {
        held.add(workflow);
        queue.filter(waiting -> waiting.ask.workflow().equals(workflow))
                .forEach(waiting -> leavesQueue(waiting, Stands.LEFT));
    }

    private synchronized void letIn(String workflow) {
        held.remove(workflow);
    }
}
