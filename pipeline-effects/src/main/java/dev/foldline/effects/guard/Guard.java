package dev.foldline.effects.guard;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.files.Remembered;
import dev.foldline.effects.git.BranchOutcome.RefMove;
import dev.foldline.effects.git.Ground;
import dev.foldline.effects.git.Ground.Moved;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.guard.GuardFile.Content;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What an agent must leave alone, as it was before its call, to be held against what is there afterwards; also by the next driver,
 * if this one dies. What lies outside the repository and the working tree is not looked at, but for configuration and hooks that
 * git takes from there.
 */
public final class Guard {
    private static final String TASK_FILE = "PROMPT.md";
    private static final String CONFIGURATION = "foldline.yaml";
    private static final int SHORT_HASH = 12;
    private static final int LOOKS_MAX = 6;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final RunContext run;
    private final Commits commits;
    private final Content content;
    private final Sight before;
    private final Fences fences;
    private final Findings findings;
    private final BooleanSupplier rest;

    private Guard(RunContext run, Commits commits, Content content, BooleanSupplier rest) {
        this.run = run;
        this.commits = commits;
        this.before = content.before();
        this.fences = new Fences(run.root(), run.blobs(), before.hooks(), before.files());
        this.findings = new Findings(run.directory(), content);
        this.content = content;
        this.rest = rest;
    }

    /** What becomes of commits that are made on the run's branch during a call. */
    public enum Commits {
        /** They become uncommitted work again. */
        TAKEN_BACK,
        /** They are the agent's to make: the branch may grow, but not shrink. */
        STAY;

        public static Commits of(InvokeAgent call) { return call.worker().isDefined() ? STAY : TAKEN_BACK; }
    }

    /**
     * What a call did besides its work.
     *
     * @param trespass what it did that it must not do, told for a person
     * @param takenBack the private ref that keeps commits which were made meanwhile and became uncommitted work again
     */
    public record Verdict(Optional<String> trespass, Option<String> takenBack) {}

    /** What a driver that died has left of its guard. */
    public sealed interface Left {
        /** Nothing: the call had not begun. */
        record Nothing() implements Left {}

        /** Something that cannot be read; the sentence says where and why. */
        record Damaged(String why) implements Left {}

        /** All of it. */
        record Whole(Guard guard) implements Left {}
    }

    /** Looks at everything, and keeps on disk what was seen. On return the agent may begin. */
    public static Guard before(RunContext run, long ticket, Vector<String> kept, Commits commits) throws IOException {
        var saved = Safekeeping.renew(run, ticket, kept);
        var git = run.git();
        var fences = Fences.around(git, run.blobs());
        var head = git.head();
        var papers = Vector.of(Remembered.at(run.root().resolve(TASK_FILE)), Remembered.at(run.root().resolve(CONFIGURATION)));
        var sight = new Sight(ticket, fences.hooks(), fences.files(), LinkedHashMap.ofAll(git.ground().facts()),
                Option.ofOptional(head.branch()), head.commit(), Vector.ofAll(Neighbours.branches(git.place())), papers,
                KeptWork.look(run.root(), kept).prints(), saved);
        var content = new Content(sight, Vector.empty(), Option.none());
        GuardFile.write(run.directory(), content);
        return new Guard(run, commits, content, Guard::rested);
    }

    /** The guard of a call whose driver died. */
    public static Left left(RunContext run, long ticket, Commits commits) {
        return switch (GuardFile.read(run.directory())) {
            case GuardFile.Reading.Absent _          -> new Left.Nothing();
            case GuardFile.Reading.Damaged(var why)  -> new Left.Damaged(GuardFile.in(run.directory()) + ": " + why);
            case GuardFile.Reading.There(var content) when content.before().ticket() != ticket -> new Left.Nothing();
            case GuardFile.Reading.There(var content) when !isOf(run.root(), content) ->
                    new Left.Damaged(GuardFile.in(run.directory()) + ": it is of another working tree: " + content.before().papers().head().path());
            case GuardFile.Reading.There(var content) -> new Left.Whole(new Guard(run, commits, content, Guard::rested));
        };
    }

    /** The same with this between two looks at what others do; it says whether to look again. */
    Guard resting(BooleanSupplier between) { return new Guard(run, commits, content, between); }

    /** The commit that was checked out when the call began. */
    public String commit() { return before.commit(); }

    /** Whether a call is under way or was interrupted: its guard is released when its outcome is on disk. */
    public static boolean isUp(RunDirectory directory) { return Files.exists(GuardFile.in(directory), LinkOption.NOFOLLOW_LINKS); }

    /**
     * Puts back the files that tell git what to run, if the call of this ticket was interrupted, before anybody runs git there.
     * Only for a run that nobody drives.
     *
     * @param root the run's working tree
     */
    public static void secure(RunDirectory directory, Blobs blobs, Path root, long ticket) {
        if (GuardFile.read(directory) instanceof GuardFile.Reading.There(var content) && content.before().ticket() == ticket && isOf(root, content))
            new Fences(root, blobs, content.before().hooks(), content.before().files()).mend(new Findings(directory, content));
    }

    /** A run directory may have been copied with its repository: the files of the first one are none of our business then. */
    private static boolean isOf(Path root, Content content) { return content.before().papers().headOption().exists(paper -> paper.file().equals(root.resolve(TASK_FILE))); }

    /** The outcome of the call is on disk: nobody needs its guard any more. */
    public static void release(RunDirectory directory) {
        try {
            GuardFile.remove(directory);
        } catch (IOException stays) {
            // It names the ticket it belongs to, so that nobody takes it for another's.
        }
    }

    /**
     * What it did besides its work. Commits on the run's branch that are not its to make are taken back into the working tree and kept
     * under a private ref, nothing lost. No git command runs before the files that tell git what to run are as they were.
     */
    public Verdict after() {
        fences.mend(findings);
        movedRefs();
        touchedWork();
        for (Remembered paper : before.papers()) putBackIfGone(paper);
        changedConfiguration(before.papers().last());
        var told = findings.trespasses();
        return new Verdict(told.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", told)), findings.takenBack());
    }

    private void touchedWork() {
        try {
            for (String path : new KeptWork(run.root(), before.kept()).touched())
                findings.trespass("changed " + path + ", which held uncommitted work of yours (saved as " + before.saved() + ")");
        } catch (IOException unreadable) {
            findings.trespass("left uncommitted work of yours in a state that cannot be read: " + unreadable.getMessage()
                    + " (saved as " + before.saved() + ")");
        }
    }

    private void movedRefs() {
        try {
            for (Moved moved : new Ground(before.ground().toJavaMap()).movedIn(run.git().ground())) {
                if (moved.what().equals(ownRef()) ? !mayHaveMoved() : isGuarded(moved)) findings.trespass(told(moved));
            }
        } catch (IOException unreadable) {
            findings.trespass("left the repository in a state that cannot be read: " + unreadable.getMessage());
        }
    }

    /** What moves when it commits where the run does. */
    private String ownRef() { return before.branch().map(branch -> "refs/heads/" + branch).getOrElse("HEAD"); }

    private boolean mayHaveMoved() {
        return switch (commits) {
            case STAY       -> hasGrown();
            case TAKEN_BACK -> fences.hold() && isTakenBack();
        };
    }

    /** Whether it is the same branch, and what was on it still is. */
    private boolean hasGrown() {
        try {
            var now = run.git().head();
            return now.branch().equals(before.branch().toJavaOptional()) && run.git().isAncestor(before.commit(), now.commit());
        } catch (IOException notThere) {
            return false;
        }
    }

    /** Whether the branch only grew, and is back where it was; where it had grown to is kept. */
    private boolean isTakenBack() {
        try {
            var now = run.git().head();
            var here = new Head(before.branch().toJavaOptional(), now.commit());
            if (!now.equals(here) || !run.git().isAncestor(before.commit(), now.commit())) return false;
            var ref = kept(now.commit());
            findings.takenBack(ref);
            return run.git().uncommit(now, before.commit(), run.exclusions(before.kept().keySet().toVector())) instanceof RefMove.Moved;
        } catch (IOException notThere) {
            return false;
        }
    }

    /** The private ref that keeps a commit from now on. */
    private String kept(String commit) throws IOException {
        var ref = run.takenBackRefs(before.ticket()) + commit.substring(0, SHORT_HASH);
        run.git().restoreRef(ref, Optional.empty(), Optional.of(commit));
        return ref;
    }

    /**
     * Tags move for reasons of their own. Other working trees move the branches they have checked out, other runs add refs and land
     * their merges, or prepare one anew that a crash cut short; but nobody moves or removes what a run has saved, or puts one object
     * in the place of another.
     */
    private boolean isGuarded(Moved moved) {
        var ref = moved.what();
        if (ref.equals("HEAD") || ref.startsWith("refs/replace/")) return true;
        if (ref.startsWith(run.takenBackRefs(before.ticket()))) return false;
        if (ref.startsWith("refs/foldline/")) return ref.contains("/" + run.run()) || moved.before().isPresent() && !isPreparedAnew(moved);
        if (!ref.startsWith("refs/heads/")) return false;
        return !(moved.before().isPresent() ? before.elsewhere().contains(ref) || isLanding(moved) : isCheckedOutElsewhere(ref));
    }

    private boolean isLanding(Moved moved) {
        return moved.after().filter(commit -> new Landings(Runs.of(run.git().place().commonFolder())).include(moved.what(), commit)).isPresent();
    }

    /** The run that prepares a merge anew moves its ref a moment before it says so. */
    private boolean isPreparedAnew(Moved moved) {
        return moved.what().startsWith(RunContext.MERGES) && turnsOut(() -> isLanding(moved));
    }

    /** A working tree that is just being made by somebody else has its branch a moment before it has it checked out. */
    private boolean isCheckedOutElsewhere(String ref) {
        return turnsOut(() -> Neighbours.branches(run.git().place()).contains(ref));
    }

    /** Whether it is so, or is very soon. */
    private boolean turnsOut(BooleanSupplier seen) {
        for (int look = 1; !seen.getAsBoolean(); look++) {
            if (look == LOOKS_MAX || !rest.getAsBoolean()) return false;
        }
        return true;
    }

    private static boolean rested() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
            return true;
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String told(Moved moved) {
        return "moved " + moved.what() + " (it was " + moved.before().orElse("not there") + ", and is " + moved.after().orElse("gone")
                + moved.before().map(this::keptIfCommit).orElse("") + ")";
    }

    /** Where something was is not lost, even if no other ref leads there any more. */
    private String keptIfCommit(String hash) {
        try {
            return fences.hold() && run.git().resolve(hash).isPresent() ? "; kept as " + kept(hash) : "";
        } catch (IOException notThere) {
            return "";
        }
    }

    /** What the user wrote for us and git does not keep is put back if it is gone; what cannot be is told. */
    private void putBackIfGone(Remembered file) {
        try {
            if (!(file.state() instanceof Remembered.State.Nothing || file.isStillPlain() || file.isAsItWas())) file.putBack();
        } catch (IOException stays) {
            findings.trespass("replaced " + file.file().getFileName() + ", which could not be put back: " + stays.getMessage());
        }
    }

    private void changedConfiguration(Remembered configuration) {
        try {
            if (!configuration.isAsItWas())
                findings.trespass("changed " + CONFIGURATION + ", which says what the next resume runs: look at it before you go on");
        } catch (IOException unreadable) {
            findings.trespass("left " + CONFIGURATION + " in a state that cannot be read: " + unreadable.getMessage());
        }
    }
}
