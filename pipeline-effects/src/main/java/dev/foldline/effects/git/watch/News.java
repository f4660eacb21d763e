package dev.foldline.effects.git.watch;

import dev.foldline.core.command.Command.SeeCommits;
import dev.foldline.core.state.Watched;
import dev.foldline.core.state.Watched.Seen;
import dev.foldline.core.state.Watched.Sighting;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.watch.History.Walked;
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
 * What is new on the local branches since somebody was last told: each commit that is on one of them now and that nothing told
 * before leads to. A branch that was moved by force brings the commits it has now and had not, and takes back none.
 *
 * @param commitsMax how many commits are told at once; the rest follows
 * @param concerns whether a commit with this message is told at all; it counts as known either way
 */
public record News(History history, int commitsMax, Predicate<String> concerns) {
    private static final int END_CHARS_MAX = 4_000;

    /** What there is to tell; none if nothing is new. Who was told nothing yet is told where the branches are: what is there is no news. */
    public Option<SeeCommits> since(Option<Watched> told) throws GitFault {
        var tips = history.tips();
        if (told.isEmpty()) return Option.of(new SeeCommits(new Sighting(LinkedHashMap.ofAll(tips), Vector.empty(), Vector.empty(), Vector.empty())));
        var before = told.get();
        var moved = LinkedHashMap.ofEntries(Vector.ofAll(tips.entrySet()).filter(tip -> !before.tips().get(tip.getKey()).contains(tip.getValue())).map(tip -> Tuple.of(tip.getKey(), tip.getValue())));
        var gone = before.tips().keySet().filter(branch -> !tips.containsKey(branch)).toVector();
        if (moved.isEmpty() && gone.isEmpty()) return Option.none();
        var fresh = moved.isEmpty() ? Vector.<Walked>empty() : Vector.ofAll(history.between(moved.values().toJavaList(), known(before)));
        var first = fresh.take(commitsMax);
        var commits = seen(first, branches(moved, fresh));
        return Option.of(new SeeCommits(first.size() == fresh.size() ? new Sighting(moved, gone, left(before, moved.keySet().toVector().appendAll(gone), fresh, tips), commits)
                : begun(before, moved, first, commits)));
    }

    private static List<String> known(Watched before) { return before.marks().appendAll(before.tips().values()).asJava(); }

    private Vector<Seen> seen(Vector<Walked> fresh, HashMap<String, String> branches) throws GitFault {
        var commits = Vector.<Seen>empty();
        for (var each : fresh) {
            var message = history.message(each.commit());
            if (concerns.test(message)) commits = commits.append(new Seen(each.commit(), branches.get(each.commit()).get(), shortened(message)));
        }
        return commits;
    }

    /** Not all is told at once: branches count as moved whose commits are, and beside them it is marked how far the telling has come. */
    private static Sighting begun(Watched before, LinkedHashMap<String, String> moved, Vector<Walked> first, Vector<Seen> commits) {
        var told = first.map(Walked::commit).toSet();
        var covered = first.flatMap(Walked::parents).toSet();
        var done = moved.filterValues(told::contains);
        var marks = done.keySet().toVector().flatMap(before.tips()::get).appendAll(told).reject(covered::contains);
        return new Sighting(done, Vector.empty(), marks, commits);
    }

    /** What is known and lies on no branch any more: it may come back, and is no news then. Most branches have gone on from where they were. */
    private Vector<String> left(Watched before, Vector<String> branches, Vector<Walked> fresh, SortedMap<String, String> tips) throws GitFault {
        var covered = fresh.flatMap(Walked::parents).toSet();
        var candidates = branches.flatMap(before.tips()::get).distinct().reject(tip -> covered.contains(tip) || tips.containsValue(tip));
        if (candidates.isEmpty()) return Vector.empty();
        var lost = new HashSet<String>();
        for (var each : history.between(candidates.asJava(), before.marks().appendAll(tips.values()).asJava())) lost.add(each.commit());
        return candidates.filter(lost::contains);
    }

    /** The branch each commit counts to: of those it is on, the one with the fewest new ones, which others were begun from or merged. */
    private static HashMap<String, String> branches(LinkedHashMap<String, String> tips, Vector<Walked> fresh) {
        var parents = fresh.toMap(Walked::commit, Walked::parents);
        var of = new TreeMap<String, String>();
        tips.toVector().map(tip -> new Line(tip._1(), line(tip._2(), parents)))
                .sorted(Comparator.comparingInt((Line line) -> line.commits().size()).thenComparing(Line::branch))
                .forEach(line -> line.commits().forEach(commit -> of.putIfAbsent(commit, line.branch())));
        return HashMap.ofAll(of);
    }

    private record Line(String branch, Set<String> commits) {}

    private static Set<String> line(String tip, Map<String, List<String>> parents) {
        var found = new HashSet<String>();
        var open = new ArrayDeque<>(List.of(tip));
        while (!open.isEmpty()) {
            var commit = open.pop();
            if (parents.containsKey(commit) && found.add(commit)) open.addAll(parents.get(commit).get());
        }
        return found;
    }

    /** What names a commit stands at the beginning of its message, and what is meant for programs at its end. */
    private static String shortened(String message) {
        return message.length() <= 2 * END_CHARS_MAX ? message
                : message.substring(0, END_CHARS_MAX) + "\n[...]\n" + message.substring(message.length() - END_CHARS_MAX);
    }
}
