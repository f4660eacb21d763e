package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.treewalk.TreeWalk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Predicate;

/** The objects of shared runs, in one repository. */
public final class SharedObjects implements AutoCloseable {
    private static final long TEXT_BYTES_MAX = 64L << 20;
    private static final PersonIdent AUTHOR =
            new PersonIdent("Foldline", "foldline@localhost", Instant.EPOCH, ZoneOffset.UTC);

    private final Repository repository;

    private SharedObjects(Repository repository) {
        this.repository = repository;
    }

    /**
     * @param folder the git folder of the repository
     */
    public static SharedObjects in(Path folder) throws GitFault {
        JGitHost.install();
        return JGitReads.reading(
                "open " + folder,
                () ->
                        new SharedObjects(
                                Sha1Repository.open(
                                        folder,
                                        "runs of a repository with SHA-256 names are not shared")));
    }

    /**
     * Writes files into a commit without a parent.
     *
     * @param before a commit whose other files are kept
     * @param dropped which of those are not
     */
    public String write(Option<String> before, Predicate<String> dropped, Map<String, byte[]> files)
            throws IOException {
        var cache = DirCache.newInCore();
        var builder = cache.builder();
        try (var inserter = repository.newObjectInserter()) {
            for (var kept : before)
                for (var file : files(kept))
                    if (!dropped.test(file._1()) && !files.containsKey(file._1()))
                        builder.add(entry(file._1(), ObjectId.fromString(file._2())));
            for (var file : files)
                builder.add(entry(file._1(), inserter.insert(Constants.OBJ_BLOB, file._2())));
            builder.finish();
            var id = inserter.insert(commit(cache.writeTree(inserter), Vector.empty()));
            inserter.flush();
            return id.name();
        }
    }

    private static DirCacheEntry entry(String path, ObjectId blob) {
        var entry = new DirCacheEntry(path);
        entry.setFileMode(FileMode.REGULAR_FILE);
        entry.setObjectId(blob);
        return entry;
    }

    /** Writes a commit of a tree. */
    public String write(String tree, Vector<String> parents) throws IOException {
        try (var inserter = repository.newObjectInserter()) {
            var id =
                    inserter.insert(
                            commit(ObjectId.fromString(tree), parents.map(ObjectId::fromString)));
            inserter.flush();
            return id.name();
        }
    }

    private static CommitBuilder commit(ObjectId tree, Vector<ObjectId> parents) {
        var commit = new CommitBuilder();
        commit.setTreeId(tree);
        commit.setParentIds(parents.asJava());
        commit.setAuthor(AUTHOR);
        commit.setCommitter(AUTHOR);
        commit.setMessage("Shared run of Foldline\n");
        return commit;
    }

    /** Returns the paths of a commit's files, with the names of their contents. */
    public Map<String, String> files(String commit) throws IOException {
        Map<String, String> files = HashMap.empty();
        try (var walk = new TreeWalk(repository)) {
            walk.addTree(ObjectId.fromString(treeOf(commit)));
            walk.setRecursive(true);
            while (walk.next()) files = files.put(walk.getPathString(), walk.getObjectId(0).name());
        }
        return files;
    }

    public byte[] content(String blob) throws IOException {
        return repository.open(ObjectId.fromString(blob)).getCachedBytes(Integer.MAX_VALUE);
    }

    /** Returns the content of an object as text, or none of a tree or a very large file. */
    public Option<String> text(String hash) throws IOException {
        var loader = repository.open(ObjectId.fromString(hash));
        return loader.getType() == Constants.OBJ_TREE || loader.getSize() > TEXT_BYTES_MAX
                ? Option.none()
                : Option.of(new String(loader.getBytes(), StandardCharsets.UTF_8));
    }

    public String treeOf(String commit) throws IOException {
        return RevCommit.parse(content(commit)).getTree().name();
    }

    public boolean has(String hash) throws IOException {
        return repository.getObjectDatabase().has(ObjectId.fromString(hash));
    }

    /** Returns the refs below a prefix, with what they name. */
    public Map<String, String> refs(String prefix) throws IOException {
        Map<String, String> refs = HashMap.empty();
        for (Ref ref : repository.getRefDatabase().getRefsByPrefix(prefix)) {
            var id = ref.getObjectId();
            if (id != null) refs = refs.put(ref.getName(), id.name());
        }
        return refs;
    }

    /** Points a ref to an object, whatever it named before. */
    public void point(String ref, String object) throws IOException {
        new PrivateRef(repository, ref).point(ObjectId.fromString(object));
    }

    @Override
    public void close() {
        repository.close();
    }
}
