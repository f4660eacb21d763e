package dev.foldline.core.change;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.regex.Pattern;

/**
 * The files with tests that a change touches, as paths from the root of the repository. Each is in
 * one of the lists.
 *
 * @param added new files
 * @param changed other files; of a renamed file both paths
 * @param removed files that are gone, or of which tests are gone, emptied or skipped
 * @param files all of them with their contents; empty, as in older logs, if these are not known
 * @param moved names of tests that are in another file or have another name, and are the same else
 * @param removedInCode files of code that have lost tests in them
 * @param changedInCode other files of code with changed tests: the tests of the base cannot be
 *     tried without its code
 */
public record TestChanges(
        Vector<String> added,
        Vector<String> changed,
        Vector<String> removed,
        Vector<TestFile> files,
        Vector<String> moved,
        Vector<String> removedInCode,
        Vector<String> changedInCode) {
    /** What a runner writes after the name of a test: its arguments. */
    private static final Pattern PARAMETERS = Pattern.compile("[\\[(].*$");

    public static final TestChanges NONE =
            new TestChanges(Vector.empty(), Vector.empty(), Vector.empty());

    /** Changes of which the contents are not known. */
    public TestChanges(Vector<String> added, Vector<String> changed, Vector<String> removed) {
        this(
                added,
                changed,
                removed,
                Vector.empty(),
                Vector.empty(),
                Vector.empty(),
                Vector.empty());
    }

    /** Returns whether there is nothing to try: no file of tests is touched. */
    public boolean isEmpty() {
        return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
    }

    /** Returns some of the files with their contents. */
    Vector<TestFile> files(Vector<String> paths) {
        return paths.map(
                path ->
                        files.find(file -> file.path().equals(path))
                                .getOrElse(new TestFile(path, Option.none(), Option.none())));
    }

    /** Returns all of the files with their contents. */
    Vector<TestFile> allFiles() {
        return files(added.appendAll(changed).appendAll(lost()).appendAll(changedInCode));
    }

    /** Returns whether a test that reports name is one of those that moved. */
    boolean isMoved(String test) {
        var words = PARAMETERS.matcher(test).replaceFirst("");
        return moved.exists(name -> isNamed(test, name) || isNamed(words, name));
    }

    private static boolean isNamed(String test, String name) {
        int start = test.length() - name.length();
        return test.endsWith(name)
                && (start == 0 || !Character.isJavaIdentifierPart(test.charAt(start - 1)));
    }

    /** Returns all files that have lost tests. */
    public Vector<String> lost() {
        return removed.appendAll(removedInCode);
    }
}
