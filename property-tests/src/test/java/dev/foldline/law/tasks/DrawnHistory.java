package dev.foldline.law.tasks;

import dev.foldline.effects.git.watch.CommitHistory;
import dev.foldline.testkit.simulation.SeededRandom;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A repository that is only pretended, in which anybody does anything to its branches. Commits are
 * named in the order they are made.
 */
final class DrawnHistory implements CommitHistory {
    private final List<Walked> commits = new ArrayList<>(List.of(new Walked("c0", List.of())));
    private final SortedMap<String, String> tips = new TreeMap<>(Map.of("main", "c0"));
    private final SeededRandom luck;

    DrawnHistory(SeededRandom luck) {
        this.luck = luck;
    }

    /** One thing that happens to a branch: mostly a commit. */
    void happens() {
        var branch = "b" + luck.below(4);
        var at = luck.pick(new ArrayList<>(tips.keySet()));
        switch (luck.below(12)) {
            case 0, 1, 2, 3, 4 -> tips.put(at, committed(List.of(tips.get(at))));
            case 5 -> tips.put(branch, tips.get(at));
            case 6 -> tips.put(branch, committed(List.of(tips.get(at))));
            case 7 ->
                    tips.put(
                            at,
                            committed(
                                    List.of(
                                            tips.get(at),
                                            luck.pick(new ArrayList<>(tips.values())))));
            case 8 -> tips.put(at, anywhere());
            case 9 -> tips.put(at, committed(List.of(anywhere())));
            case 10 -> tips.put(branch, committed(List.of()));
            default -> {
                if (tips.size() > 1) tips.remove(at);
            }
        }
    }

    private String anywhere() {
        return luck.pick(commits).commit();
    }

    private String committed(List<String> parents) {
        var name = "c" + commits.size();
        commits.add(new Walked(name, parents.stream().distinct().toList()));
        return name;
    }

    List<String> parents(String commit) {
        return commits.get(Integer.parseInt(commit.substring(1))).parents();
    }

    /** All that these lead to, themselves too. */
    Set<String> reached(Collection<String> from) {
        var reached = new HashSet<String>();
        var open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            var commit = open.pop();
            if (reached.add(commit)) open.addAll(parents(commit));
        }
        return reached;
    }

    @Override
    public SortedMap<String, String> tips() {
        return new TreeMap<>(tips);
    }

    @Override
    public List<Walked> between(Collection<String> from, Collection<String> known) {
        var hidden = reached(known);
        var wanted = reached(from);
        return commits.stream()
                .filter(each -> wanted.contains(each.commit()) && !hidden.contains(each.commit()))
                .toList();
    }

    @Override
    public String message(String commit) {
        return "Commit " + commit;
    }

    /** What every branch leads to now, by branch. */
    Map<String, Set<String>> branches() {
        var all = new HashMap<String, Set<String>>();
        tips.forEach((branch, at) -> all.put(branch, reached(List.of(at))));
        return all;
    }
}
