package dev.foldline.app.queue;

import dev.foldline.app.config.QueueKeys;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.UserError;
import dev.foldline.app.forge.RepositoryForge;
import dev.foldline.app.queue.QueueView.Detail;
import dev.foldline.app.queue.QueueView.Limits;
import dev.foldline.app.queue.QueueView.QueuedIssue;
import dev.foldline.app.queue.QueueView.Standing;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.effects.forge.IssueTracker;
import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.poll.WakeSignal;
import dev.foldline.effects.store.AtomicFile;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Works through the issues with a label: does what {@link QueuePolicy} decides, and then rests
 * until the next check. A failure is reported and tried again after a pause.
 */
public final class IssueQueue implements AutoCloseable {
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
    private static final Duration REFUSED_PAUSE_MAX = Duration.ofHours(1);
    private static final int NAME_BYTES = 8;

    private final Workspace here;
    private final String label;
    private final Limits limits;
    private final Backoff pauses;
    private final Duration poll;
    private final QueueRunStarter starter;
    private final RepositoryForge forge;
    private final IssueTracker issues;
    private final InstantSource clock = InstantSource.system();
    private final Consumer<String> notices;
    private final QueueRuns runs;
    private final WakeSignal deliveries = new WakeSignal();
    private final ResumeLimit resumes = new ResumeLimit();
    private final StartRefusals refusals;
    private final Thread thread;
    private Set<String> complaints = HashSet.empty();

    private IssueQueue(
            Workspace here,
            Settings settings,
            String label,
            QueueRunStarter starter,
            Consumer<String> notices)
            throws IOException {
        this.here = here;
        this.runs = new QueueRuns(here);
        this.label = label;
        this.limits = limits(settings.connections().queue());
        this.poll = settings.forge().poll();
        this.pauses = pauses(PAUSE_MAX);
        this.refusals = new StartRefusals(pauses(REFUSED_PAUSE_MAX));
        this.starter = starter;
        this.forge = new RepositoryForge(here, settings.forge());
        this.issues = forge.issues();
        this.notices = notices;
        this.thread = Thread.ofPlatform().name("queue").unstarted(this::work);
    }

    /** Pauses that grow from the usual one to this one, if that is longer. */
    private Backoff pauses(Duration longest) {
        return new Backoff(poll, poll.compareTo(longest) > 0 ? poll : longest);
    }

    private static Limits limits(QueueKeys keys) {
        return new Limits(
                keys.runsAtOnce(),
                keys.runsPerDay(),
                Option.ofOptional(keys.usdPerDay()),
                Vector.ofAll(keys.allowedAuthors()));
    }

    /**
     * Starts to work.
     *
     * @param here stays open as long as it works
     * @param notices receives what goes wrong
     */
    public static IssueQueue start(
            Workspace here,
            Settings settings,
            String label,
            QueueRunStarter starter,
            Consumer<String> notices)
            throws IOException {
        var queue = new IssueQueue(here, settings, label, starter, notices);
        queue.thread.start();
        return queue;
    }

    /** Checks the queue at once, or once more after the check in progress. */
    public void wake() {
        deliveries.send();
    }

    /** Stops to work. The runs go on. */
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
            for (int failures = 0; ; ) {
                failures = check() ? 0 : failures + 1;
                var pause = failures == 0 ? poll : pauses.pause(failures - 1);
                deliveries.await(pause);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Does all that can be done now. A failure about one issue leaves that issue alone until the
     * next check.
     *
     * @return whether the queue as a whole could be checked
     */
    private boolean check() throws InterruptedException {
        var before = complaints;
        complaints = HashSet.empty();
        try {
            var view = view();
            for (var action = QueuePolicy.decide(view);
                    !(action instanceof QueueAction.Rest);
                    action = QueuePolicy.decide(view)) {
                try {
                    view = performed(action, view);
                } catch (IOException | UserError failed) {
                    noteProblem("issue #" + issueOf(action) + ": " + failed.getMessage(), before);
                    view = failed(action, view);
                }
            }
        } catch (IOException | UserError failed) {
            noteProblem(String.valueOf(failed.getMessage()), before);
            return false;
        } catch (RuntimeException bug) {
            noteProblem("internal error: " + bug, before);
            return false;
        }
        return true;
    }

    /** The claim of a start that was refused is withdrawn, unless there is a run all the same. */
    private QueueView failed(QueueAction action, QueueView view) throws IOException {
        if (!(action instanceof QueueAction.Start(long issue, _)))
            return view.skipping(issueOf(action));
        refusals.add(issue, clock.instant());
        return view.with(runs()).refused();
    }

    /** What the last check complained about too is not repeated. */
    private void noteProblem(String text, Set<String> before) {
        if (!before.contains(text)) notices.accept("queue " + label + ": " + text);
        complaints = complaints.add(text);
    }

    private static long issueOf(QueueAction action) {
        return switch (action) {
            case QueueAction.Inspect(long issue) -> issue;
            case QueueAction.Claim(long issue, _) -> issue;
            case QueueAction.Withdraw(long issue, _) -> issue;
            case QueueAction.Start(long issue, _) -> issue;
            case QueueAction.Resume(var run) -> run.issue();
            case QueueAction.Stop(var run) -> run.issue();
            case QueueAction.Report(long issue, _, _) -> issue;
            case QueueAction.Finish(var run, _) -> run.issue();
            case QueueAction.Rest _ -> 0;
        };
    }

    private QueueView view() throws IOException, InterruptedException {
        var now = clock.instant();
        return new QueueView(
                name(),
                limits,
                now,
                refusals.sorted(
                        Vector.ofAll(issues.labelled(label))
                                .map(each -> new QueuedIssue(each.number(), each.author()))),
                HashMap.empty(),
                runs(),
                HashSet.empty(),
                refusals.isPausing(now));
    }

    private Vector<QueueView.QueuedRun> runs() throws IOException {
        return resumes.of(runs.read());
    }

    private QueueView performed(QueueAction action, QueueView view)
            throws IOException, InterruptedException {
        return switch (action) {
            case QueueAction.Inspect(long issue) -> view.reading(issue, detail(issue, view));
            case QueueAction.Claim(long issue, long labelling) -> {
                issues.comment(
                        issue,
                        QueueClaim.text(
                                view.server(), labelling, "Foldline starts a run for this issue."));
                yield view.forgetting(issue);
            }
            case QueueAction.Withdraw(long issue, long note) -> {
                issues.delete(issue, note);
                yield view.forgetting(issue);
            }
            case QueueAction.Start(long issue, long labelling) -> {
                starter.start(issue, labelling);
                refusals.clear(issue);
                yield view.with(runs());
            }
            case QueueAction.Resume(var run) -> {
                starter.resume(run.id());
                resumes.count(run);
                yield view.with(runs()).skipping(run.issue());
            }
            case QueueAction.Stop(var run) -> {
                starter.stop(run.id());
                yield view.with(runs()).skipping(run.issue());
            }
            case QueueAction.Report(long issue, long note, String text) -> {
                issues.edit(issue, note, text);
                yield view.reporting(issue, note, text);
            }
            case QueueAction.Finish(var run, boolean unlabels) -> {
                if (unlabels) issues.unlabel(run.issue(), label);
                starter.finish(run.id());
                yield view.with(runs());
            }
            case QueueAction.Rest _ -> view;
        };
    }

    private Detail detail(long issue, QueueView view) throws IOException, InterruptedException {
        boolean isLabelled =
                view.issues().exists(each -> each.number() == issue)
                        || issues.isLabelled(issue, label);
        if (!isLabelled && !issues.exists(issue))
            return new Detail(unlabelled(issue, view), Option.none(), false, Vector.empty());
        var labelling = Option.ofOptional(issues.labelling(issue, label));
        return new Detail(
                isLabelled ? Standing.LABELLED : unlabelled(issue, view),
                labelling.map(IssueTracker.Labelling::id),
                labelling.exists(IssueTracker.Labelling::mayWrite),
                Vector.ofAll(issues.notes(issue)).flatMap(QueueClaim::of));
    }

    /** A merge closes the issue; the run notices the merge itself. */
    private Standing unlabelled(long issue, QueueView view)
            throws IOException, InterruptedException {
        for (var run : view.runs()) {
            if (run.issue() != issue || run.activity() == QueueView.Activity.ENDED) continue;
            var state = RunHistory.open(here.find(run.id())).latest().state();
            for (var link : QueueRuns.link(state))
                if (forge.standing(link.number()).status() != Status.OPEN)
                    return Standing.DELIVERED;
        }
        return Standing.RELEASED;
    }

    /** The name of this clone, which is drawn once. */
    private String name() throws IOException {
        var file = Checkout.at(here.root()).runs().root().resolve("queue");
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException first) {
            var drawn = new byte[NAME_BYTES];
            new SecureRandom().nextBytes(drawn);
            var name = HexFormat.of().formatHex(drawn);
            AtomicFile.write(file, name + "\n");
            return name;
        }
    }
}
