package dev.foldline.core.state;

import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

/**
 * How far a run has been told of the commits on the repository's local branches: the cursor of its watcher. Whatever a tip or a mark
 * leads to is known.
 *
 * @param tips where each branch was, by its name
 * @param marks commits that are known although no tip may lead to them: what branches were moved off, and how far the telling had come
 *     before it was at its end; the latest last
 * @param recent the commits that were told of last, the latest last: of none of them is told again
 */
public record Watched(Map<String, String> tips, Vector<String> marks, Vector<String> recent) {
    /** How many commits are remembered by their hashes, and how many marks. */
    public static final int COMMITS_MAX = 10_000;

    /** Before anything was looked at. */
    public static final Watched NOTHING = new Watched(LinkedHashMap.empty(), Vector.empty(), Vector.empty());

    /**
     * What was seen when it was looked again.
     *
     * @param moved where the branches are that were elsewhere before, by their names
     * @param gone branches that are not there any more
     * @param marks commits that are known from now on although no branch may lead to them
     * @param commits what is new, parents before their children
     */
    public record Sighting(Map<String, String> moved, Vector<String> gone, Vector<String> marks, Vector<Seen> commits) {}

    /**
     * A commit on a local branch.
     *
     * @param commit its hash
     * @param branch the branch it was found on
     * @param message its message; of a very long one the beginning and the end
     */
    public record Seen(String commit, String branch, String message) {}

    /** The same without commits that were told before, each of the others once, in their order. */
    public Sighting fresh(Sighting sighting) {
        var known = among(recent, sighting.commits().map(Seen::commit));
        var unseen = sighting.commits().distinctBy(Seen::commit).reject(each -> known.contains(each.commit()));
        return new Sighting(sighting.moved(), sighting.gone(), sighting.marks(), unseen);
    }

    /** Told of this as well; what is remembered is halved when it is too much, the oldest first. */
    public Watched seen(Sighting sighting) {
        return new Watched(sighting.moved().merge(tips.removeAll(sighting.gone())), with(marks, sighting.marks()),
                with(recent, fresh(sighting).commits().map(Seen::commit)));
    }

    /** Those that are remembered: of a few among very many. */
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
