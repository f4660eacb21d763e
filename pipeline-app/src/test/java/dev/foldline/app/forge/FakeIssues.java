package dev.foldline.app.forge;

import static dev.foldline.app.forge.FakeForge.map;

import dev.foldline.app.forge.FakeForge.Remark;
import dev.foldline.app.forge.FakeForge.Times;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** The issues of a fake forge that have labels and comments; no pull request has their numbers. */
public final class FakeIssues {
    /** That a label was set or taken. */
    record LabelEvent(int id, boolean added, String account, String label) {}

    /** An issue. */
    static final class FakeIssue {
        final int number;
        final String author;
        volatile String title;
        volatile String body;
        volatile String state = "open";
        final Set<String> labels = new ConcurrentSkipListSet<>();
        final List<LabelEvent> events = new CopyOnWriteArrayList<>();
        final List<Remark> notes = new CopyOnWriteArrayList<>();

        FakeIssue(int number, String author, String title, String body) {
            this.number = number;
            this.author = author;
            this.title = title;
            this.body = body;
        }

        public List<String> texts() {
            return notes.stream().map(Remark::body).toList();
        }
    }

    private final Map<Integer, FakeIssue> issues = new ConcurrentSkipListMap<>();
    private int ids = 9000;

    FakeIssues open(int number, String author, String title) {
        issues.put(number, new FakeIssue(number, author, title, "The text of " + title));
        return this;
    }

    FakeIssue issue(int number) {
        return issues.get(number);
    }

    Optional<FakeIssue> find(int number) {
        return Optional.ofNullable(issues.get(number));
    }

    synchronized FakeIssues label(int number, String account, String label) {
        if (issue(number).labels.add(label))
            issue(number).events.add(new LabelEvent(ids++, true, account, label));
        return this;
    }

    synchronized void unlabel(int number, String account, String label) {
        if (issue(number).labels.remove(label))
            issue(number).events.add(new LabelEvent(ids++, false, account, label));
    }

    synchronized Remark note(int number, String author, String body) {
        var note = new Remark(ids++, author, "", "", 0, body, Times.of(Instant.now()));
        issue(number).notes.add(note);
        return note;
    }

    List<FakeIssue> labelled(String label) {
        return issues.values().stream()
                .filter(each -> each.state.equals("open") && each.labels.contains(label))
                .toList();
    }

    /** Replaces the text of a comment, wherever it is. */
    boolean edit(int note, String body) {
        for (var issue : issues.values())
            for (int i = 0; i < issue.notes.size(); i++) {
                var each = issue.notes.get(i);
                if (each.id() != note) continue;
                issue.notes.set(i, new Remark(note, each.author(), "", "", 0, body, each.times()));
                return true;
            }
        return false;
    }

    boolean delete(int note) {
        for (var issue : issues.values())
            if (issue.notes.removeIf(each -> each.id() == note)) return true;
        return false;
    }

    /** The id of a label of the repository. */
    static int labelId(String label) {
        return Math.floorMod(label.hashCode(), 1000) + 1;
    }

    static List<Map<String, Object>> labelDocuments(FakeIssue issue) {
        var found = new ArrayList<Map<String, Object>>();
        for (var each : issue.labels) found.add(map("id", labelId(each), "name", each));
        return found;
    }
}
