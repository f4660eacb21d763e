package dev.foldline.effects.git.watch;

import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.watch.CommitHistory.Walked;

import io.vavr.Tuple;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Computes new commits on local branches since the last report: those reachable from a branch now
 * and from nothing reported before. A force-pushed branch reports its new commits and takes none
 * back.
 *
 * @param commitsMax number of commits reported at once; the rest follows
 * @param concerns whether a commit with this message is reported; it counts as known either way
 */
public record NewCommits(CommitHistory history, int commitsMax, Predicate<String> concerns) {
    private static final int END_CHARS_MAX = 4_000;

    /**
     * Returns a report, or none if nothing is new. The first report contains the branches without
     * commits.
     */
    public Option<SeeCommits> since(Option<WatchedBranches> reported) throws GitFault {
        var tips = history.tips();
        if (reported.isEmpty())
            return Option.of(
                    new SeeCommits(
                            new Sighting(
                                    LinkedHashMap.ofAll(tips),
                                    Vector.empty(),
                                    Vector.empty(),
                                    Vector.empty())));
        var before = reported.get();
        var moved =
                LinkedHashMap.ofEntries(
                        Vector.ofAll(tips.entrySet())
                                .filter(
                                        tip ->
                                                !before.tips()
                                                        .get(tip.getKey())
                                                        .contains(tip.getValue()))
                                .map(tip -> Tuple.of(tip.getKey(), tip.getValue())));
        var gone = before.tips().keySet().filter(branch -> !tips.containsKey(branch)).toVector();
        if (moved.isEmpty() && gone.isEmpty()) return Option.none();
        var fresh =
                moved.isEmpty()
                        ? Vector.<Walked>empty()
                        : Vector.ofAll(
                                history.between(moved.values().toJavaList(), knownCommits(before)));
        var first = fresh.take(commitsMax);
        var commits = seenCommits(first, branches(moved, fresh));
        return Option.of(
                new SeeCommits(
                        first.size() == fresh.size()
                                ? new Sighting(
                                        moved,
                                        gone,
                                        left(
                                                before,
                                                moved.keySet().toVector().appendAll(gone),
                                                fresh,
                                                tips),
                                        commits)
                                : firstSighting(before, moved, first, commits)));
    }

    private static List<String> knownCommits(WatchedBranches before) {
        return before.marks().appendAll(before.tips().values()).asJava();
    }

    private Vector<Seen> seenCommits(Vector<Walked> fresh, HashMap<String, String> branches)
            throws GitFault {
        var commits = Vector.<Seen>empty();
        for (var each : fresh) {
            var message = history.message(each.commit());
            if (concerns.test(message))
                commits =
                        commits.append(
                                new Seen(
                                        each.commit(),
                                        branches.get(each.commit()).get(),
                                        shortened(message)));
        }
        return commits;
    }

    /**
     * Reports some of the commits: only branches whose commits are all reported count as moved, and
     * marks record the progress of the others.
     */
    private static Sighting firstSighting(
            WatchedBranches before,
            LinkedHashMap<String, String> moved,
            Vector<Walked> first,
            Vector<Seen> commits) {
        var reported = first.map(Walked::commit).toSet();
        var covered = first.flatMap(Walked::parents).toSet();
        var done = moved.filterValues(reported::contains);
        var marks =
                done.keySet()
                        .toVector()
                        .flatMap(before.tips()::get)
                        .appendAll(reported)
                        .reject(covered::contains);
        return new Sighting(done, Vector.empty(), marks, commits);
    }

    /**
     * Returns known commits that are no longer on any branch. They may come back, and are not new
     * then. Most branches have only grown.
     */
    private Vector<String> left(
            WatchedBranches before,
            Vector<String> branches,
            Vector<Walked> fresh,
            SortedMap<String, String> tips)
            throws GitFault {
        var covered = fresh.flatMap(Walked::parents).toSet();
        var candidates =
                branches.flatMap(before.tips()::get)
                        .distinct()
                        .reject(tip -> covered.contains(tip) || tips.containsValue(tip));
        if (candidates.isEmpty()) return Vector.empty();
        var lost = new HashSet<String>();
        for (var each :
                history.between(
                        candidates.asJava(), before.marks().appendAll(tips.values()).asJava()))
            lost.add(each.commit());
        return candidates.filter(lost::contains);
    }

    /**
     * Assigns each commit to one of its branches: the one with the fewest new commits, from which
     * others were started or merged.
     */
    private static HashMap<String, String> branches(
            LinkedHashMap<String, String> tips, Vector<Walked> fresh) {
        var parents = fresh.toMap(Walked::commit, Walked::parents);
        var of = new TreeMap<String, String>();
        tips.toVector()
                .map(tip -> new Line(tip._1(), line(tip._2(), parents)))
                .sorted(
                        Comparator.comparingInt((Line line) -> line.commits().size())
                                .thenComparing(Line::branch))
                .forEach(
                        line ->
                                line.commits()
                                        .forEach(commit -> of.putIfAbsent(commit, line.branch())));
        return HashMap.ofAll(of);
    }

    private record Line(String branch, Set<String> commits) {}

    private static Set<String> line(String tip, Map<String, List<String>> parents) {
        var found = new HashSet<String>();
        var open = new ArrayDeque<>(List.of(tip));
        while (!open.isEmpty()) {
            var commit = open.pop();
            if (parents.containsKey(commit) && found.add(commit))
                open.addAll(parents.get(commit).get());
        }
        return found;
    }

    /** Shortens a message: its start describes the commit, and its end contains metadata. */
    private static String shortened(String message) {
        return message.length() <= 2 * END_CHARS_MAX
                ? message
                : message.substring(0, END_CHARS_MAX)
                        + "\n[...]\n"
                        + message.substring(message.length() - END_CHARS_MAX);
    }
}
