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
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.RebaseOutcome;
import dev.foldline.effects.git.RepositoryFingerprint;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.git.command.FileMove;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.git.command.OperationInProgress;
import dev.foldline.effects.git.command.RepositoryMutex;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A working tree on the local disk. It delegates operations and serializes changes. */
final class LocalGit implements Git {
    private final GitRunner bench;
    private final ObjectReads reads;
    private final GitTrees trees;
    private final Diffs diffs;
    private final Commits commits;
    private final Branches branches;
    private final SavedWork work;
    private final RepositoryMetadata house;
    private final ConfigurationMemory settings;
    private final RepositoryMutex turns;

    LocalGit(GitRunner bench, ObjectReads reads) {
        this.bench = bench;
        this.reads = reads;
        this.settings = new ConfigurationMemory();
        this.trees = new GitTrees(bench, reads);
        this.diffs = new Diffs(bench);
        this.branches = new Branches(bench, reads);
        this.commits =
                new Commits(
                        bench,
                        reads,
                        trees,
                        new Worktrees(bench, reads, branches),
                        new MaintenanceTurns());
        this.work = new SavedWork(bench, reads, trees);
        this.house = new RepositoryMetadata(bench);
        this.turns = RepositoryMutex.in(bench.place().commonFolder());
    }

    @Override
    public CommitOutcome commitWork(CommitRequest request) throws GitFault {
        return turns.change(() -> commits.commit(request));
    }

    @Override
    public Optional<CommitOutcome> commitSeen(CommitRequest.Terms terms) throws GitFault {
        return turns.change(() -> commits.existingCommit(terms));
    }

    @Override
    public BranchOutcome.RefMove uncommit(Head from, String to, Exclusions exclusions)
            throws GitFault {
        return turns.change(() -> commits.uncommit(from, to, exclusions));
    }

    @Override
    public void undoHalfMove() throws GitFault {
        String here = reads.head().commit();
        turns.change(
                () -> {
                    if (bench.mayHaveMarks())
                        new FileMove(bench.settings(), bench.place().root(), here, here).end();
                    typedMoves().takeBack();
                    return true;
                });
    }

    @Override
    public BranchOutcome openBranch(String name, String base, String run) throws GitFault {
        return turns.change(() -> branches.open(name, base, run));
    }

    @Override
    public Typed runAsUser(String... words) throws GitFault {
        return turns.change(
                () -> {
                    var ran = bench.git(words).runningHooks().runWithRetries();
                    return new Typed(ran.exit(), ran.text(), ran.message());
                });
    }

    @Override
    public Typed typedMove(Target target, String... words) throws GitFault {
        return turns.change(() -> typedMoves().type(target, words));
    }

    private CheckoutCommands typedMoves() {
        return new CheckoutCommands(bench, reads, work);
    }

    @Override
    public Optional<CommitInfo> commitMissing(String tree, String base, String message)
            throws GitFault {
        return turns.change(
                () -> new MissingPaths(bench, reads, house).commit(tree, base, message));
    }

    @Override
    public SaveOutcome saveWork(String ref, String message, Exclusions exclusions) throws GitFault {
        return turns.change(() -> work.save(ref, message, path -> !exclusions.covers(path)));
    }

    @Override
    public SaveOutcome savePaths(String ref, String message, Collection<String> paths)
            throws GitFault {
        var wanted = new Exclusions(Set.copyOf(paths));
        return turns.change(() -> work.save(ref, message, wanted::covers));
    }

    @Override
    public SaveOutcome saveIgnored(String ref, String message, Collection<String> paths)
            throws GitFault {
        return turns.change(() -> work.saveIgnored(ref, message, paths));
    }

    @Override
    public RebaseOutcome rebase(Head expected, String onto) throws GitFault {
        return turns.change(() -> new Rebases(bench, reads, branches).rebase(expected, onto));
    }

    @Override
    public MergeOutcome prepareMerge(MergeOutcome.Request request) throws GitFault {
        return turns.change(() -> new Merges(bench, reads, branches).prepare(request));
    }

    @Override
    public MergeOutcome landMerge(String target, String onto, String merge) throws GitFault {
        return turns.change(() -> new Merges(bench, reads, branches).land(target, onto, merge));
    }

    @Override
    public Optional<Path> checkout(String branch) throws GitFault {
        return new Merges(bench, reads, branches).checkedOutIn(branch);
    }

    @Override
    public BranchOutcome.RefMove restoreRef(
            String ref, Optional<String> expected, Optional<String> to) throws GitFault {
        return turns.change(() -> branches.restore(ref, expected, to));
    }

    @Override
    public void exclude(String pattern) throws GitFault {
        turns.change(() -> house.exclude(pattern));
    }

    @Override
    public WorktreeOutcome addWorktree(Path path, String branch, String base) throws GitFault {
        return turns.change(() -> new Worktrees(bench, reads, branches).add(path, branch, base));
    }

    @Override
    public WorktreeOutcome removeWorktree(Path path, Optional<String> stash) throws GitFault {
        return turns.change(() -> new Worktrees(bench, reads, branches).remove(path, stash));
    }

    @Override
    public void checkOut(String tree, Path path) throws GitFault {
        turns.change(() -> new Worktrees(bench, reads, branches).checkOut(tree, path));
    }

    @Override
    public void deleteCheckout(Path path) throws GitFault {
        turns.change(() -> new Worktrees(bench, reads, branches).deleteCheckout(path));
    }

    @Override
    public WorktreeOutcome.State worktree(Path path) throws GitFault {
        return new Worktrees(bench, reads, branches).state(path);
    }

    @Override
    public WorktreeOutcome.Content worktreeContent(Path path) throws GitFault {
        return new Worktrees(bench, reads, branches).content(path);
    }

    @Override
    public Optional<Git> tree(Path root) throws GitFault {
        if (!(new Repositories(bench.settings()).openAnother(root)
                instanceof OpenRepositoryResult.Opened(var git))) return Optional.empty();
        if (git.place().commonFolder().equals(place().commonFolder())
                && git.place().root().equals(root)) return Optional.of(git);
        git.close();
        return Optional.empty();
    }

    @Override
    public Place place() {
        return bench.place();
    }

    @Override
    public Head head() throws GitFault {
        return reads.head();
    }

    @Override
    public Optional<String> resolve(String revision) throws GitFault {
        return reads.resolve(revision);
    }

    @Override
    public CommitInfo commit(String revision) throws GitFault {
        return reads.commit(revision);
    }

    @Override
    public boolean isAncestor(String ancestor, String descendant) throws GitFault {
        return reads.isAncestor(ancestor, descendant);
    }

    @Override
    public List<CommitInfo> log(String from, String to, int commitsMax) throws GitFault {
        return reads.log(from, to, commitsMax);
    }

    @Override
    public DiffStat diffStat(String from, String to) throws GitFault {
        return diffs.stat(from, to);
    }

    @Override
    public List<TreeChange> changes(String from, String to) throws GitFault {
        return reads.changes(from, to).stream()
                .sorted(Comparator.comparing(TreeChange::path))
                .toList();
    }

    @Override
    public List<TreeEntry> entries(String revision, Predicate<TreeEntry> wanted) throws GitFault {
        return reads.entries(revision, wanted);
    }

    @Override
    public Optional<TreeEntry> entry(String revision, String path) throws GitFault {
        return reads.entry(revision, path);
    }

    @Override
    public Optional<byte[]> content(TreeEntry entry, int bytesMax) throws GitFault {
        return reads.content(entry, bytesMax);
    }

    @Override
    public DiffStat.DiffText diff(String from, String to, List<String> paths, int bytesMax)
            throws GitFault {
        return diffs.text(from, to, paths, bytesMax);
    }

    @Override
    public Map<String, String> patches(List<String> commits, int bytesMax) throws GitFault {
        var pairs = new ArrayList<Diffs.Pair>();
        for (var commit : commits)
            for (var parent : reads.resolve(commit + "^").stream().toList())
                pairs.add(new Diffs.Pair(commit, parent));
        return diffs.patches(pairs, bytesMax);
    }

    @Override
    public Optional<BaseBranch> baseBranch(Optional<String> configured) throws GitFault {
        return reads.baseBranch(configured);
    }

    @Override
    public BranchOutcome.State branch(String name) throws GitFault {
        return branches.state(name);
    }

    @Override
    public String freeBranchName(String wanted) throws GitFault {
        return branches.free(wanted);
    }

    @Override
    public List<DirtyPath> dirty(Exclusions exclusions) throws GitFault {
        return trees.dirty(exclusions);
    }

    @Override
    public String workTree(Exclusions exclusions) throws GitFault {
        return trees.state(exclusions).tree();
    }

    @Override
    public String overlaidTree(String tree, String other, Collection<String> paths)
            throws GitFault {
        return OverlaidTree.of(reads, tree, other, paths).write(bench, reads);
    }

    @Override
    public TreeState treeState(Exclusions exclusions) throws GitFault {
        return trees.state(exclusions);
    }

    @Override
    public List<LocalContent> localContent(Exclusions exclusions, Optional<String> read)
            throws GitFault {
        return new LocalContentReader(bench, reads)
                .read(exclusions, read.flatMap(trees::ignored), ground());
    }

    @Override
    public String ignoredTree(Collection<String> paths) throws GitFault {
        return work.ignoredTree(paths);
    }

    @Override
    public List<String> changedSince(String savedCommit, Collection<String> paths) throws GitFault {
        return work.changedSince(savedCommit, paths);
    }

    @Override
    public Optional<String> unfinishedOperation() {
        return OperationInProgress.in(bench.place());
    }

    @Override
    public Identity identity() throws GitFault {
        return house.identity();
    }

    @Override
    public List<Path> lockFiles() throws GitFault {
        return house.lockFiles();
    }

    @Override
    public Optional<String> note(String ref, String commit) throws GitFault {
        return new Notes(bench).read(ref, commit);
    }

    @Override
    public void writeNote(String ref, String commit, String text) throws GitFault {
        turns.change(
                () -> {
                    new Notes(bench).write(ref, commit, text);
                    return true;
                });
    }

    @Override
    public Optional<SaveOutcome.Saved> saved(String ref) throws GitFault {
        return work.saved(ref);
    }

    @Override
    public RepositoryFingerprint ground() throws GitFault {
        return new FingerprintReader(bench.place(), reads).take();
    }

    @Override
    public Git with(Map<String, String> variables) {
        return new LocalGit(new GitRunner(bench.settings().with(variables), bench.place()), reads);
    }

    @Override
    public Git configured(Map<String, String> settings) {
        return new LocalGit(
                new GitRunner(bench.settings().configured(settings), bench.place()), reads);
    }

    @Override
    public Influences influences() throws GitFault {
        return new GitConfiguration(bench, settings).influences();
    }

    @Override
    public void close() {
        reads.close();
    }
}
