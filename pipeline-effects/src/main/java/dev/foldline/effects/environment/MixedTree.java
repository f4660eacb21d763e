package dev.foldline.effects.environment;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.Trial;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;

import io.vavr.collection.Vector;

/**
 * The tree of a trial: one tree with the tests of another.
 *
 * @param code the commit or tree from which all other files are
 * @param tests the commit or tree from which the tests are
 * @param paths the files with tests that differ; those that {@code tests} does not have are left
 *     out
 */
record MixedTree(String code, String tests, Vector<String> paths) {

    /**
     * @param base the commit or tree before the change
     * @param tree the tree after it
     */
    static MixedTree of(Trial trial, String base, String tree, TestChanges changes) {
        var paths =
                changes.added()
                        .appendAll(changes.changed())
                        .appendAll(changes.removed())
                        .distinct()
                        .sorted();
        return switch (trial) {
            case CONTROL -> new MixedTree(tree, tree, Vector.empty());
            case OLD_TESTS -> new MixedTree(tree, base, paths);
            case NEW_TESTS -> new MixedTree(base, tree, paths);
        };
    }

    /** Writes it as a git tree, without a working tree, and returns its hash. */
    String write(GitReads git) throws GitFault {
        return code.equals(tests) ? code : git.overlaidTree(code, tests, paths.asJava());
    }
}
