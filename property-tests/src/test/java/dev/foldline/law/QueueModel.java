package dev.foldline.law;

import dev.foldline.app.queue.QueueAction;
import dev.foldline.app.queue.QueueClaim;
import dev.foldline.app.queue.QueuePolicy;
import dev.foldline.app.queue.QueueView;
import dev.foldline.app.queue.QueueView.Activity;
import dev.foldline.app.queue.QueueView.Detail;
import dev.foldline.app.queue.QueueView.Limits;
import dev.foldline.app.queue.QueueView.QueuedIssue;
import dev.foldline.app.queue.QueueView.QueuedRun;
import dev.foldline.app.queue.QueueView.Standing;
import dev.foldline.effects.forge.IssueTracker.Note;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Servers that work through the issues of one forge, one step at a time in any order. */
final class QueueModel {
    static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    /** An issue. */
    static final class Issue {
        boolean isOpen = true;
        boolean isLabelled;
        long labelling;
        boolean isTrusted;
        final List<Note> notes = new ArrayList<>();

        boolean isWanted() {
            return isOpen && isLabelled && isTrusted;
        }
    }

    /** The server of one clone. What it knows is lost when it is killed, its runs are not. */
    static final class Server {
        final String name;
        @Nullable QueueView view;
        boolean isBroken;
        Vector<QueuedRun> runs = Vector.empty();

        Server(int number) {
            name = "%016x".formatted(number);
        }
    }

    final Map<Long, Issue> issues = new TreeMap<>();
    final List<Server> servers = List.of(new Server(0), new Server(1), new Server(2));
    final Limits limits;
    private long ids = 1;

    QueueModel(Limits limits) {
        this.limits = limits;
        for (long number = 1; number <= 3; number++) issues.put(number, new Issue());
    }

    void label(long number, boolean isTrusted) {
        var issue = issues.get(number);
        if (issue.isLabelled) return;
        issue.isLabelled = true;
        issue.isTrusted = isTrusted;
        issue.labelling = ids++;
    }

    void end(Server server, int which) {
        if (server.runs.isEmpty()) return;
        int at = which % server.runs.size();
        server.runs = server.runs.update(at, run -> with(run, Activity.ENDED));
    }

    void loseDriver(Server server, int which) {
        if (server.runs.isEmpty()) return;
        int at = which % server.runs.size();
        if (server.runs.get(at).activity() != Activity.ENDED)
            server.runs = server.runs.update(at, run -> with(run, Activity.LEFT));
    }

    /** Returns the action that the server took. */
    QueueAction step(Server server) {
        var view = server.view == null ? read(server) : server.view;
        var action = QueuePolicy.decide(view);
        server.view =
                switch (action) {
                    case QueueAction.Inspect(long issue) -> view.reading(issue, detail(issue));
                    case QueueAction.Claim(long issue, long labelling) -> {
                        note(issue, QueueClaim.text(server.name, labelling, "claimed"));
                        yield view.forgetting(issue);
                    }
                    case QueueAction.Withdraw(long issue, long note) -> {
                        issues.get(issue).notes.removeIf(each -> each.id() == note);
                        yield view.forgetting(issue);
                    }
                    case QueueAction.Start(long issue, long labelling) -> {
                        if (server.isBroken) yield view.refused();
                        server.runs = server.runs.append(run(issue, labelling));
                        yield view.with(server.runs);
                    }
                    case QueueAction.Resume(var run) -> {
                        change(server, run, Activity.WORKING);
                        yield view.with(server.runs).skipping(run.issue());
                    }
                    case QueueAction.Stop(var run) -> {
                        change(server, run, Activity.ENDED);
                        yield view.with(server.runs).skipping(run.issue());
                    }
                    case QueueAction.Report(long issue, long note, String text) -> {
                        issues.get(issue)
                                .notes
                                .replaceAll(
                                        each -> each.id() == note ? new Note(note, text) : each);
                        yield view.reporting(issue, note, text);
                    }
                    case QueueAction.Finish(var run, boolean unlabels) -> {
                        if (unlabels) issues.get(run.issue()).isLabelled = false;
                        server.runs =
                                server.runs.map(
                                        each ->
                                                each.id().equals(run.id())
                                                        ? each.finished()
                                                        : each);
                        yield view.with(server.runs);
                    }
                    case QueueAction.Rest _ -> null;
                };
        return action;
    }

    private QueueView read(Server server) {
        return new QueueView(
                server.name,
                limits,
                NOW,
                Vector.ofAll(issues.entrySet())
                        .filter(each -> each.getValue().isOpen && each.getValue().isLabelled)
                        .map(each -> new QueuedIssue(each.getKey(), "author" + each.getKey())),
                HashMap.empty(),
                server.runs,
                HashSet.empty(),
                false);
    }

    private Detail detail(long number) {
        var issue = issues.get(number);
        return new Detail(
                issue.isOpen && issue.isLabelled ? Standing.LABELLED : Standing.RELEASED,
                Option.when(issue.labelling > 0, issue.labelling),
                issue.isTrusted,
                Vector.ofAll(issue.notes).flatMap(QueueClaim::of));
    }

    void note(long issue, String text) {
        issues.get(issue).notes.add(new Note(ids++, text));
    }

    private QueuedRun run(long issue, long labelling) {
        return new QueuedRun(
                "run" + ids++,
                issue,
                labelling,
                Activity.WORKING,
                NOW,
                BigDecimal.ONE,
                "is running",
                0,
                false);
    }

    private static void change(Server server, QueuedRun run, Activity activity) {
        server.runs =
                server.runs.map(each -> each.id().equals(run.id()) ? with(each, activity) : each);
    }

    private static QueuedRun with(QueuedRun run, Activity activity) {
        return run.with(activity, "now " + activity);
    }

    Vector<QueuedRun> runs() {
        return Vector.ofAll(servers).flatMap(server -> server.runs);
    }
}
