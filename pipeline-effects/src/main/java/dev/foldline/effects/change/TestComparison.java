package dev.foldline.effects.change;

import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TestFile;
import dev.foldline.effects.change.TestSource.Body;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;

import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the files with tests of two trees by their texts. A test that moved to another file, or
 * got another name and is the same else, is neither gone nor changed.
 */
final class TestComparison {
    /** A test that one of the files has and did not have before. */
    private record NewCase(String path, String name, Body body) {}

    /**
     * A file before and after; a file that cannot be read as text has no tests.
     *
     * @param change what git says
     */
    private record File(TreeChange change, TestSource before, TestSource after) {
        String path() {
            return change.path();
        }

        TestFile contents() {
            return new TestFile(
                    path(),
                    change.before().map(TreeEntry::content),
                    change.after().map(TreeEntry::content));
        }
    }

    private final GitReads git;
    private final Judges judges;
    private final List<File> files = new ArrayList<>();
    private final Map<String, List<NewCase>> newByName = new HashMap<>();
    private final Map<Body, List<NewCase>> newByBody = new HashMap<>();
    private final Map<String, String> newByContent = new HashMap<>();
    private final Map<String, Integer> newSkips = new HashMap<>();
    private final Set<String> renamed = new HashSet<>();

    private TestComparison(GitReads git, Judges judges) {
        this.git = git;
        this.judges = judges;
    }

    /**
     * @param changes of files with tests
     */
    static TestChanges of(GitReads git, Judges judges, Vector<TreeChange> changes) throws GitFault {
        var comparison = new TestComparison(git, judges);
        for (var change : changes) comparison.read(change);
        return comparison.compare();
    }

    private void read(TreeChange change) throws GitFault {
        var file = new File(change, source(change.before()), source(change.after()));
        files.add(file);
        if (change.isAdded())
            change.after().forEach(entry -> newByContent.put(entry.object(), change.path()));
        newSkips.put(change.path(), file.after().skips() - file.before().skips());
        for (var each : file.after().cases()) {
            if (file.before().cases().containsKey(each._1())) continue;
            var found = new NewCase(change.path(), each._1(), each._2());
            newByName.computeIfAbsent(each._1(), _ -> new ArrayList<>()).add(found);
            newByBody.computeIfAbsent(each._2(), _ -> new ArrayList<>()).add(found);
        }
    }

    private TestSource source(Option<TreeEntry> version) throws GitFault {
        if (version.isEmpty() || !version.get().isFile()) return TestSource.NONE;
        return git.content(version.get(), TreeFiles.TEXT_BYTES_MAX)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .map(text -> TestSource.of(version.get().path(), text))
                .orElse(TestSource.NONE);
    }

    private TestChanges compare() {
        var removed = new HashSet<String>();
        for (var file : files)
            if (!file.change().isAdded() && isWeakened(file)) removed.add(file.path());
        var all = Vector.ofAll(files);
        var added =
                all.filter(file -> file.change().isAdded() && !renamed.contains(file.path()))
                        .map(File::path);
        return new TestChanges(
                added,
                all.map(File::path).removeAll(added).filter(path -> !removed.contains(path)),
                all.map(File::path).filter(removed::contains),
                all.map(File::contents),
                Vector.empty());
    }

    private boolean isWeakened(File file) {
        if (!file.change().isRemoved()) return isWeakenedInPlace(file);
        var target = newByContent.get(content(file));
        if (target != null) return !isMoved(file.path(), target);
        return file.before().cases().isEmpty() || hasLost(file);
    }

    private boolean isWeakenedInPlace(File file) {
        return isPlain(file.change().before()) != isPlain(file.change().after())
                || hasLost(file)
                || hasEmptied(file)
                || file.after().skips() > file.before().skips();
    }

    private static boolean isPlain(Option<TreeEntry> version) {
        return version.exists(TreeEntry::isFile);
    }

    private static String content(File file) {
        return file.change().before().map(TreeEntry::object).getOrElse("");
    }

    /** A file with a name that no runner finds has no tests any more. */
    private boolean isMoved(String from, String to) {
        renamed.add(to);
        return judges.isNamedTest(to) || !judges.isNamedTest(from);
    }

    private boolean hasLost(File file) {
        return file.before()
                .cases()
                .filterKeys(name -> !file.after().cases().containsKey(name))
                .exists(each -> isGone(file, each));
    }

    private boolean isGone(File file, Tuple2<String, Body> test) {
        boolean isElsewhere =
                newByName.getOrDefault(test._1(), List.of()).stream()
                        .anyMatch(
                                found ->
                                        !found.path().equals(file.path())
                                                && isKept(test._2(), found.body())
                                                && newSkips.getOrDefault(found.path(), 0)
                                                        <= file.before().skips());
        return !isElsewhere && !newByBody.containsKey(test._2());
    }

    private static boolean isKept(Body before, Body after) {
        return after.substance().compareTo(before.substance()) >= 0;
    }

    private static boolean hasEmptied(File file) {
        return file.after()
                .cases()
                .exists(
                        each ->
                                file.before()
                                        .cases()
                                        .get(each._1())
                                        .exists(before -> !isKept(before, each._2())));
    }
}
