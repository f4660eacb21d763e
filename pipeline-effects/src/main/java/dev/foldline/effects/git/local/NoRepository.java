package dev.foldline.effects.git.local;

import dev.foldline.core.state.LocalContent;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.CommitOutcome;
import dev.foldline.effects.git.CommitRequest;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.RepositoryFingerprint;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.git.command.GitCommand;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A folder that is not a repository. Nothing can be read from git or changed through it. Data about
 * its runs is stored elsewhere.
 *
 * @param place both git folders are the folder of its runs
 */
public record NoRepository(GitOptions settings, Place place) implements Git {
    private static final String UNKNOWN = "0".repeat(40);

    @Override
    public Typed runAsUser(String... words) throws GitFault {
        var ran = GitCommand.in(settings, place.root(), words).runningHooks().runWithRetries();
        return new Typed(ran.exit(), ran.text(), ran.message());
    }

    @Override
    public Typed typedMove(Target target, String... words) throws GitFault {
        return runAsUser(words);
    }

    @Override
    public Git with(Map<String, String> variables) {
        return new NoRepository(settings.with(variables), place);
    }

    @Override
    public Git configured(Map<String, String> more) {
        return new NoRepository(settings.configured(more), place);
    }

    @Override
    public void close() {}

    @Override
    public Head head() throws GitFault {
        return new Head(Optional.empty(), UNKNOWN);
    }

    @Override
    public String workTree(Exclusions exclusions) throws GitFault {
        return UNKNOWN;
    }

    @Override
    public String overlaidTree(String tree, String other, Collection<String> paths) {
        return UNKNOWN;
    }

    @Override
    public TreeState treeState(Exclusions exclusions) {
        return new TreeState(UNKNOWN, List.of());
    }

    @Override
    public List<DirtyPath> dirty(Exclusions exclusions) throws GitFault {
        return List.of();
    }

    @Override
    public List<LocalContent> localContent(Exclusions exclusions, Optional<String> read)
            throws GitFault {
        return List.of();
    }

    @Override
    public String ignoredTree(Collection<String> paths) throws GitFault {
        return UNKNOWN;
    }

    @Override
    public Optional<String> resolve(String revision) throws GitFault {
        return Optional.empty();
    }

    @Override
    public Optional<String> unfinishedOperation() throws GitFault {
        return Optional.empty();
    }

    @Override
    public List<Path> lockFiles() throws GitFault {
        return List.of();
    }

    @Override
    public Optional<BaseBranch> baseBranch(Optional<String> configured) throws GitFault {
        return Optional.empty();
    }

    @Override
    public BranchOutcome.State branch(String name) throws GitFault {
        return new BranchOutcome.State.NoSuchBranch();
    }

    @Override
    public String freeBranchName(String wanted) throws GitFault {
        return wanted;
    }

    @Override
    public Optional<String> note(String ref, String commit) {
        return Optional.empty();
    }

    @Override
    public void writeNote(String ref, String commit, String text) {}

    @Override
    public Optional<SaveOutcome.Saved> saved(String ref) throws GitFault {
        return Optional.empty();
    }

    @Override
    public Optional<CommitInfo> commitMissing(String tree, String base, String message) {
        return Optional.empty();
    }

    @Override
    public SaveOutcome saveWork(String ref, String message, Exclusions exclusions) throws GitFault {
        return new SaveOutcome.Clean();
    }

    @Override
    public SaveOutcome saveIgnored(String ref, String message, Collection<String> paths)
            throws GitFault {
        return new SaveOutcome.Clean();
    }

    @Override
    public SaveOutcome savePaths(String ref, String message, Collection<String> paths)
            throws GitFault {
        return new SaveOutcome.Clean();
    }

    @Override
    public void exclude(String pattern) throws GitFault {}

    @Override
    public boolean isAncestor(String ancestor, String descendant) throws GitFault {
        return false;
    }

    @Override
    public Optional<Path> checkout(String branch) {
        return Optional.empty();
    }

    @Override
    public List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault {
        return List.of();
    }

    @Override
    public List<TreeChange> changes(String from, String to) throws GitFault {
        return List.of();
    }

    @Override
    public List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault {
        return List.of();
    }

    @Override
    public Optional<TreeEntry> entry(String revision, String path) throws GitFault {
        return Optional.empty();
    }

    @Override
    public Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault {
        return Optional.empty();
    }

    @Override
    public List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault {
        return List.of();
    }

    @Override
    public RepositoryFingerprint ground() throws GitFault {
        return new RepositoryFingerprint(Map.of());
    }

    @Override
    public Influences influences() throws GitFault {
        return new Influences(
                List.of(), place.commonFolder().resolve("hooks"), List.of(), List.of(), List.of());
    }

    @Override
    public Identity identity() throws GitFault {
        throw none();
    }

    @Override
    public CommitInfo commit(String revision) throws GitFault {
        throw none();
    }

    @Override
    public DiffStat diffStat(String from, String to) throws GitFault {
        throw none();
    }

    @Override
    public DiffStat.DiffText diff(String from, String to, List<String> paths, int bytesMax)
            throws GitFault {
        throw none();
    }

    @Override
    public Map<String, String> patches(List<String> commits, int bytesMax) throws GitFault {
        throw none();
    }

    @Override
    public CommitOutcome commitWork(CommitRequest request) throws GitFault {
        throw none();
    }

    @Override
    public Optional<CommitOutcome> commitSeen(CommitRequest.Terms terms) throws GitFault {
        return Optional.empty();
    }

    @Override
    public BranchOutcome.RefMove uncommit(Head from, String to, Exclusions exclusions)
            throws GitFault {
        throw none();
    }

    @Override
    public BranchOutcome openBranch(String name, String base, String run) throws GitFault {
        throw none();
    }

    @Override
    public RebaseOutcome rebase(Head expected, String onto) throws GitFault {
        throw none();
    }

    @Override
    public MergeOutcome prepareMerge(MergeOutcome.Request request) throws GitFault {
        throw none();
    }

    @Override
    public MergeOutcome landMerge(String target, String onto, String merge) throws GitFault {
        throw none();
    }

    @Override
    public BranchOutcome.RefMove restoreRef(
            String ref, Optional<String> expected, Optional<String> to) throws GitFault {
        throw none();
    }

    @Override
    public WorktreeOutcome addWorktree(Path path, String branch, String base) throws GitFault {
        throw none();
    }

    @Override
    public void undoHalfMove() throws GitFault {
        // Nothing was moved.
    }

    @Override
    public WorktreeOutcome.State worktree(Path path) throws GitFault {
        throw none();
    }

    @Override
    public WorktreeOutcome.Content worktreeContent(Path path) throws GitFault {
        throw none();
    }

    @Override
    public Optional<Git> tree(Path root) throws GitFault {
        return Optional.empty();
    }

    @Override
    public WorktreeOutcome removeWorktree(Path path, Optional<String> stash) throws GitFault {
        throw none();
    }

    @Override
    public WorktreeOutcome removeWorktree(Path path) throws GitFault {
        throw none();
    }

    @Override
    public void checkOut(String tree, Path path) throws GitFault {
        throw none();
    }

    @Override
    public void deleteCheckout(Path path) throws GitFault {
        throw none();
    }

    private GitFault none() {
        return new GitFault(GitFault.Kind.COMMAND_FAILED, "not a git repository: " + place.root());
    }
}
