package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings.Capacity;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.SignalHandler;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Resumes the workflows whose driver died or was a server that shut down, and drives them side by
 * side.
 */
public record WorkflowRecovery(Workspace here) {

    /**
     * The result of a recovery.
     *
     * @param resumed the workflows that were resumed
     * @param running those that another process resumed meanwhile
     * @param failed those that could not be, each with the reason
     */
    public record Found(
            Vector<RunId> resumed, Vector<RunId> running, Vector<SkippedWorkflow> failed) {}

    /**
     * Resumes all workflows, and returns when none of them has a driver any more.
     *
     * @param view receives progress lines of each workflow
     */
    public Found all(Capacity capacity, RunObserver view) throws IOException, InterruptedException {
        var hosting = new WorkflowHost(here, capacity, new DriverOptions(false), view);
        try (var _ = new SignalHandler(hosting::send, view::notice)) {
            var found = by(hosting);
            hosting.join();
            return found;
        }
    }

    /** Takes all up, and leaves them to be driven. */
    public Found by(WorkflowHost hosting) throws IOException {
        var failed = new ArrayList<SkippedWorkflow>();
        return these(left(failed), failed, hosting);
    }

    /**
     * @param failed those that could not be read; those that cannot be resumed are added
     */
    Found these(List<RunDirectory> left, List<SkippedWorkflow> failed, WorkflowHost hosting) {
        var running = new ArrayList<RunId>();
        // All before the first is driven, with one look at the processes of this machine; then each
        // waits for its turn, with its log unlocked.
        var held =
                RunLauncher.resumeAll(
                        here,
                        left,
                        false,
                        (run, refusal) -> {
                            if (isOthers(run, refusal)) running.add(run.id());
                            else failed.add(skip(run, refusal));
                        });
        var runs =
                Vector.ofAll(held)
                        .filter(started -> isWoken(started, failed))
                        .map(started -> started.log().directory());
        runs.forEach(run -> hosting.queue(run, _ -> recover(run)));
        return new Found(runs.map(RunDirectory::id), Vector.ofAll(running), Vector.ofAll(failed));
    }

    private List<RunDirectory> left(List<SkippedWorkflow> failed) throws IOException {
        var left = new ArrayList<RunDirectory>();
        for (var run : UnfinishedRuns.of(here.runs())) {
            try {
                if (WorkflowLookup.isWorkflow(run)
                        && !WorkflowQueue.isAwaited(run)
                        && isAbandoned(run)) left.add(run);
            } catch (IOException | UserError unreadable) {
                failed.add(skip(run, unreadable));
            }
        }
        return new WorkflowQueue(here.runs()).sorted(Vector.ofAll(left)).asJava();
    }

    /**
     * Returns whether a workflow was running without a driver and can continue without the user, or
     * was paused only by a server that shut down.
     */
    private boolean isAbandoned(RunDirectory run) throws IOException {
        return RunLock.holder(run.lock()).isEmpty()
                && (WorkflowView.goesOn(run, here.runs()) || Handover.isOf(run));
    }

    /** Does not retry work that waits for the user. */
    private boolean isWoken(Started started, List<SkippedWorkflow> failed) {
        try {
            MissingTexts.refuse(started);
            new RunResumer(started.log()).resumePaused();
            return true;
        } catch (UserError | JournalFault refused) {
            failed.add(skip(started.log().directory(), refused));
            return false;
        } finally {
            started.abandon(here);
        }
    }

    private Optional<Started> recover(RunDirectory run) throws IOException {
        try {
            return isAbandoned(run)
                    ? Optional.of(RunLauncher.resume(here, run, false))
                    : Optional.empty();
        } catch (UserError refused) {
            if (isOthers(run, refused)) return Optional.empty();
            throw refused;
        }
    }

    /**
     * Returns whether another process holds the log lock; other locks can also prevent a resume.
     */
    private static boolean isOthers(RunDirectory run, Exception refusal) {
        return refusal instanceof UserError error
                && error.exit() == ExitCode.LOCKED
                && error.place().equals(run.lock().toString());
    }

    private static SkippedWorkflow skip(RunDirectory run, Exception why) {
        return new SkippedWorkflow(run.id(), SkippedWorkflow.why(why));
    }
}
