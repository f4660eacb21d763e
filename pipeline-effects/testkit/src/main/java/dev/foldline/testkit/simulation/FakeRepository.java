package dev.foldline.testkit.simulation;

import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.workflow.Policy.Branching;

import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A simulated repository: one branch, a working tree of texts, hashes of content, and private refs.
 */
public final class FakeRepository {

    /** A commit. {@code ticket} represents its trailer. */
    public record FakeCommit(
            long ticket, String hash, String parent, String subject, Map<String, String> files) {
        public String tree() {
            return treeOf(files);
        }
    }

    /** Uncommitted work that was saved. */
    public record Saved(long ticket, Option<String> commit) {}

    private static final FakeCommit ROOT =
            new FakeCommit(0, "c0", "", "before the run", Map.of("README.md", "hello\n"));

    private final List<FakeCommit> commits = new ArrayList<>(List.of(ROOT));
    private final List<FakeCommit> made = new ArrayList<>();
    private final List<Saved> saved = new ArrayList<>();
    private final Map<Long, Candidate> merges = new TreeMap<>();
    private final Map<String, Map<String, String>> mergedFiles = new TreeMap<>();
    private final List<Candidate> landed = new ArrayList<>();
    private final Map<Long, String> rebases = new TreeMap<>();
    private final Map<String, String> files = new TreeMap<>(ROOT.files());
    private Option<String> branch = Option.none();
    private final List<String> trees = new ArrayList<>();
    private final Set<Long> treeTickets = new HashSet<>();

    public Map<String, String> files() {
        return Map.copyOf(files);
    }

    /** Returns the files before the run. */
    public Map<String, String> baseFiles() {
        return commits.getFirst().files();
    }

    /** Returns the commits of the run, oldest first. */
    public List<FakeCommit> commits() {
        return List.copyOf(commits.subList(1, commits.size()));
    }

    /** Returns the commits ever made, oldest first, with those that a later one replaced. */
    public List<FakeCommit> made() {
        return List.copyOf(made);
    }

    public List<Saved> saved() {
        return List.copyOf(saved);
    }

    public Option<String> branch() {
        return branch;
    }

    String head() {
        return commits.getLast().hash();
    }

    String tree() {
        return treeOf(files);
    }

    boolean isDirty() {
        return !files.equals(commits.getLast().files());
    }

    void write(Map<String, String> edits) {
        edits.forEach(
                (path, content) -> {
                    if (content.isEmpty()) files.remove(path);
                    else files.put(path, content);
                });
    }

    void open(Option<String> name) {
        branch = name;
    }

    /**
     * Returns the worktrees the run created and removed, oldest first: {@code made} and {@code
     * left}.
     */
    public List<String> trees() {
        return List.copyOf(trees);
    }

    /** Creating an existing worktree, or removing a removed one, changes nothing. */
    void tree(long ticket, String word) {
        treeTickets.add(ticket);
        if ((trees.isEmpty() ? "left" : trees.getLast()).equals(word)) return;
        trees.add(word);
    }

    boolean hasTreeOf(long ticket) {
        return treeTickets.contains(ticket);
    }

    /** Discards uncommitted changes. */
    void reset() {
        files.clear();
        files.putAll(commits.getLast().files());
    }

    /** Moves the branch to its start without changing files. */
    void gather() {
        commits.subList(1, commits.size()).clear();
    }

    FakeCommit commit(long ticket, String subject) {
        return add(
                new FakeCommit(
                        ticket,
                        SeededRandom.hash("c", head(), tree(), subject),
                        head(),
                        subject,
                        files()));
    }

    private FakeCommit add(FakeCommit commit) {
        commits.add(commit);
        made.add(commit);
        return commit;
    }

    Option<FakeCommit> commitOf(long ticket) {
        return Option.ofOptional(
                commits.stream().filter(each -> each.ticket() == ticket).findFirst());
    }

    /** The base has not moved, so only the rebase itself is recorded. */
    void rebase(long ticket) {
        rebases.put(ticket, head());
    }

    Option<String> rebaseOf(long ticket) {
        return Option.of(rebases.get(ticket));
    }

    /** Returns the head of the merge target; the root until a merge has landed. */
    public String target() {
        return landed.isEmpty() ? ROOT.hash() : landed.getLast().commit();
    }

    /** Returns the landed merges, oldest first. */
    public List<Candidate> landed() {
        return List.copyOf(landed);
    }

    Candidate merge(long ticket, String target) {
        var made =
                new Candidate(
                        target,
                        target(),
                        SeededRandom.hash("m", target(), head(), merges.size()),
                        commits.getLast().tree());
        merges.put(ticket, made);
        mergedFiles.put(made.tree(), commits.getLast().files());
        return made;
    }

    /** Returns the files of a prepared merge; those of the working tree if they are not known. */
    Map<String, String> filesOf(Candidate merge) {
        return mergedFiles.getOrDefault(merge.tree(), files());
    }

    Option<Candidate> mergeOf(long ticket) {
        return Option.of(merges.get(ticket));
    }

    boolean hasLanded(Option<Candidate> merge) {
        return merge.exists(landed::contains);
    }

    /** Lands a merge and returns whether the target was at the expected commit. */
    boolean land(Candidate merge) {
        if (landed.contains(merge)) return true;
        return target().equals(merge.onto()) && landed.add(merge);
    }

    /** Applies an outcome of a recorded run. */
    void repeat(long ticket, ExternalEffect effect, Event reported) {
        if (reported instanceof GitEvent.BranchOpened opened) {
            branch = opened.branch();
            commits.set(
                    0,
                    new FakeCommit(
                            ROOT.ticket(),
                            opened.base(),
                            ROOT.parent(),
                            ROOT.subject(),
                            ROOT.files()));
        }
        if (reported instanceof GitEvent.WorkCommitted e)
            add(new FakeCommit(ticket, e.commit(), head(), e.subject(), files()));
        if (reported instanceof GitEvent.BranchRebased moved) rebases.put(ticket, moved.head());
        if (reported instanceof GitEvent.MergePrepared prepared)
            merges.put(ticket, prepared.candidate());
        if (reported instanceof GitEvent.MergeLanded && effect instanceof GitEffect.LandMerge land)
            land.candidate().forEach(landed::add);
        if (reported instanceof GitEvent.BranchOpened
                && effect instanceof GitEffect.OpenBranch(_, Branching.OwnTree _, _))
            tree(ticket, "made");
        if (reported instanceof GitEvent.WorktreeReleased
                && effect instanceof GitEffect.ReleaseWorktree leave
                && leave.branch().isDefined()) tree(ticket, "left");
        if (reported instanceof GitEvent.WorkSaved kept)
            saved.add(new Saved(ticket, kept.commit()));
    }

    Saved save(long ticket) {
        var kept =
                new Saved(
                        ticket,
                        isDirty()
                                ? Option.of(SeededRandom.hash("s", head(), tree()))
                                : Option.none());
        saved.add(kept);
        return kept;
    }

    Option<Saved> savedOf(long ticket) {
        return Option.ofOptional(
                saved.stream().filter(each -> each.ticket() == ticket).findFirst());
    }

    private static String treeOf(Map<String, String> files) {
        return SeededRandom.hash("t", new TreeMap<>(files));
    }
}
