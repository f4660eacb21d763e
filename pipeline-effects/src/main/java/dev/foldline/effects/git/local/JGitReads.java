package dev.foldline.effects.git.local;

import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.PathNames;

import io.vavr.control.Option;

import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevTree;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Reads revisions, history and trees with JGit in this process, which is a hundred times cheaper
 * than a child process.
 */
final class JGitReads implements ObjectReads {
    private final GitRunner bench;
    private final Repository repository;

    private JGitReads(GitRunner bench, Repository repository) {
        this.bench = bench;
        this.repository = repository;
    }

    @Override
    public JGitReads at(GitRunner elsewhere) throws GitFault {
        return in(elsewhere);
    }

    static JGitReads in(GitRunner bench) throws GitFault {
        JGitHost.install();
        var place = bench.place();
        return reading(
                "open " + place.root(),
                () ->
                        new JGitReads(
                                bench,
                                new FileRepositoryBuilder()
                                        .setGitDir(place.gitFolder().toFile())
                                        .setWorkTree(place.root().toFile())
                                        .setMustExist(true)
                                        .build()));
    }

    @Override
    public Head head() throws GitFault {
        return reading(
                "read HEAD",
                () -> {
                    Ref head = repository.exactRef(Constants.HEAD);
                    if (head == null) throw withoutHead();
                    ObjectId commit = head.getObjectId();
                    if (commit == null)
                        throw new GitFault(Kind.MISSING_OBJECT, "HEAD names no commit");
                    return new Head(branchOf(head), commit.name());
                });
    }

    private GitFault withoutHead() {
        var folder = repository.getDirectory();
        return new GitFault(
                Kind.MISSING_OBJECT,
                folder.isDirectory()
                        ? "there is no HEAD in " + folder
                        : "the repository's folder " + folder + " is gone: move it back");
    }

    @Override
    public boolean isUnborn() throws GitFault {
        return reading(
                "read HEAD",
                () -> {
                    Ref head = repository.exactRef(Constants.HEAD);
                    return head == null || head.getObjectId() == null;
                });
    }

    @Override
    public Optional<String> resolve(String revision) throws GitFault {
        return reading(
                "resolve " + revision, () -> objectOf(revision + "^{commit}").map(ObjectId::name));
    }

    @Override
    public boolean has(String object) throws GitFault {
        return reading(
                "look for " + object,
                () -> repository.getObjectDatabase().has(ObjectId.fromString(object)));
    }

    @Override
    public CommitInfo commit(String revision) throws GitFault {
        return reading(
                "read " + revision,
                () -> {
                    try (var walk = new RevWalk(repository)) {
                        RevCommit commit = walk.parseCommit(commitOf(revision));
                        walk.parseBody(commit);
                        return info(commit);
                    }
                });
    }

    @Override
    public boolean isAncestor(String ancestor, String descendant) throws GitFault {
        return reading(
                "compare " + ancestor + " with " + descendant,
                () -> {
                    try (var walk = new RevWalk(repository)) {
                        return walk.isMergedInto(
                                walk.parseCommit(commitOf(ancestor)),
                                walk.parseCommit(commitOf(descendant)));
                    }
                });
    }

    @Override
    public List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault {
        return reading(
                "walk " + from + ".." + to,
                () -> {
                    try (var walk = new RevWalk(repository)) {
                        walk.sort(RevSort.TOPO);
                        walk.markStart(walk.parseCommit(commitOf(to)));
                        walk.markUninteresting(walk.parseCommit(commitOf(from)));
                        var commits = new ArrayList<CommitInfo>();
                        while (commits.size() < commitsMax) {
                            RevCommit commit = walk.next();
                            if (commit == null) break;
                            walk.parseBody(commit);
                            commits.add(info(commit));
                        }
                        return List.copyOf(commits);
                    }
                });
    }

    @Override
    public List<TreeChange> changes(String from, String to) throws GitFault {
        return reading(
                "compare " + from + " with " + to,
                () -> {
                    try (var trees = new TreeWalk(repository)) {
                        trees.addTree(treeOf(from));
                        trees.addTree(treeOf(to));
                        trees.setRecursive(true);
                        trees.setFilter(TreeFilter.ANY_DIFF);
                        var changes = new ArrayList<TreeChange>();
                        while (trees.next()) changes.add(change(trees));
                        return List.copyOf(changes);
                    }
                });
    }

    private static TreeChange change(TreeWalk trees) {
        var path = PathNames.decode(trees.getRawPath());
        return new TreeChange(path, entry(trees, 0, path), entry(trees, 1, path));
    }

    private static Option<TreeEntry> entry(TreeWalk trees, int at, String path) {
        int mode = trees.getRawMode(at);
        return Option.when(
                mode != 0,
                () -> new TreeEntry(path, "%06o".formatted(mode), trees.getObjectId(at).name()));
    }

    @Override
    public List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault {
        return reading(
                "list " + revision,
                () -> {
                    try (var tree = new TreeWalk(repository)) {
                        tree.addTree(treeOf(revision));
                        tree.setRecursive(true);
                        var entries = new ArrayList<TreeEntry>();
                        while (tree.next())
                            entry(tree, 0, PathNames.decode(tree.getRawPath()))
                                    .filter(wanted)
                                    .forEach(entries::add);
                        return List.copyOf(entries);
                    }
                });
    }

    @Override
    public Optional<TreeEntry> entry(String revision, String path) throws GitFault {
        return reading(
                "read " + revision + ":" + path,
                () -> {
                    var root = treeOf(revision);
                    try (var found = TreeWalk.forPath(repository, path, root)) {
                        return found == null
                                ? Optional.empty()
                                : entry(found, 0, path).toJavaOptional();
                    }
                });
    }

    /** In a partial clone, git fetches missing objects. */
    @Override
    public Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault {
        if (entry.isSubmodule()) return Optional.empty();
        return reading(
                "read " + entry.path(),
                () -> {
                    var object = ObjectId.fromString(entry.object());
                    if (!repository.getObjectDatabase().has(object))
                        return CommandReads.content(bench, entry, bytesMax);
                    var loader = repository.open(object, Constants.OBJ_BLOB);
                    return loader.getSize() > bytesMax
                            ? Optional.empty()
                            : Optional.of(loader.getBytes(bytesMax));
                });
    }

    @Override
    public Optional<String> ref(String fullName) throws GitFault {
        return reading(
                "read " + fullName,
                () ->
                        Optional.ofNullable(repository.exactRef(fullName))
                                .map(Ref::getObjectId)
                                .map(ObjectId::name));
    }

    @Override
    public Optional<String> target(String symbolicRef) throws GitFault {
        return reading(
                "read " + symbolicRef,
                () ->
                        Optional.ofNullable(repository.exactRef(symbolicRef))
                                .filter(Ref::isSymbolic)
                                .map(ref -> ref.getTarget().getName()));
    }

    @Override
    public SortedMap<String, String> refsBelow(String prefix) throws GitFault {
        return reading(
                "list " + prefix,
                () -> {
                    var refs = new TreeMap<String, String>();
                    for (Ref ref : repository.getRefDatabase().getRefsByPrefix(prefix))
                        refs.put(ref.getName(), valueOf(ref));
                    return refs;
                });
    }

    private static String valueOf(Ref ref) {
        if (ref.isSymbolic()) return RefFiles.SYMBOLIC + ref.getTarget().getName();
        return ref.getObjectId() == null ? "" : ref.getObjectId().name();
    }

    @Override
    public String noObject() {
        return ObjectId.zeroId().name();
    }

    @Override
    public void close() {
        repository.close();
    }

    private static Optional<String> branchOf(Ref head) {
        if (!head.isSymbolic()) return Optional.empty();
        return Optional.of(Repository.shortenRefName(head.getTarget().getName()));
    }

    private ObjectId commitOf(String revision) throws IOException {
        return objectOf(revision + "^{commit}")
                .orElseThrow(
                        () -> new GitFault(Kind.MISSING_OBJECT, "there is no commit " + revision));
    }

    private ObjectId treeOf(String revision) throws IOException {
        return objectOf(revision + "^{tree}")
                .orElseThrow(
                        () -> new GitFault(Kind.MISSING_OBJECT, "there is no tree " + revision));
    }

    /**
     * JGit does not support every revision syntax ({@code @}, {@code :/text}), so git is the
     * fallback.
     */
    private Optional<ObjectId> objectOf(String revision) throws IOException {
        try {
            ObjectId object = repository.resolve(revision);
            if (object != null) return Optional.of(object);
        } catch (IllegalArgumentException
                | IncorrectObjectTypeException
                | MissingObjectException unknown) {
            // The fallback below asks git.
        }
        GitResult ran =
                bench.git("rev-parse", "--verify", "--quiet", "--end-of-options", revision).run();
        return ran.succeeded() ? Optional.of(ObjectId.fromString(ran.text())) : Optional.empty();
    }

    private static CommitInfo info(RevCommit commit) {
        RevTree tree = commit.getTree();
        var author = commit.getAuthorIdent();
        var parents = Arrays.stream(commit.getParents()).map(ObjectId::name).toList();
        return new CommitInfo(
                commit.name(),
                tree.name(),
                parents,
                author.getName() + " <" + author.getEmailAddress() + ">",
                commit.getFullMessage());
    }

    /** Converts JGit's exceptions to a {@link GitFault} that names what was being read. */
    static <T> T reading(String what, Reading<T> reading) throws GitFault {
        try {
            return reading.read();
        } catch (GitFault known) {
            throw known;
        } catch (MissingObjectException missing) {
            throw new GitFault(
                    Kind.MISSING_OBJECT, "cannot " + what + ": " + missing.getMessage(), missing);
        } catch (IOException broken) {
            throw new GitFault(
                    Kind.COMMAND_FAILED, "cannot " + what + ": " + broken.getMessage(), broken);
        }
    }

    interface Reading<T> {
        T read() throws IOException;
    }
}
