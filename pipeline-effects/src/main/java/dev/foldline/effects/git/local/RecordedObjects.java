package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.command.PathNames;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The trees and commits of recordings, in one repository. */
public final class RecordedObjects implements AutoCloseable {
    private static final PersonIdent FOLDLINE =
            new PersonIdent("Foldline", "foldline@localhost", Instant.EPOCH, ZoneOffset.UTC);

    private static final long TEXT_BYTES_MAX = 64L << 20;

    private final Repository repository;
    private final Set<ObjectId> intact = new HashSet<>();

    private RecordedObjects(Repository repository) {
        this.repository = repository;
    }

    /**
     * @param folder the git folder of the repository
     */
    public static RecordedObjects in(Path folder) throws GitFault {
        JGitHost.install();
        return JGitReads.reading(
                "open " + folder,
                () ->
                        new RecordedObjects(
                                new FileRepositoryBuilder()
                                        .setGitDir(folder.toFile())
                                        .setMustExist(true)
                                        .build()));
    }

    /** Adds a tree and commits to those that a ref keeps. */
    public void keep(String ref, String tree, Vector<String> commits, String what)
            throws IOException {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            var commit = new CommitBuilder();
            commit.setTreeId(ObjectId.fromString(tree));
            var last = repository.exactRef(ref);
            if (last != null) commit.addParentId(last.getObjectId());
            for (String parent : commits) commit.addParentId(ObjectId.fromString(parent));
            commit.setAuthor(FOLDLINE);
            commit.setCommitter(FOLDLINE);
            commit.setMessage(what);
            var made = inserter.insert(commit);
            inserter.flush();
            var update = repository.updateRef(ref);
            update.setNewObjectId(made);
            update.setRefLogIdent(FOLDLINE);
            update.disableRefLog();
            var result = update.forceUpdate();
            switch (result) {
                case NEW, FORCED, FAST_FORWARD, NO_CHANGE -> {}
                default -> throw new IOException("cannot move " + ref + ": " + result);
            }
        }
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

    /** Returns what is wrong with a commit or tree and all its content, if anything is. */
    public Option<String> problem(String hash) {
        try {
            check(ObjectId.fromString(hash));
            return Option.none();
        } catch (IOException | RuntimeException damaged) {
            return Option.of("git object " + hash + ": " + damaged.getMessage());
        }
    }

    private void check(ObjectId id) throws IOException {
        if (intact.contains(id)) return;
        var loader = repository.open(id);
        var content = loader.getCachedBytes(Integer.MAX_VALUE);
        try (var formatter = new ObjectInserter.Formatter()) {
            if (!formatter.idFor(loader.getType(), content).equals(id))
                throw new IOException("the object " + id.name() + " is damaged");
        }
        if (loader.getType() == Constants.OBJ_COMMIT)
            try (var walk = new RevWalk(repository)) {
                check(walk.parseCommit(id).getTree().getId());
            }
        if (loader.getType() == Constants.OBJ_TREE)
            try (var walk = new TreeWalk(repository)) {
                walk.addTree(id);
                while (walk.next())
                    if (!FileMode.GITLINK.equals(walk.getRawMode(0))) check(walk.getObjectId(0));
            }
        intact.add(id);
    }

    /** Returns the content of an object as text, or none of a tree or a very large file. */
    public Option<String> text(String hash) throws IOException {
        var loader = repository.open(ObjectId.fromString(hash));
        return loader.getType() == Constants.OBJ_TREE || loader.getSize() > TEXT_BYTES_MAX
                ? Option.none()
                : Option.of(new String(loader.getBytes(), StandardCharsets.UTF_8));
    }

    /** Returns whether a commit has a signature, which cannot be made again. */
    public boolean isSigned(String commit) throws IOException {
        try (var walk = new RevWalk(repository)) {
            return walk.parseCommit(ObjectId.fromString(commit)).getRawGpgSignature() != null;
        }
    }

    /** Returns git's variables for a commit with the identity and times of this one. */
    public Map<String, String> signature(String commit) throws IOException {
        try (var walk = new RevWalk(repository)) {
            var made = walk.parseCommit(ObjectId.fromString(commit));
            var variables = new HashMap<String, String>();
            put(variables, "AUTHOR", made.getAuthorIdent());
            put(variables, "COMMITTER", made.getCommitterIdent());
            return variables;
        }
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
