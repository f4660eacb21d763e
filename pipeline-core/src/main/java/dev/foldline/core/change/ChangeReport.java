package dev.foldline.core.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a change touches.
 *
 * @param base the commit before it
 * @param tree the tree after it
 * @param guarded changed files that judge it, at most some of them
 * @param unlisted the other such files; none if all are listed
 * @param tests the files with tests that it touches
 * @param files number of files that it touches
 * @param lines number of lines that it adds and removes
 */
public record ChangeReport(
        String base,
        String tree,
        Vector<GuardedFile> guarded,
        Option<UnlistedFiles> unlisted,
        TestChanges tests,
        int files,
        int lines) {
    /** A change of which all files that judge it are listed. */
    public ChangeReport(
            String base,
            String tree,
            Vector<GuardedFile> guarded,
            TestChanges tests,
            int files,
            int lines) {
        this(base, tree, guarded, Option.none(), tests, files, lines);
    }
}
