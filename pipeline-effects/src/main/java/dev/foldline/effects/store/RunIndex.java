package dev.foldline.effects.store;

import dev.foldline.effects.store.RunEntry.Progress;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The runs of a repository in the order of their start, without reading each: a projection of their
 * folders, stored in a file. Added or removed folders are detected by the metadata of their parent
 * folder. A lost or damaged file is rebuilt.
 */
public final class RunIndex {
    private static final Pattern FROM_THE_LATEST = Pattern.compile("@(?:~(\\d{0,6}))?");
    private static final Pattern CURSOR = Pattern.compile("(\\d{1,15})-(r[a-z2-7]{16})");

    private final IndexFile file;

    private RunIndex(IndexFile file) {
        this.file = file;
    }

    /** Returns the current runs. */
    static RunIndex of(Runs runs) throws IOException {
        var stamp = FolderStamp.of(runs.folder());
        if (stamp.isEmpty()) return new RunIndex(IndexFile.empty(runs));
        var kept = IndexFile.read(runs);
        if (kept.isPresent() && kept.get().isOf(stamp.get()) && kept.get().eventless() == 0)
            return new RunIndex(kept.get());
        Map<RunId, RunEntry> known = new HashMap<>();
        kept.ifPresent(
                found ->
                        found.entries()
                                .filter(entry -> entry.progress() != Progress.EVENTLESS)
                                .forEach(entry -> known.put(entry.run().id(), entry)));
        var entries = new ArrayList<RunEntry>();
        for (var run : runs.unordered()) {
            var before = known.get(run.id());
            entries.add(before == null ? RunEntry.of(run) : before);
        }
        entries.sort(RunEntry.LATEST_FIRST);
        var now = IndexFile.of(runs, stamp.get(), entries);
        if (kept.isEmpty() || !kept.get().equals(now)) now.save();
        return new RunIndex(now);
    }

    /** Returns all runs, the latest first. */
    public Stream<RunEntry> latestFirst() {
        return file.entries();
    }

    /** Returns the number of runs. */
    public int count() {
        return file.count();
    }

    /**
     * Returns the latest runs that a reference without an id can mean: started by no other run, and
     * with events unless there are only runs without. The file does not tell when a log is lost.
     */
    private List<RunDirectory> latest(int count) {
        var started =
                latestFirst()
                        .filter(entry -> !entry.isChild() && entry.progress() != Progress.EVENTLESS)
                        .map(RunEntry::run)
                        .filter(RunDirectory::hasStarted)
                        .limit(count)
                        .toList();
        return started.isEmpty()
                ? latestFirst()
                        .filter(entry -> !entry.isChild())
                        .limit(count)
                        .map(RunEntry::run)
                        .toList()
                : started;
    }

    /**
     * Returns a page of the list, the latest first.
     *
     * @param after the cursor of the last entry of the page before; empty for the first
     * @throws IllegalArgumentException if it is not a cursor
     */
    public Stream<RunEntry> behind(String after) {
        if (after.isEmpty()) return latestFirst();
        var cursor = CURSOR.matcher(after);
        if (!cursor.matches()) throw new IllegalArgumentException("not a cursor: " + after);
        long millis = Long.parseLong(cursor.group(1));
        return latestFirst().dropWhile(entry -> !entry.isBehind(millis, cursor.group(2)));
    }

    /** Returns the runs of one workflow, the latest first. */
    public Stream<RunEntry> ofWorkflow(String name) {
        return latestFirst().filter(entry -> entry.workflow().equals(name));
    }

    /**
     * Returns the runs that have not ended, the latest first, including those without an event.
     *
     * @param hasEnded reads the log of a run that had not ended before; an end is cached
     */
    public List<RunDirectory> unfinished(Predicate<RunDirectory> hasEnded) {
        var ended =
                latestFirst()
                        .filter(entry -> entry.progress() == Progress.BEGUN)
                        .map(RunEntry::run)
                        .filter(hasEnded)
                        .map(RunDirectory::id)
                        .collect(Collectors.toSet());
        if (!ended.isEmpty())
            file.with(
                            latestFirst()
                                    .map(
                                            entry ->
                                                    ended.contains(entry.run().id())
                                                            ? entry.ended()
                                                            : entry)
                                    .toList())
                    .save();
        return latestFirst()
                .filter(
                        entry ->
                                entry.progress() != Progress.ENDED
                                        && !ended.contains(entry.run().id()))
                .map(RunEntry::run)
                .toList();
    }

    /**
     * Resolves a reference to a run: {@code @} the latest, {@code @~n} the n-th before it, or a
     * unique prefix of an id. Child runs are found by id only, and so are runs without an event,
     * unless there are no others.
     */
    public RunReference resolve(String reference) {
        Matcher fromTheLatest = FROM_THE_LATEST.matcher(reference);
        if (fromTheLatest.matches()) return back(reference, stepsBack(fromTheLatest, reference));
        var candidates =
                reference.isEmpty()
                        ? List.<RunDirectory>of()
                        : latestFirst()
                                .map(RunEntry::run)
                                .filter(run -> run.id().text().startsWith(reference))
                                .toList();
        if (candidates.size() == 1) return new RunReference.Found(candidates.getFirst());
        return candidates.isEmpty()
                ? new RunReference.Unknown(
                        reference, "no run of this repository begins with '" + reference + "'")
                : new RunReference.Ambiguous(
                        reference, candidates.stream().map(RunDirectory::id).toList());
    }

    private RunReference back(String reference, int steps) {
        var all = latest(steps + 1);
        if (steps < all.size()) return new RunReference.Found(all.get(steps));
        return new RunReference.Unknown(
                reference,
                all.isEmpty()
                        ? "this repository has no runs yet"
                        : "'"
                                + reference
                                + "' goes back too far: there are "
                                + all.size()
                                + " runs");
    }

    private static int stepsBack(Matcher matched, String reference) {
        var digits = matched.group(1);
        if (digits != null && !digits.isEmpty()) return Integer.parseInt(digits);
        return reference.equals("@") ? 0 : 1;
    }
}
