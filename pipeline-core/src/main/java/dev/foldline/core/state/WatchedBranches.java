package dev.foldline.core.state;

import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

/**
 * The cursor of the commit watcher: which commits on local branches the run was notified of. All
 * commits reachable from a tip or a mark are known.
 *
 * @param tips head of each branch, by name
 * @param marks known commits that may be unreachable from all tips: former heads, and the progress
 *     of an unfinished notification; the latest last
 * @param recent the last reported commits, the latest last; none of them is reported again
 */
public record WatchedBranches(
        Map<String, String> tips, Vector<String> marks, Vector<String> recent) {
    /** The maximum number of remembered commits, and of marks. */
    public static final int COMMITS_MAX = 10_000;

    /** Before the first check. */
    public static final WatchedBranches NOTHING =
            new WatchedBranches(LinkedHashMap.empty(), Vector.empty(), Vector.empty());

    /**
     * The result of one check of the repository.
     *
     * @param moved new heads of branches, by name
     * @param gone deleted branches
     * @param marks commits that are known from now on although no branch may contain them
     * @param commits the new commits, parents before children
     */
    public record Sighting(
            Map<String, String> moved,
            Vector<String> gone,
            Vector<String> marks,
            Vector<Seen> commits) {}

    /**
     * A commit on a local branch.
     *
     * @param commit its hash
     * @param branch the branch on which it was found
     * @param message its message; only the start and the end if it is very long
     */
    public record Seen(String commit, String branch, String message) {}

    /**
     * Returns the sighting without commits that were already reported and without duplicates, in
     * order.
     */
    public Sighting fresh(Sighting sighting) {
        var known = among(recent, sighting.commits().map(Seen::commit));
        var unseen =
                sighting.commits()
                        .distinctBy(Seen::commit)
                        .reject(each -> known.contains(each.commit()));
        return new Sighting(sighting.moved(), sighting.gone(), sighting.marks(), unseen);
    }

    /**
     * Returns the cursor after this sighting. If it remembers too much, the older half is dropped.
     */
    public WatchedBranches after(Sighting sighting) {
        return new WatchedBranches(
                sighting.moved().merge(tips.removeAll(sighting.gone())),
                with(marks, sighting.marks()),
                with(recent, fresh(sighting).commits().map(Seen::commit)));
    }

    /** Selects the remembered ones of a few commits. */
    private static Set<String> among(Vector<String> remembered, Vector<String> few) {
        var sought = HashSet.ofAll(few);
        return sought.isEmpty() ? sought : HashSet.ofAll(remembered.filter(sought::contains));
    }

    private static Vector<String> with(Vector<String> before, Vector<String> more) {
        var known = among(before, more);
        var all = before.appendAll(more.reject(known::contains));
        return all.size() <= COMMITS_MAX ? all : all.drop(COMMITS_MAX / 2).takeRight(COMMITS_MAX);
    }
}
