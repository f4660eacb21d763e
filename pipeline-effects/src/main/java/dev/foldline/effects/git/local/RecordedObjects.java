package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.PathNames;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The trees and commits of recordings, in one repository. */
public final class RecordedObjects implements AutoCloseable {
    private static final long TEXT_BYTES_MAX = 64L << 20;

    private final Repository repository;
    private final RecordingTree recording;
    private final Set<ObjectId> intact = new HashSet<>();

    private RecordedObjects(Repository repository, RecordingTree recording) {
        this.repository = repository;
        this.recording = recording;
    }

    /**
     * @param folder the git folder of the repository
     * @param ref the ref of the recording, whether it exists or not
     */
    public static RecordedObjects in(Path folder, String ref) throws GitFault {
        JGitHost.install();
        return JGitReads.reading(
                "open " + folder,
                () -> {
                    var repository =
                            Sha1Repository.open(
                                    folder, "objects with SHA-256 names are not recorded");
                    try {
                        return new RecordedObjects(repository, RecordingTree.read(repository, ref));
                    } catch (IOException damaged) {
                        repository.close();
                        throw damaged;
                    }
                });
    }

    /**
     * The same for the driver of the recorded run. Only it moves the ref, so a lock of it is one
     * that a killed driver left.
     */
    public static RecordedObjects ofDriver(Path folder, String ref) throws IOException {
        Files.deleteIfExists(folder.resolve(ref + ".lock"));
        return in(folder, ref);
    }

    /** Adds a tree, and commits with their history since the last common one. */
    public void keep(String tree, Vector<String> commits) throws IOException {
        recording.keep(ObjectId.fromString(tree), commits.map(ObjectId::fromString));
    }

    /**
     * Makes commits of the recorded texts in this repository, and returns the last common one. The
     * history before it does not exist.
     */
    public Option<String> install() throws IOException {
        recording.install();
        return recording.base().map(ObjectId::name);
    }

    /** Deletes the ref of the recording, so that git may remove its objects. */
    public void remove() throws IOException {
        recording.remove();
    }

    /** Returns the size of the files of one tree that differ from those of another. */
    public long bytesBetween(String from, String to) throws IOException {
        long bytes = 0;
        try (var walk = differences(from, to)) {
            while (walk.next())
                if (FileMode.REGULAR_FILE.equals(walk.getRawMode(1))
                        || FileMode.EXECUTABLE_FILE.equals(walk.getRawMode(1)))
                    bytes +=
                            walk.getObjectReader()
                                    .getObjectSize(walk.getObjectId(1), Constants.OBJ_BLOB);
        }
        return bytes;
    }

    private TreeWalk differences(String from, String to) throws IOException {
        var walk = new TreeWalk(repository);
        walk.addTree(ObjectId.fromString(from));
        walk.addTree(ObjectId.fromString(to));
        walk.setRecursive(true);
        walk.setFilter(TreeFilter.ANY_DIFF);
        return walk;
    }

    /** Returns what is wrong with a recorded commit and all its content, if anything is. */
    public Option<String> problemOfCommit(String hash) {
        return problem(
                hash,
                () -> {
                    var id = ObjectId.fromString(hash);
                    if (intact.contains(id)) return;
                    var text = recorded(id);
                    if (!isOf(id, Constants.OBJ_COMMIT, text)) throw new IOException("damaged");
                    check(RevCommit.parse(text).getTree());
                    intact.add(id);
                });
    }

    /** Returns what is wrong with a recorded commit or with the recording's own trees. */
    public Option<String> problemOfAll() throws IOException {
        return recording
                .commits()
                .flatMap(this::problemOfCommit)
                .appendAll(recording.root().map(ObjectId::name).flatMap(this::problemOfTree))
                .headOption();
    }

    /** Returns what is wrong with a tree and all its content, if anything is. */
    public Option<String> problemOfTree(String hash) {
        return problem(hash, () -> check(ObjectId.fromString(hash)));
    }

    private interface Check {
        void run() throws IOException;
    }

    private static Option<String> problem(String hash, Check check) {
        try {
            check.run();
            return Option.none();
        } catch (IOException | RuntimeException damaged) {
            return Option.of("git object " + hash + ": " + damaged.getMessage());
        }
    }

    private byte[] recorded(ObjectId commit) throws IOException {
        return recording
                .commit(commit)
                .getOrElseThrow(() -> new IOException("the commit is not recorded"));
    }

    private static boolean isOf(ObjectId id, int type, byte[] content) {
        try (var formatter = new ObjectInserter.Formatter()) {
            return formatter.idFor(type, content).equals(id);
        }
    }

    private void check(ObjectId id) throws IOException {
        if (intact.contains(id)) return;
        var loader = repository.open(id);
        if (!isOf(id, loader.getType(), loader.getCachedBytes(Integer.MAX_VALUE)))
            throw new IOException("the object " + id.name() + " is damaged");
        if (loader.getType() == Constants.OBJ_TREE)
            try (var walk = new TreeWalk(repository)) {
                walk.addTree(id);
                while (walk.next())
                    if (!FileMode.GITLINK.equals(walk.getRawMode(0))) check(walk.getObjectId(0));
            }
        intact.add(id.copy());
    }

    /** Returns the content of an object as text, or none of a tree or a very large file. */
    public Option<String> text(String hash) throws IOException {
        var loader = repository.open(ObjectId.fromString(hash));
        return loader.getType() == Constants.OBJ_TREE || loader.getSize() > TEXT_BYTES_MAX
                ? Option.none()
                : Option.of(new String(loader.getBytes(), StandardCharsets.UTF_8));
    }

    /** Returns whether a recorded commit has a signature, which cannot be made again. */
    public boolean isSigned(String commit) throws IOException {
        return RevCommit.parse(recorded(ObjectId.fromString(commit))).getRawGpgSignature() != null;
    }

    /**
     * Returns whether the commits from the one that is recorded first up to this one have different
     * times, so that no single command makes them again.
     */
    public boolean hasSeveralTimes(String from, String to) throws IOException {
        var last = RevCommit.parse(recorded(ObjectId.fromString(to)));
        var at = last.getCommitterIdent().getWhenAsInstant();
        for (var each = last; each.getParentCount() == 1; ) {
            var parent = each.getParent(0).getId();
            if (parent.name().equals(from)) return false;
            var text = recording.commit(parent);
            if (text.isEmpty()) return false;
            each = RevCommit.parse(text.get());
            if (!each.getCommitterIdent().getWhenAsInstant().equals(at)) return true;
        }
        return false;
    }

    /** Returns git's variables for a commit with the identity and times of this one. */
    public Map<String, String> signature(String commit) throws IOException {
        var made = RevCommit.parse(recorded(ObjectId.fromString(commit)));
        var variables = new HashMap<String, String>();
        put(variables, "AUTHOR", made.getAuthorIdent());
        put(variables, "COMMITTER", made.getCommitterIdent());
        return variables;
    }

    private static void put(Map<String, String> variables, String role, PersonIdent who) {
        variables.put("GIT_" + role + "_NAME", who.getName());
        variables.put("GIT_" + role + "_EMAIL", who.getEmailAddress());
        variables.put(
                "GIT_" + role + "_DATE", "@" + who.toExternalString().replaceFirst(".*> ", ""));
    }

    /** Changes the files of a working tree from the content of one tree to that of another. */
    public void restore(Path root, String from, String to) throws IOException {
        var files = new RestoredFiles(root);
        try (var walk = differences(from, to)) {
            while (walk.next()) {
                var path = PathNames.decode(walk.getRawPath());
                if (walk.getRawMode(1) == 0) files.removed(path);
                else files.written(path, walk.getFileMode(1), walk.getObjectId(1));
            }
        }
        files.write(id -> repository.open(id).getCachedBytes(Integer.MAX_VALUE));
    }

    @Override
    public void close() {
        repository.close();
    }
}
