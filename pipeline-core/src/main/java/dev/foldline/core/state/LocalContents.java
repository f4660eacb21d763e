package dev.foldline.core.state;

import io.vavr.collection.Vector;

/**
 * What is in the run's working tree and in no commit.
 *
 * @param own what belongs to the user: it was there before the first agent call, or setup made it;
 *     agents may change it, but no commit contains it
 * @param left what the run has added, as far as it was reported
 */
public record LocalContents(Vector<LocalContent> own, Vector<LocalContent> left) {
    public static final LocalContents NONE = new LocalContents(Vector.empty(), Vector.empty());

    /** Adds what belongs to the user. */
    public LocalContents owning(Vector<LocalContent> more) {
        return more.isEmpty() ? this : new LocalContents(own.appendAll(more).distinct(), left);
    }

    /** Adds what a commit did not contain. */
    public LocalContents leaving(Vector<LocalContent> more) {
        return more.isEmpty() ? this : new LocalContents(own, left.appendAll(more).distinct());
    }

    /** Returns what needs no second report. */
    public Vector<LocalContent> known() {
        return own.appendAll(left);
    }

    /** Returns the paths of the user that no commit contains. */
    public Vector<String> excludedPaths() {
        return own.filter(LocalContent::isFile).map(LocalContent::name);
    }
}
