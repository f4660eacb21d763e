package dev.foldline.app.webhook;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.operation.RunDriving.DriverProcess;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.QueuedIssueRecord;
import dev.foldline.app.run.RequestWait;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.WebhookSignal;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.effects.forge.RequestObserver;
import dev.foldline.effects.poll.WakeSignal;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Continues the runs that wait for their pull requests, when the forge's webhook reports something
 * and every {@code forge.poll}. A driver that waits is woken. A run without a driver gets one if
 * there is news, unless it belongs to a queue, which resumes its runs itself.
 */
public final class PullRequestSync implements AutoCloseable {
    private final Workspace here;
    private final RequestObserver observer;
    private final Duration poll;
    private final Consumer<String> notices;
    private final WakeSignal deliveries = new WakeSignal();
    private final Thread thread;
    private Set<String> complaints = HashSet.empty();

    /** The number of events of each run that could not be resumed. */
    private Map<RunId, Long> refused = HashMap.empty();

    private PullRequestSync(Workspace here, Settings settings, Consumer<String> notices) {
        var forge = WorkflowRuntime.forge(here, settings);
        this.here = here;
        this.observer = forge.observer(here);
        this.poll = forge.poll();
        this.notices = notices;
        this.thread = Thread.ofPlatform().name("pull-requests").unstarted(this::work);
    }

    /**
     * Starts to check.
     *
     * @param here stays open as long as it checks
     * @param webhook whose deliveries lead to a check
     * @param notices receives what goes wrong
     */
    public static PullRequestSync start(
            Workspace here, Settings settings, WebhookReceiver webhook, Consumer<String> notices) {
        var sync = new PullRequestSync(here, settings, notices);
        webhook.addListener(sync.deliveries::send);
        sync.thread.start();
        return sync;
    }

    /** Stops to check. The runs go on. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            for (boolean isDelivered = false; ; isDelivered = deliveries.await(poll))
                check(isDelivered);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void check(boolean isDelivered) throws InterruptedException {
        var before = complaints;
        complaints = HashSet.empty();
        if (isDelivered) refused = HashMap.empty();
        try {
            for (var run : UnfinishedRuns.of(here.runs()).reversed())
                if (run.hasStarted()) check(run, isDelivered, before);
        } catch (IOException unreadable) {
            noteProblem(String.valueOf(unreadable.getMessage()), before);
        }
    }

    /** A failure about one run leaves it alone until the next check. */
    private void check(RunDirectory run, boolean isDelivered, Set<String> before)
            throws InterruptedException {
        try {
            if (RunLock.holder(run.lock()).isEmpty()) resumeForNews(run);
            else if (isDelivered) wakeDriver(run);
        } catch (IOException | UserError failed) {
            noteProblem("run " + run.id() + ": " + failed.getMessage(), before);
        } catch (RuntimeException bug) {
            noteProblem("run " + run.id() + ": internal error: " + bug, before);
        }
    }

    private static void wakeDriver(RunDirectory run) throws IOException {
        var state = RunHistory.open(run).latest().state();
        if (state.ledger().repository().request().link().isDefined()) new WebhookSignal(run).send();
    }

    private void resumeForNews(RunDirectory run) throws IOException, InterruptedException {
        var latest = RunHistory.open(run).latest();
        if (!RequestWait.isOf(latest.state())
                || QueuedIssueRecord.of(run).isDefined()
                || refused.get(run.id()).contains(latest.seq())
                || !RequestWait.hasNews(observer, here, latest.state())) return;
        try {
            BackgroundServices.start(
                    new BackgroundDriver.Ground(here.root(), here.environment()),
                    here,
                    RunLauncher.resume(here, run, false),
                    new RunDriving(true, DriverProcess.DETACHED, false, Vector.empty()));
        } catch (UserError failed) {
            if (failed.exit() == ExitCode.LOCKED) return;
            refused = refused.put(run.id(), latest.seq());
            throw failed;
        }
    }

    /** What the last check complained about too is not repeated. */
    private void noteProblem(String text, Set<String> before) {
        if (!before.contains(text)) notices.accept(text);
        complaints = complaints.add(text);
    }
}
