package dev.foldline.effects.git;

import java.util.List;

/** What came of saving uncommitted work under a ref. */
public sealed interface SaveOutcome {

    /**
     * The work is a commit that the ref keeps; its parent is the commit it was based on.
     *
     * @param paths what differs from that parent
     * @param leftOut nested repositories, which no commit can hold; they stay where they are
     */
    record Saved(String commit, List<String> paths, List<String> leftOut) implements SaveOutcome {
        public Saved {
            paths = List.copyOf(paths);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** There is nothing to save. */
    record Clean() implements SaveOutcome {}
}
