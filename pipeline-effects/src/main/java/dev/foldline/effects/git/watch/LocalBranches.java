package dev.foldline.effects.git.watch;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.local.JGitHost;

import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The local branches of a repository, loose or packed, from any of its working trees. The
 * repository may have no branches. It is used by one thread at a time.
 */
public final class LocalBranches implements RepositoryHistory {
    /**
     * The first check of diverged branches reads all commits between them; later checks read few.
     */
    private static final int COMMITS_KEPT_MAX = 10_000;

    private final Repository repository;

    private final int commitsKeptMax;

    /** Each check lists all branches again, of which few have moved. */
    private Memory memory;

    private LocalBranches(Repository repository, int commitsKeptMax) throws IOException {
        this.repository = repository;
        this.commitsKeptMax = commitsKeptMax;
        this.memory = new Memory(repository);
    }

    /** A walk that caches the commits it has read, and the shallow boundary at that time. */
    private static final class Memory extends RevWalk {
        private final Set<ObjectId> cutOff;
        private int commits;

        Memory(Repository repository) throws IOException {
            super(repository);
            this.cutOff = repository.getObjectDatabase().getShallowCommits();
            setRetainBody(false);
        }

        @Override
        protected RevCommit createCommit(AnyObjectId id) {
            commits++;
            return super.createCommit(id);
        }
    }

    /**
     * @param folder the repository, a working tree, or a folder within one
     * @throws GitFault if it belongs to no repository
     */
    public static LocalBranches of(Path folder) throws GitFault {
        return of(folder, COMMITS_KEPT_MAX);
    }

    /**
     * @param commitsKeptMax number of commits cached from one check to the next
     */
    static LocalBranches of(Path folder, int commitsKeptMax) throws GitFault {
        JGitHost.install();
        var found = new FileRepositoryBuilder().findGitDir(folder.toAbsolutePath().toFile());
        if (found.getGitDir() == null)
            throw new GitFault(Kind.COMMAND_FAILED, "Not a git repository: " + folder);
        return reading(
                "open " + folder,
                () -> {
                    try (var there = found.setMustExist(true).build()) {
                        return new LocalBranches(
                                new FileRepositoryBuilder()
                                        .setGitDir(there.getCommonDirectory())
                                        .setMustExist(true)
                                        .build(),
                                commitsKeptMax);
                    }
                });
    }

    @Override
    public Path folder() {
        return repository.getDirectory().toPath();
    }

    @Override
    public SortedMap<String, String> tips() throws GitFault {
        return reading(
                "list the branches",
                () -> {
                    var tips = new TreeMap<String, String>();
                    for (Ref ref : repository.getRefDatabase().getRefsByPrefix(Constants.R_HEADS)) {
                        ObjectId commit = ref.getObjectId();
                        if (commit != null)
                            tips.put(
                                    ref.getName().substring(Constants.R_HEADS.length()),
                                    commit.name());
                    }
                    return tips;
                });
    }

    @Override
    public List<Walked> between(Collection<String> tips, Collection<String> known) throws GitFault {
        return reading(
                "look for new commits",
                () -> {
                    // The shallow boundary has changed, so cached parents may be wrong.
                    if (!memory.cutOff.equals(repository.getObjectDatabase().getShallowCommits()))
                        forget();
                    try {
                        return walked(memory, tips, known);
                    } catch (MissingObjectException gone) {
                        // Cached commits may lead to commits that {@code git gc} has removed since.
                        forget();
                        return walked(memory, tips, known);
                    } finally {
                        if (memory.commits > commitsKeptMax) forget();
                    }
                });
    }

    private void forget() throws IOException {
        memory.close();
        memory = new Memory(repository);
    }

    /** Returns the number of cached commits. */
    int remembered() {
        return memory.commits;
    }

    private static List<Walked> walked(
            RevWalk walk, Collection<String> tips, Collection<String> known) throws IOException {
        walk.reset();
        walk.sort(RevSort.COMMIT_TIME_DESC);
        walk.sort(RevSort.TOPO, true);
        walk.sort(RevSort.REVERSE, true);
        for (RevCommit tip : parsed(walk, tips)) walk.markStart(tip);
        for (RevCommit old : parsed(walk, known)) walk.markUninteresting(old);
        var commits = new ArrayList<Walked>();
        for (RevCommit commit = walk.next(); commit != null; commit = walk.next())
            commits.add(
                    new Walked(
                            commit.name(),
                            Arrays.stream(commit.getParents()).map(ObjectId::name).toList()));
        return List.copyOf(commits);
    }

    /**
     * {@code git gc} may have removed former heads, and a branch may point to an object that is not
     * a commit.
     */
    private static List<RevCommit> parsed(RevWalk walk, Collection<String> hashes)
            throws IOException {
        var commits = new ArrayList<RevCommit>();
        for (String hash : hashes) {
            try {
                commits.add(walk.parseCommit(ObjectId.fromString(hash)));
            } catch (MissingObjectException | IncorrectObjectTypeException gone) {
                // A commit that is gone has nothing to report.
            }
        }
        return commits;
    }

    @Override
    public String message(String commit) throws GitFault {
        return reading(
                "read " + commit,
                () -> {
                    try (var walk = new RevWalk(repository)) {
                        return walk.parseCommit(ObjectId.fromString(commit)).getFullMessage();
                    }
                });
    }

    @Override
    public void close() {
        memory.close();
        repository.close();
    }

    private static <T> T reading(String what, Reading<T> reading) throws GitFault {
        try {
            return reading.read();
        } catch (GitFault known) {
            throw known;
        } catch (InterruptedIOException closing) {
            Thread.currentThread().interrupt();
            throw new GitFault(Kind.INTERRUPTED, "interrupted: " + what, closing);
        } catch (IOException broken) {
            throw new GitFault(
                    Kind.COMMAND_FAILED, "cannot " + what + ": " + broken.getMessage(), broken);
        }
    }

    private interface Reading<T> {
        T read() throws IOException;
    }
}
