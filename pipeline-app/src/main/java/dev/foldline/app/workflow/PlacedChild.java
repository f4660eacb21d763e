package dev.foldline.app.workflow;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.ParentRun;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Consumer;

/** A child run that a fleet drives, as far as its log has been copied here. */
final class PlacedChild {
    private final RunDirectory run;
    private final ParentRun of;
    private final Consumer<Command> parent;
    private long printed = -1;
    private volatile Option<PipelineState> state = Option.none();
    private volatile boolean isToSubmit = true;
    private volatile boolean isPausing;
    private boolean isEndReported;

    /**
     * @param run its directory in this clone
     * @param parent receives the reports of the child
     */
    PlacedChild(RunDirectory run, ParentRun of, Consumer<Command> parent) {
        this.run = run;
        this.of = of;
        this.parent = parent;
    }

    /** Returns whether a message in the inbox of a child pauses it. */
    static boolean isPause(String json) {
        try {
            return Wire.authoredCommand(json).command() instanceof Command.Pause;
        } catch (WireFault other) {
            return false;
        }
    }

    RunDirectory run() {
        return run;
    }

    String id() {
        return run.id().text();
    }

    String item() {
        return of.item();
    }

    /** Returns how far its log has been copied. */
    long seq() {
        return Math.max(0, printed);
    }

    Option<PipelineState> state() {
        return state;
    }

    boolean isEnded() {
        return state.exists(now -> now.lifecycle() instanceof Lifecycle.Ended);
    }

    boolean isPaused() {
        return state.exists(now -> now.lifecycle() instanceof Lifecycle.Paused);
    }

    /** Returns whether it can advance before the user has answered something. */
    boolean isAtWork() {
        return isToSubmit || isPausing || !state.exists(PlacedChild::waitsForUser);
    }

    private static boolean waitsForUser(PipelineState state) {
        return Pipeline.determineNextEffect(state) instanceof Control.Wait(var awaited, var until)
                && until.isEmpty()
                && awaited.exists(
                        each ->
                                switch (each) {
                                    case WaitCondition.Intervention _,
                                            WaitCondition.BudgetRaise _,
                                            WaitCondition.Resolution _,
                                            WaitCondition.Resumption _,
                                            WaitCondition.Call _ ->
                                            true;
                                    case WaitCondition.Timer _,
                                            WaitCondition.PullRequestNews _,
                                            WaitCondition.ChildrenEnds _ ->
                                            false;
                                });
    }

    /** Returns whether this clone had it last, so that its log here is complete. */
    boolean isOurs(LeaseEntry lease) throws IOException {
        return ShareRecord.of(run).exists(record -> record.isLast(lease));
    }

    /** Returns whether a worker drives it in this clone. */
    boolean isDrivenHere() throws IOException {
        return RunLock.holder(run.lock()).isPresent();
    }

    /** Returns whether this clone had it last, and no worker drives it here. */
    boolean isHere(Option<LeaseEntry> lease) throws IOException {
        return lease.isEmpty() || isOurs(lease.get()) && !isDrivenHere();
    }

    boolean isToSubmit() {
        return isToSubmit;
    }

    /** The engine has it now, or a driver. */
    void submitted() {
        isToSubmit = false;
    }

    /** Returns whether it was asked to pause with the workflow, and has not been seen to do so. */
    boolean isPausing() {
        return isPausing;
    }

    /** It was asked to pause with the workflow. It is submitted again when the workflow resumes. */
    void pausing() {
        isPausing = true;
        isToSubmit = true;
    }

    /** Notes whether it has paused with the workflow. */
    private void observePause() {
        if (isPausing && isPaused()) isPausing = false;
    }

    /**
     * Reports what its log contains and the parent has not received.
     *
     * @param received the last event that the parent has received
     * @param view receives progress lines
     */
    void report(long received, RunObserver view) throws IOException {
        var reporter = new ChildStatusReporter(run, of, received, parent);
        var lines = new TaskView(of.item(), view, _ -> {});
        var isFirst = printed < 0;
        long last =
                RunHistory.open(run)
                        .walk(
                                step -> {
                                    reporter.folded(step.seq(), step.after());
                                    if (!isFirst && step.seq() > printed)
                                        lines.onEvent(step.event(), Option.none(), step.after());
                                    state = Option.of(step.after());
                                    return true;
                                });
        printed = last;
        observePause();
    }

    /** Reports its end, once. */
    void reportEnd() {
        if (isEndReported || !(state.get().lifecycle() instanceof Lifecycle.Ended(var outcome)))
            return;
        isEndReported = true;
        parent.accept(
                new Command.ReportChildEnd(
                        of.list(),
                        of.item(),
                        of.spawnTicket(),
                        ChildReport.of(
                                outcome,
                                state.get().usage().meter(),
                                state.get().ledger().artifacts())));
    }
}
