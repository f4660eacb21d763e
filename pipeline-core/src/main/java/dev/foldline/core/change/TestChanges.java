package dev.foldline.core.change;

import io.vavr.collection.Vector;

/**
 * The files with tests that a change touches, as paths from the root of the repository. Each is in
 * one of the lists.
 *
 * @param added new files
 * @param changed other files; of a renamed file both paths
 * @param removed files that are gone, or of which tests are gone, emptied or skipped
 */
public record TestChanges(Vector<String> added, Vector<String> changed, Vector<String> removed) {
    public static final TestChanges NONE =
            new TestChanges(Vector.empty(), Vector.empty(), Vector.empty());

    public boolean isEmpty() {
        return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
    }
}
