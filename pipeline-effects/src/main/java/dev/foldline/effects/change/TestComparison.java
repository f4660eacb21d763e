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
import java.util.TreeSet;
import java.util.regex.Pattern;

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
     * @param isCode whether it is no file of tests, but may have tests in it
     */
    private record File(TreeChange change, boolean isCode, TestSource before, TestSource after) {
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

    private static final Pattern SCRIPT =
            Pattern.compile("\\.(sh|bash|zsh|ksh|fish|ps1|exp|pl|t)$");

    private final GitReads git;
    private final Judges judges;
    private final TestsInCode inCode;
    private final List<File> files = new ArrayList<>();
    private final Map<String, List<NewCase>> newByName = new HashMap<>();
    private final Map<Body, List<NewCase>> newByBody = new HashMap<>();
    private final Map<String, String> newByContent = new HashMap<>();
    private final Map<String, Integer> newSkips = new HashMap<>();
    private final Set<Integer> examples = new HashSet<>();
    private final Set<String> renamed = new HashSet<>();
    private final Set<String> moved = new TreeSet<>();

    private TestComparison(GitReads git, Judges judges, TestsInCode inCode) {
        this.git = git;
        this.judges = judges;
        this.inCode = inCode;
    }

    static TestChanges of(
            GitReads git, Judges judges, TestsInCode inCode, Vector<TreeChange> changes)
            throws GitFault {
        var comparison = new TestComparison(git, judges, inCode);
        for (var change : changes) {
            var path = change.path();
            if (judges.isTest(path)) comparison.read(change, false);
            else if (inCode.mayBeIn(path) && judges.of(path).isEmpty())
                comparison.read(change, true);
        }
        return comparison.compare();
    }

    private void read(TreeChange change, boolean isCode) throws GitFault {
        var file =
                new File(
                        change,
                        isCode,
                        source(change.before(), isCode),
                        source(change.after(), isCode));
        files.add(file);
        examples.addAll(file.after().examples().asJava());
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

    private TestSource source(Option<TreeEntry> version, boolean isCode) throws GitFault {
        if (version.isEmpty() || !version.get().isFile()) return TestSource.NONE;
        return git.content(version.get(), TreeFiles.TEXT_BYTES_MAX)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .map(
                        text ->
                                isCode
                                        ? inCode.of(version.get().path(), text)
                                        : TestSource.of(version.get().path(), text))
                .orElse(TestSource.NONE);
    }

    private TestChanges compare() {
        var removed = new HashSet<String>();
        for (var file : files)
            if (!file.change().isAdded() && isWeakened(file)) removed.add(file.path());
        var tests = Vector.ofAll(files).reject(File::isCode);
        var code = Vector.ofAll(files).filter(File::isCode);
        var added =
                tests.filter(file -> file.change().isAdded())
                        .map(File::path)
                        .reject(renamed::contains);
        return new TestChanges(
                added,
                tests.map(File::path).removeAll(added).reject(removed::contains),
                tests.map(File::path).filter(removed::contains),
                Vector.ofAll(files).map(File::contents),
                Vector.ofAll(moved),
                code.map(File::path).filter(removed::contains),
                code.filter(this::hasChanged).map(File::path).reject(removed::contains));
    }

    private boolean isWeakened(File file) {
        if (file.isCode()) return hasLess(file) || hasLostExamples(file);
        if (!file.change().isRemoved())
            return isPlain(file.change().before()) != isPlain(file.change().after())
                    || hasLess(file);
        var target = newByContent.get(content(file));
        if (target != null) return !isMoved(file, target);
        return file.before().cases().isEmpty() ? mayBeTest(file.path()) : hasLost(file);
    }

    /** A script has no cases that could be read, and may be a test under any name. */
    private boolean mayBeTest(String path) {
        return judges.isNamedTest(path) || SCRIPT.matcher(path).find();
    }

    private boolean hasLess(File file) {
        return hasLost(file)
                || hasEmptied(file)
                || !file.before().cases().isEmpty() && file.after().skips() > file.before().skips();
    }

    private boolean hasLostExamples(File file) {
        return file.after().examples().size() < file.before().examples().size()
                && hasOtherExamples(file);
    }

    /** An example that another file of the change has is the same. */
    private boolean hasOtherExamples(File file) {
        return !examples.containsAll(file.before().examples().asJava());
    }

    private boolean hasChanged(File file) {
        return hasOtherExamples(file)
                || file.before().cases().exists(each -> hasChanged(file, each._1(), each._2()));
    }

    private static boolean hasChanged(File file, String name, Body before) {
        return file.after().cases().get(name).exists(body -> !body.equals(before));
    }

    private static boolean isPlain(Option<TreeEntry> version) {
        return version.exists(TreeEntry::isFile);
    }

    private static String content(File file) {
        return file.change().before().map(TreeEntry::object).getOrElse("");
    }

    /** A file with a name that no runner finds has no tests any more. */
    private boolean isMoved(File file, String to) {
        renamed.add(to);
        boolean isFound = judges.isNamedTest(to) || !judges.isNamedTest(file.path());
        if (isFound) moved.addAll(file.before().cases().keySet().toJavaSet());
        return isFound;
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
        boolean isGone = !isElsewhere && !newByBody.containsKey(test._2());
        if (!isGone) moved.add(test._1());
        return isGone;
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
