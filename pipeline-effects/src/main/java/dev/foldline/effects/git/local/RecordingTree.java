package dev.foldline.effects.git.local;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.treewalk.TreeWalk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The tree under the ref of a recording. It has the recorded trees, and the text of each recorded
 * commit as a file: {@code git log --all} shows refs to commits, and no refs to trees.
 *
 * <pre>
 *   base                  the hash of the last common commit; the history before it is not recorded
 *   commits/2f/2f9a...    the text of a commit
 *   trees/c0/c04b...      a tree
 * </pre>
 */
final class RecordingTree {
    private static final String BASE = "base";
    private static final String COMMITS = "commits";
    private static final String TREES = "trees";
    private static final int COMMITS_MAX = 20_000;

    private final Repository repository;
    private final String ref;
    private final Entries commits = new Entries(FileMode.REGULAR_FILE);
    private final Entries trees = new Entries(FileMode.TREE);
    private Option<ObjectId> base = Option.none();

    /** The entries of one kind, in folders named after the first digits of their names. */
    private static final class Entries {
        private static final int DIGITS = 2;

        private final FileMode mode;
        private final NavigableMap<String, NavigableMap<String, ObjectId>> folders =
                new TreeMap<>();
        private final NavigableMap<String, ObjectId> written = new TreeMap<>();

        private Entries(FileMode mode) {
            this.mode = mode;
        }

        private Option<ObjectId> find(String name) {
            var folder = folders.get(name.substring(0, DIGITS));
            return Option.of(folder == null ? null : folder.get(name));
        }

        private void add(String name, ObjectId id) {
            var folder = name.substring(0, DIGITS);
            if (folders.computeIfAbsent(folder, _ -> new TreeMap<>()).put(name, id) == null)
                written.remove(folder);
        }

        private ObjectId write(ObjectInserter inserter) throws IOException {
            var all = new TreeFormatter();
            for (var folder : folders.entrySet()) {
                var id = written.get(folder.getKey());
                if (id == null) {
                    var content = new TreeFormatter();
                    folder.getValue().forEach((name, entry) -> content.append(name, mode, entry));
                    id = inserter.insert(content);
                    written.put(folder.getKey(), id);
                }
                all.append(folder.getKey(), FileMode.TREE, id);
            }
            return inserter.insert(all);
        }
    }

    private RecordingTree(Repository repository, String ref) {
        this.repository = repository;
        this.ref = ref;
    }

    /**
     * Reads the tree of a ref; it is empty if there is no such ref.
     *
     * @throws IOException also if an object is damaged so that JGit cannot take it apart
     */
    static RecordingTree read(Repository repository, String ref) throws IOException {
        var read = new RecordingTree(repository, ref);
        try {
            for (var root : read.root()) read.load(root);
        } catch (RuntimeException damaged) {
            throw new IOException("an object under " + ref + " is damaged: " + damaged, damaged);
        }
        return read;
    }

    /** Returns the tree that the ref points to now. */
    Option<ObjectId> root() throws IOException {
        var found = repository.exactRef(ref);
        return Option.of(found == null ? null : found.getObjectId());
    }

    private void load(ObjectId root) throws IOException {
        try (var walk = new TreeWalk(repository)) {
            walk.addTree(root);
            while (walk.next()) {
                var path = walk.getPathString();
                if (path.equals(BASE)) base = Option.of(hash(walk.getObjectId(0)));
                else if (walk.getDepth() < 2 && walk.isSubtree()) walk.enterSubtree();
                else
                    (path.startsWith(COMMITS) ? commits : trees)
                            .add(walk.getNameString(), walk.getObjectId(0));
            }
        }
    }

    private ObjectId hash(ObjectId blob) throws IOException {
        return ObjectId.fromString(
                new String(repository.open(blob).getBytes(), StandardCharsets.US_ASCII).strip());
    }

    /** Returns the text of a recorded commit. */
    Option<byte[]> commit(ObjectId id) throws IOException {
        var blob = commits.find(id.name());
        return blob.isEmpty()
                ? Option.none()
                : Option.of(repository.open(blob.get(), Constants.OBJ_BLOB).getBytes());
    }

    /** Returns the hashes of all recorded commits. */
    Vector<String> commits() {
        return Vector.ofAll(commits.folders.values()).flatMap(NavigableMap::keySet);
    }

    /** Returns the last common commit of all that is recorded. */
    Option<ObjectId> base() {
        return base;
    }

    /** Adds a tree, and commits with the history since the last common commit. */
    void keep(ObjectId tree, Vector<ObjectId> added) throws IOException {
        try (var inserter = repository.newObjectInserter();
                var walk = new RevWalk(repository)) {
            trees.add(tree.name(), tree);
            for (var commit : added)
                if (commits.find(commit.name()).isEmpty())
                    for (var missing : missing(walk, commit)) {
                        commits.add(
                                missing.name(),
                                inserter.insert(Constants.OBJ_BLOB, missing.getRawBuffer()));
                        trees.add(missing.getTree().name(), missing.getTree().getId());
                    }
            var root = new TreeFormatter();
            if (base.isDefined())
                root.append(
                        BASE,
                        FileMode.REGULAR_FILE,
                        inserter.insert(
                                Constants.OBJ_BLOB,
                                base.get().name().getBytes(StandardCharsets.US_ASCII)));
            root.append(COMMITS, FileMode.TREE, commits.write(inserter));
            root.append(TREES, FileMode.TREE, trees.write(inserter));
            var id = inserter.insert(root);
            inserter.flush();
            new PrivateRef(repository, ref).point(id);
        }
    }

    /** Returns the commits that have to be added for one, and extends the base if necessary. */
    private Vector<RevCommit> missing(RevWalk walk, ObjectId commit) throws IOException {
        var starts = Vector.of(commit);
        if (base.isEmpty()) base = Option.of(commit);
        else {
            var common = common(walk, base.get(), commit);
            if (common.isDefined() && !common.equals(base)) {
                starts = starts.append(base.get());
                base = common;
            }
        }
        walk.reset();
        walk.setRevFilter(RevFilter.ALL);
        for (var start : starts) walk.markStart(walk.parseCommit(start));
        for (var older : walk.parseCommit(base.get()).getParents())
            walk.markUninteresting(walk.parseCommit(older));
        var found = Vector.<RevCommit>empty();
        for (var each : walk) {
            walk.parseBody(each);
            if (commits.find(each.name()).isEmpty()) found = found.append(each);
            if (found.size() > COMMITS_MAX)
                throw new IOException(
                        "more than " + COMMITS_MAX + " commits since the last common one");
        }
        return found;
    }

    private static Option<ObjectId> common(RevWalk walk, ObjectId one, ObjectId other)
            throws IOException {
        walk.reset();
        walk.setRevFilter(RevFilter.MERGE_BASE);
        walk.markStart(walk.parseCommit(one));
        walk.markStart(walk.parseCommit(other));
        return Option.of(walk.next()).map(RevCommit::getId);
    }

    /** Deletes the ref. */
    void remove() throws IOException {
        new PrivateRef(repository, ref).delete();
    }

    /** Makes commits of the recorded texts. The parents of the oldest ones do not exist. */
    void install() throws IOException {
        var shallow = Vector.<String>empty();
        try (var inserter = repository.newObjectInserter()) {
            for (var name : commits()) {
                var text = commit(ObjectId.fromString(name)).get();
                inserter.insert(Constants.OBJ_COMMIT, text);
                if (!Vector.of(RevCommit.parse(text).getParents()).forAll(this::isRecorded))
                    shallow = shallow.append(name);
            }
            inserter.flush();
        }
        if (shallow.nonEmpty())
            Files.writeString(
                    repository.getDirectory().toPath().resolve("shallow"),
                    shallow.mkString("", "\n", "\n"));
    }

    private boolean isRecorded(RevCommit commit) {
        return commits.find(commit.name()).isDefined();
    }
}
