package dev.foldline.core.change;

import io.vavr.collection.Vector;

/**
 * What a change touches.
 *
 * @param base the commit before it
 * @param tree the tree after it
 * @param guarded changed files that judge it, at most some of them
 * @param tests the files with tests that it touches
 * @param files number of files that it touches
 * @param lines number of lines that it adds and removes
 */
public record ChangeReport(
        String base,
        String tree,
        Vector<GuardedFile> guarded,
        TestChanges tests,
        int files,
        int lines) {}
