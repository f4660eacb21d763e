package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Reads the events that an {@link EventOrder} lists from the logs of their runs. A client that
 * catches up asks for part after part, so the places where a part ended are kept: no event is
 * folded again for each part.
 */
final class NotedEvents {
    private static final int BOOKMARKS_MAX = 2_000;

    private final Runs runs;

    /** The one that was used longest ago first. */
    private final LinkedHashMap<Place, RunHistory.Bookmark> bookmarks =
            new LinkedHashMap<>(16, 0.75f, true);

    NotedEvents(Runs runs) {
        this.runs = runs;
    }

    /**
     * A place in the log of a run.
     *
     * @param seq the number of the event before it
     */
    private record Place(RunId run, long seq) {}

    /** The events of these entries; those of a run that was deleted are missing. */
    Map<RunId, Map<Long, ReplayStep>> of(List<EventOrder.Entry> entries) throws IOException {
        var wanted = new HashMap<RunId, TreeSet<Long>>();
        for (var entry : entries)
            if (entry.isSent())
                wanted.computeIfAbsent(entry.run(), _ -> new TreeSet<>()).add(entry.seq());
        var steps = new HashMap<RunId, Map<Long, ReplayStep>>();
        for (var each : wanted.entrySet()) {
            var found = new HashMap<Long, ReplayStep>();
            steps.put(each.getKey(), found);
            boolean isAskedAgain = each.getKey().equals(entries.getLast().run());
            try {
                read(each.getKey(), each.getValue(), found, isAskedAgain);
            } catch (UserError | IOException gone) {
                // Its log was deleted or damaged after its events were noted.
                requireUninterrupted(gone);
            }
        }
        return steps;
    }

    /**
     * An interrupt closes any log that is read. Otherwise a run that cannot be read does not
     * concern the others; the call for its log reports the damage.
     */
    static void requireUninterrupted(Exception unreadable) throws IOException {
        if (Thread.currentThread().isInterrupted())
            throw new IOException("interrupted", unreadable);
    }

    /** The next part starts with the last event of this one, or behind it. */
    private void read(
            RunId run,
            NavigableSet<Long> numbers,
            Map<Long, ReplayStep> found,
            boolean isAskedAgain)
            throws IOException {
        long last = numbers.getLast();
        try (var reader = reader(run, numbers.getFirst() - 1)) {
            while (true) {
                var before = reader.bookmark();
                var next = reader.next();
                if (next.isEmpty()) return;
                long seq = next.get().seq();
                if (numbers.contains(seq)) found.put(seq, next.get());
                if (seq < last) continue;
                if (isAskedAgain) before.forEach(place -> keep(run, place));
                reader.bookmark().forEach(place -> keep(run, place));
                return;
            }
        }
    }

    private RunHistory.Steps reader(RunId run, long seq) throws IOException {
        var history = RunHistory.open(runs.directory(run));
        var place = new Place(run, seq);
        var known = known(place);
        if (known.isEmpty()) return history.steps();
        try {
            return history.steps(known.get());
        } catch (IOException changed) {
            requireUninterrupted(changed);
            forget(place);
            return history.steps();
        }
    }

    private synchronized Option<RunHistory.Bookmark> known(Place place) {
        return Option.of(bookmarks.get(place));
    }

    /** A log that was repaired, or that another host has written, has other lines there. */
    private synchronized void forget(Place place) {
        bookmarks.remove(place);
    }

    private synchronized void keep(RunId run, RunHistory.Bookmark bookmark) {
        bookmarks.put(new Place(run, bookmark.at().seq()), bookmark);
        if (bookmarks.size() > BOOKMARKS_MAX) bookmarks.remove(bookmarks.firstEntry().getKey());
    }
}
