package dev.foldline.effects.git;

import java.util.List;

/** The result of saving uncommitted work under a ref. */
public sealed interface SaveOutcome {

    /**
     * The work is a commit under the ref; its parent is the commit it was based on.
     *
     * @param paths the paths that differ from that parent
     * @param leftOut nested repositories, and files whose names git rejects; no commit can contain
     *     them, and they stay in place
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
