package dev.foldline.effects.change;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Guard;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.DiffStat.FileChange;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;

/** Compares a tree with the one before it: what the change touches of what judges and tests it. */
public record ChangeReader(GitReads git, Blobs blobs) {
    /** Tools write them, with thousands of lines for one new dependency. */
    private static final Set<String> LOCK_FILES =
            HashSet.of(
                    "package-lock.json",
                    "npm-shrinkwrap.json",
                    "pnpm-lock.yaml",
                    "yarn.lock",
                    "bun.lock",
                    "deno.lock",
                    "Cargo.lock",
                    "poetry.lock",
                    "uv.lock",
                    "pdm.lock",
                    "Pipfile.lock",
                    "go.sum",
                    "go.work.sum",
                    "composer.lock",
                    "Gemfile.lock",
                    "gradle.lockfile",
                    "packages.lock.json",
                    "mix.lock",
                    "pubspec.lock",
                    "Package.resolved");

    private static final String EXAMPLES = "doctest";
    private static final Vector<String> PYTHON_SETTINGS =
            Vector.of("pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini", "conftest.py");

    /**
     * Describes a change. What judges it is what judged the tree before it, and what a change adds
     * where such files are.
     *
     * @param base a commit or tree
     * @param tree a commit or tree
     * @param checks the commands of all checks
     */
    public ChangeReport read(String base, String tree, Vector<CommandLine> checks, Guard guard)
            throws IOException {
        var changes = Vector.ofAll(git.changes(base, tree));
        var judges = Judges.in(git, base, checks, guard);
        var files = new GuardedFiles(git, blobs, base, tree);
        var guarded = guarded(files, judges, changes);
        var stat = git.diffStat(base, tree);
        return new ChangeReport(
                base,
                tree,
                files.listed(guarded),
                files.unlisted(guarded),
                TestComparison.of(git, judges, inCode(base, checks), changes),
                stat.files().size(),
                lines(stat));
    }

    /**
     * Describes a change of which a part is not committed. What either tree touches counts. Where
     * the commits touch tests, uncommitted changes to files of the commit count as well: trials run
     * on the working tree, and what they show must hold for the commit.
     *
     * @param head the tree of the last commit
     * @param tree the tree of the working tree
     */
    public ChangeReport read(
            String base, String head, String tree, Vector<CommandLine> checks, Guard guard)
            throws IOException {
        var report = read(base, tree, checks, guard);
        if (head.equals(tree)) return report;
        var committed = read(base, head, checks, guard);
        return committed.files() == 0
                ? report
                : new CommittedChange(git, blobs).joined(report, committed);
    }

    /** Returns the paths of all changed files that judge a change, see {@link #read}. */
    public Vector<String> guardedPaths(
            String base, String tree, Vector<CommandLine> checks, Guard guard) throws IOException {
        return guarded(
                        new GuardedFiles(git, blobs, base, tree),
                        Judges.in(git, base, checks, guard),
                        Vector.ofAll(git.changes(base, tree)))
                .map(each -> each.change().path());
    }

    /** Runners of Python read examples only if an option says so. */
    private TestsInCode inCode(String base, Vector<CommandLine> checks) throws IOException {
        if (checks.exists(check -> check.text().contains(EXAMPLES))) return new TestsInCode(true);
        for (var path : PYTHON_SETTINGS) {
            var text = git.file(base, path, TreeFiles.TEXT_BYTES_MAX);
            if (text.isPresent() && new String(text.get(), ISO_8859_1).contains(EXAMPLES))
                return new TestsInCode(true);
        }
        return new TestsInCode(false);
    }

    /** Returns the changed files that are guarded, those of the most specific judges first. */
    private Vector<GuardedFiles.Guarded> guarded(
            GuardedFiles files, Judges judges, Vector<TreeChange> changes) throws IOException {
        var replaced = new ReplacedCode(git, files.base(), files.tree(), judges).find(changes);
        var found = new ArrayList<GuardedFiles.Guarded>();
        for (var change : changes)
            replaced.get(change.path())
                    .orElse(files.why(judges, change))
                    .forEach(
                            why ->
                                    found.add(
                                            new GuardedFiles.Guarded(
                                                    change, why, judges.rank(change.path()))));
        found.sort(Comparator.comparingInt(GuardedFiles.Guarded::rank));
        return Vector.ofAll(found);
    }

    private static int lines(DiffStat stat) {
        long lines =
                stat.files().stream()
                        .filter(file -> !LOCK_FILES.contains(name(file)))
                        .mapToLong(file -> file.linesAdded() + file.linesRemoved())
                        .sum();
        return (int) Math.min(Integer.MAX_VALUE, lines);
    }

    private static String name(FileChange file) {
        return file.path().substring(file.path().lastIndexOf('/') + 1);
    }
}
