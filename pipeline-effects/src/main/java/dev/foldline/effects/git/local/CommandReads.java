package dev.foldline.effects.git.local;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * Reads with git commands, and refs from their files, where JGit cannot read: in repositories whose
 * objects have SHA-256 names. As JGit does, it ignores replaced objects.
 */
final class CommandReads implements ObjectReads {
    private static final int HASH_DIGITS = 64;
    private static final String FIELDS = "--format=tformat:%H%x00%T%x00%P%x00%an <%ae>%x00%B";
    private static final int FIELD_COUNT = 5;
    private static final String COMMIT = "commit";
    private static final String TREE = "tree";
    private static final String END_OF_OPTIONS = "--end-of-options";

    private final GitRunner bench;
    private final RefFiles refs;

    CommandReads(GitRunner bench) {
        this.bench = bench;
        this.refs = new RefFiles(bench.place());
    }

    @Override
    public ObjectReads at(GitRunner elsewhere) {
        return new CommandReads(elsewhere);
    }

    @Override
    public Head head() throws GitFault {
        return JGitReads.reading(
                "read HEAD",
                () -> {
                    var commit = refs.object("HEAD");
                    if (commit.isEmpty())
                        throw new GitFault(Kind.MISSING_OBJECT, "HEAD names no commit");
                    return new Head(
                            refs.target("HEAD")
                                    .map(
                                            name ->
                                                    name.startsWith(Branches.HEADS)
                                                            ? name.substring(
                                                                    Branches.HEADS.length())
                                                            : name),
                            commit.get());
                });
    }

    @Override
    public boolean isUnborn() throws GitFault {
        return JGitReads.reading("read HEAD", () -> refs.object("HEAD").isEmpty());
    }

    @Override
    public Optional<String> resolve(String revision) throws GitFault {
        return object(new Wanted(revision, COMMIT).peeled());
    }

    @Override
    public boolean has(String object) throws GitFault {
        return git("cat-file", "-e", object).run().succeeded();
    }

    @Override
    public CommitInfo commit(String revision) throws GitFault {
        var commit = new Wanted(revision, COMMIT);
        return commits(List.of("--no-walk"), List.of(commit.peeled()), commit).getFirst();
    }

    @Override
    public boolean isAncestor(String ancestor, String descendant) throws GitFault {
        var older = new Wanted(ancestor, COMMIT);
        var newer = new Wanted(descendant, COMMIT);
        var ran =
                git("merge-base", "--is-ancestor", END_OF_OPTIONS, older.peeled(), newer.peeled())
                        .run();
        if (ran.exit() > 1) throw missing(ran.asFault("merge-base"), older, newer);
        return ran.succeeded();
    }

    @Override
    public List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault {
        var known = new Wanted(from, COMMIT);
        var latest = new Wanted(to, COMMIT);
        return commits(
                List.of("--topo-order", "--max-count=" + commitsMax),
                List.of(latest.peeled(), "^" + known.peeled()),
                known,
                latest);
    }

    private List<CommitInfo> commits(List<String> walk, List<String> which, Wanted... wanted)
            throws GitFault {
        var words =
                new ArrayList<>(
                        List.of("log", "-z", "--no-show-signature", "--encoding=UTF-8", FIELDS));
        words.addAll(walk);
        words.add(END_OF_OPTIONS);
        words.addAll(which);
        words.add("--");
        var listed = succeed(git(words.toArray(String[]::new)), wanted);
        var text = new String(listed.out(), StandardCharsets.UTF_8);
        var fields = text.split("\0", -1);
        var commits = new ArrayList<CommitInfo>();
        for (int at = 0; at + FIELD_COUNT <= fields.length; at += FIELD_COUNT)
            commits.add(
                    new CommitInfo(
                            fields[at],
                            fields[at + 1],
                            fields[at + 2].isEmpty()
                                    ? List.of()
                                    : Arrays.asList(fields[at + 2].split(" ")),
                            fields[at + 3],
                            fields[at + 4]));
        return List.copyOf(commits);
    }

    @Override
    public List<TreeChange> changes(String from, String to) throws GitFault {
        var before = new Wanted(from, TREE);
        var after = new Wanted(to, TREE);
        var changes =
                succeed(
                        git(
                                "diff-tree",
                                "-r",
                                "-z",
                                "--raw",
                                "--no-renames",
                                "--ignore-submodules=none",
                                END_OF_OPTIONS,
                                before.peeled(),
                                after.peeled(),
                                "--"),
                        before,
                        after);
        var found = new ArrayList<TreeChange>();
        var fields = PathNames.splitAtZeros(changes.out());
        for (int at = 0; at + 1 < fields.size(); at += 2) {
            var words = new String(fields.get(at), StandardCharsets.UTF_8).substring(1).split(" ");
            var path = PathNames.decode(fields.get(at + 1));
            found.add(
                    new TreeChange(
                            path,
                            entry(path, words[0], words[2]),
                            entry(path, words[1], words[3])));
        }
        return List.copyOf(found);
    }

    private static Option<TreeEntry> entry(String path, String mode, String object) {
        return Option.when(
                !mode.equals(StatusEntry.NO_MODE), () -> new TreeEntry(path, mode, object));
    }

    @Override
    public List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault {
        var tree = new Wanted(revision, TREE);
        var listed =
                succeed(
                        git("ls-tree", "-r", "-z", "--full-tree", END_OF_OPTIONS, tree.peeled()),
                        tree);
        var entries = new ArrayList<TreeEntry>();
        for (byte[] line : PathNames.splitAtZeros(listed.out())) {
            int tab = new String(line, StandardCharsets.ISO_8859_1).indexOf('\t');
            var words = new String(line, 0, tab, StandardCharsets.ISO_8859_1).split(" ");
            var path = PathNames.decode(Arrays.copyOfRange(line, tab + 1, line.length));
            entry(path, words[0], words[2]).filter(wanted).forEach(entries::add);
        }
        return List.copyOf(entries);
    }

    @Override
    public Optional<TreeEntry> entry(String revision, String path) throws GitFault {
        var tree = new Wanted(revision, TREE);
        var words =
                succeed(
                                git(
                                        "--literal-pathspecs",
                                        "ls-tree",
                                        "-z",
                                        "--format=%(objectmode) %(objectname)",
                                        "--full-tree",
                                        END_OF_OPTIONS,
                                        tree.peeled(),
                                        "--",
                                        path),
                                tree)
                        .text()
                        .replace("\0", "")
                        .split(" ");
        return words.length == 2
                ? Optional.of(new TreeEntry(path, words[0], words[1]))
                : Optional.empty();
    }

    @Override
    public Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault {
        return entry.isSubmodule() ? Optional.empty() : content(bench, entry, bytesMax);
    }

    static Optional<byte[]> content(GitRunner bench, TreeEntry entry, int bytesMax)
            throws GitFault {
        var printed =
                bench.git("cat-file", "blob", entry.object()).atMost(bytesMax).runWithRetries();
        if (printed.cut()) return Optional.empty();
        if (!printed.succeeded()) throw printed.asFault("cat-file");
        return Optional.of(printed.out());
    }

    @Override
    public Optional<String> ref(String fullName) throws GitFault {
        return JGitReads.reading("read " + fullName, () -> refs.object(fullName));
    }

    @Override
    public Optional<String> target(String symbolicRef) throws GitFault {
        return JGitReads.reading("read " + symbolicRef, () -> refs.target(symbolicRef));
    }

    @Override
    public SortedMap<String, String> refsBelow(String prefix) throws GitFault {
        return JGitReads.reading("list " + prefix, () -> refs.below(prefix));
    }

    @Override
    public String noObject() {
        return "0".repeat(HASH_DIGITS);
    }

    @Override
    public void close() {}

    /** An object that a command names. */
    private record Wanted(String revision, String kind) {
        String peeled() {
            return revision + "^{" + kind + "}";
        }
    }

    private GitResult succeed(GitCommand command, Wanted... wanted) throws GitFault {
        try {
            return command.succeed();
        } catch (GitFault fault) {
            throw missing(fault, wanted);
        }
    }

    /** Returns that one of the objects is missing, or else the fault itself. */
    private GitFault missing(GitFault fault, Wanted... wanted) throws GitFault {
        for (var each : wanted)
            if (object(each.peeled()).isEmpty())
                return new GitFault(
                        Kind.MISSING_OBJECT, "there is no " + each.kind() + " " + each.revision());
        return fault;
    }

    private Optional<String> object(String revision) throws GitFault {
        GitResult ran = git("rev-parse", "--verify", "--quiet", END_OF_OPTIONS, revision).run();
        return ran.succeeded() ? Optional.of(ran.text()) : Optional.empty();
    }

    private GitCommand git(String... arguments) {
        return bench.git(arguments).with("GIT_NO_REPLACE_OBJECTS", "1");
    }
}
