package dev.foldline.effects.guard;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.ConfiguredProgram;
import dev.foldline.effects.git.RepositoryFingerprint;
import dev.foldline.effects.git.RepositoryFingerprint.Moved;
import dev.foldline.effects.guard.GuardFile.Content;
import dev.foldline.effects.poll.Poller;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Compares what an agent must not change before and after its call; the next driver does so if this
 * one dies. Files outside the repository and the working tree are not checked, except configuration
 * and hooks that git reads from there.
 */
public final class RepositoryGuard {
    static final String TASK_FILE = "PROMPT.md";
    private static final String CONFIGURATION = "foldline.yaml";
    private static final int SHORT_HASH = 12;
    static final Poller CHANGES_BY_OTHERS =
            Poller.within(Duration.ofMillis(500), Duration.ofMillis(100));

    private final RunContext run;
    private final Commits commits;
    private final Content content;
    private final RepositorySnapshot before;
    private final GitConfigGuard fences;
    private final GuardFindings findings;
    private final Poller poller;

    RepositoryGuard(RunContext run, Commits commits, Content content, Poller poller) {
        this.run = run;
        this.commits = commits;
        this.before = content.before();
        this.fences = GitConfigGuard.of(run.root(), run.blobs(), before);
        this.findings = new GuardFindings(run.directory(), content);
        this.content = content;
        this.poller = poller;
    }

    /** How commits on the run's branch during a call are treated. */
    public enum Commits {
        /** They are undone and become uncommitted work. */
        TAKEN_BACK,
        /** The agent may commit: the branch may grow, but not shrink. */
        STAY;

        public static Commits of(InvokeAgent call) {
            return call.worker().isDefined() ? STAY : TAKEN_BACK;
        }
    }

    /**
     * The side effects of a call.
     *
     * @param trespass a forbidden change, described for the user
     * @param takenBack the private ref that keeps commits which were undone and became uncommitted
     *     work
     * @param notes changes by others during the call that do not affect the run
     */
    public record Verdict(
            Optional<String> trespass, Option<String> takenBack, Vector<String> notes) {}

    /** A guard of a run whose driver starts no programs but git. */
    public static RepositoryGuard before(
            RunContext run, long ticket, Vector<String> kept, Commits commits) throws IOException {
        return before(run, ticket, kept, commits, List.of());
    }

    /**
     * Takes a snapshot and stores it. The agent may start when this returns.
     *
     * @param started programs that the driver starts itself
     */
    public static RepositoryGuard before(
            RunContext run,
            long ticket,
            Vector<String> kept,
            Commits commits,
            List<ConfiguredProgram> started)
            throws IOException {
        var saved = UncommittedWorkBackup.renew(run, ticket, kept);
        var git = run.git();
        var refs = RunRefs.look(git, run.base());
        var fences = GitConfigGuard.around(git, run.blobs(), refs, started);
        var papers =
                Vector.of(
                        FileBaseline.at(run.root().resolve(TASK_FILE)),
                        FileBaseline.at(run.root().resolve(CONFIGURATION)));
        var sight =
                new RepositorySnapshot(
                        ticket,
                        fences.hooks(),
                        fences.files(),
                        LinkedHashMap.ofAll(git.ground().facts()),
                        refs,
                        OtherWorktrees.look(git.place()),
                        papers,
                        ProtectedPaths.look(run.root(), kept).prints(),
                        saved,
                        LeftLocks.present(git));
        var content = Content.of(sight);
        GuardFile.write(run.directory(), content);
        return new RepositoryGuard(run, commits, content, CHANGES_BY_OTHERS);
    }

    /** Returns the event to log before the agent starts. */
    public CallGuarded digest() {
        return GuardDigest.of(before);
    }

    /** Returns a guard that checks others' changes on another clock. */
    RepositoryGuard with(Poller.Timer timer) {
        return new RepositoryGuard(run, commits, content, poller.with(timer));
    }

    /** Records what else happened during the call than changes to the repository. */
    public void note(String what) {
        findings.note(what);
    }

    /** Returns the commit that was checked out when the call started. */
    public String commit() {
        return before.refs().commit();
    }

    /**
     * Determines the side effects of the call. Forbidden commits on the run's branch are undone and
     * kept under a private ref, so nothing is lost. No git command runs before the files that tell
     * git what to run are restored.
     */
    public Verdict after() {
        fences.restore(findings);
        new LeftLocks(run.git(), before.locks()).remove(findings, poller);
        movedRefs();
        touchedWork();
        for (FileBaseline paper : before.papers()) putBackIfGone(paper);
        changedConfiguration(before.papers().last());
        var reported = findings.trespasses();
        return new Verdict(
                reported.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reported)),
                findings.takenBack(),
                findings.notes());
    }

    private void touchedWork() {
        try {
            for (String path : new ProtectedPaths(run.root(), before.kept()).touched())
                findings.trespass(
                        "changed "
                                + path
                                + ", which held uncommitted work of yours (saved as "
                                + before.saved()
                                + ")");
        } catch (IOException unreadable) {
            findings.trespass(
                    "left uncommitted work of yours in a state that cannot be read: "
                            + unreadable.getMessage()
                            + " (saved as "
                            + before.saved()
                            + ")");
        }
    }

    private void movedRefs() {
        try {
            var all =
                    Vector.ofAll(
                            new RepositoryFingerprint(before.ground().toJavaMap())
                                    .movedIn(run.git().ground()));
            // A push comes first: it cannot be undone, and it is judged by commits that are about
            // to be undone.
            for (Moved moved : all.sortBy(each -> !isRemote(each))) {
                if (!moved.what().equals(before.refs().own())) judge(moved);
                else if (!mayHaveMoved()) findings.trespass(digest(moved));
            }
        } catch (IOException unreadable) {
            findings.trespass(
                    "left the repository in a state that cannot be read: "
                            + unreadable.getMessage());
        }
    }

    private void judge(Moved moved) {
        switch (new RefClassifier(run, before, this::turnsOut).of(moved)) {
            case TRESPASS -> findings.trespass(digest(moved));
            case NOTE -> findings.note(digest(moved));
            case NONE -> {}
        }
    }

    private boolean mayHaveMoved() {
        return switch (commits) {
            case STAY -> hasGrown();
            case TAKEN_BACK -> fences.hold() && isTakenBack();
        };
    }

    /** Returns whether HEAD is on the same branch and still contains its old commit. */
    private boolean hasGrown() {
        try {
            var now = run.git().head();
            return now.equals(before.refs().at(now.commit()))
                    && run.git().isAncestor(before.refs().commit(), now.commit());
        } catch (IOException notThere) {
            return false;
        }
    }

    /** Undoes commits if the branch only grew, and keeps its new head. */
    private boolean isTakenBack() {
        try {
            var now = run.git().head();
            if (!hasGrown()) return false;
            var ref = kept(now.commit());
            if (ref.isEmpty()) return false;
            findings.takenBack(ref.get());
            return run.git()
                            .uncommit(
                                    now,
                                    before.refs().commit(),
                                    run.exclusions(before.kept().keySet().toVector()))
                    instanceof RefMove.Moved;
        } catch (IOException notThere) {
            return false;
        }
    }

    /** Returns the private ref that keeps a commit. */
    private Option<String> kept(String commit) throws IOException {
        var ref = run.revertedRefs(before.ticket()) + commit.substring(0, SHORT_HASH);
        return run.git().keepCommit(ref, commit) ? Option.of(ref) : Option.none();
    }

    /** Returns whether the condition holds now or very soon. */
    private boolean turnsOut(BooleanSupplier seen) {
        return poller.pollUninterruptibly(seen::getAsBoolean, done -> done);
    }

    private static boolean isRemote(Moved moved) {
        return moved.what().startsWith(RefClassifier.REMOTE);
    }

    private String digest(Moved moved) {
        return (isRemote(moved)
                        ? "pushed to "
                                + moved.what().substring(RefClassifier.REMOTE.length())
                                + ", which only you can undo: moved "
                        : "moved ")
                + moved.what()
                + " (it was "
                + moved.before().orElse("not there")
                + ", and is "
                + moved.after().orElse("gone")
                + moved.before().map(this::keptIfCommit).orElse("")
                + ")";
    }

    /** Keeps an old commit even if no other ref contains it any more. */
    private String keptIfCommit(String hash) {
        try {
            return fences.hold() && run.git().resolve(hash).isPresent()
                    ? kept(hash).map(ref -> "; kept as " + ref).getOrElse("")
                    : "";
        } catch (IOException notThere) {
            return "";
        }
    }

    /**
     * Restores the user's files for Foldline that git does not track if they are missing, and
     * reports those that cannot be restored.
     */
    private void putBackIfGone(FileBaseline file) {
        try {
            if (!(file.state() instanceof FileBaseline.State.Nothing
                    || file.isStillPlain()
                    || file.isAsItWas())) file.putBack();
        } catch (IOException stays) {
            findings.trespass(
                    "replaced "
                            + file.file().getFileName()
                            + ", which could not be put back: "
                            + stays.getMessage());
        }
    }

    private void changedConfiguration(FileBaseline configuration) {
        try {
            if (!configuration.isAsItWas())
                findings.trespass(
                        "changed "
                                + CONFIGURATION
                                + ", which says what the next resume runs: check it before you go"
                                + " on");
        } catch (IOException unreadable) {
            findings.trespass(
                    "left "
                            + CONFIGURATION
                            + " in a state that cannot be read: "
                            + unreadable.getMessage());
        }
    }
}
