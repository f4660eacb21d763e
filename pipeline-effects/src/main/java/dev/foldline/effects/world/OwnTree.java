package dev.foldline.effects.world;

import static dev.foldline.effects.world.GitHandler.failed;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.GitEffect.LeaveTree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeLeft;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.WorktreeOutcome;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** A run's own working tree: made, removed with what is uncommitted in it parked, and after a crash looked for. */
record OwnTree(RunContext run) {
    /** Of what goes with the tree nothing is left out, not even what is never committed. */
    private static final Exclusions NOTHING = new Exclusions(Set.of());

    /** Whether it is there, whole and on its branch. */
    boolean isMade(String branch) throws IOException {
        return run.site().home().worktree(run.root()) instanceof WorktreeOutcome.State.Whole whole && whole.branch().equals(Optional.of(branch));
    }

    /** Makes it, unless an earlier try did; what that left half made is made whole. */
    WorktreeOutcome make(Branching.OwnTree own) throws IOException {
        var home = run.site().home();
        var made = home.worktree(run.root()) instanceof WorktreeOutcome.State.Whole ? Optional.<WorktreeOutcome>empty()
                : Optional.of(home.addWorktree(folder(), own.name(), own.start()));
        run.site().close();
        if (made.isPresent() && made.get() instanceof WorktreeOutcome.Refused refused) return refused;
        var branch = run.git().head().branch();
        return branch.equals(Optional.of(own.name())) ? made.orElseGet(WorktreeOutcome.Absent::new)
                : new WorktreeOutcome.Refused(run.root() + " is on " + branch.map(name -> "branch " + name).orElse("no branch") + " and not on " + own.name());
    }

    private Path folder() throws IOException {
        var above = run.root().getParent();
        if (above != null) Files.createDirectories(above);
        return run.root();
    }

    /** First all that is uncommitted is kept; then the tree goes, if that is still all there is. */
    Event leave(long ticket, LeaveTree effect) throws IOException {
        if (effect.branch().isEmpty()) return new TreeLeft(ticket, Vector.empty());
        var home = run.site().home();
        if (!run.site().isThere()) return gone(ticket, home.removeWorktree(run.root()));
        var head = run.git().head();
        if (!head.branch().equals(effect.branch().toJavaOptional()))
            return failed(ticket, Kind.NEEDS_PERSON, run.root() + " is on " + head.branch().orElse("no branch") + " and not on " + effect.branch().get());
        var parked = park(ticket);
        run.site().close();
        return gone(ticket, home.removeWorktree(run.root(), parked));
    }

    private Optional<String> park(long ticket) throws IOException {
        var git = run.git();
        // A name for each content: what an earlier try parked stays as it is.
        var ref = run.parkedRefs(ticket) + git.workTree(NOTHING);
        return switch (git.saveWork(ref, "Parked work of run " + run.run(), NOTHING)) {
            case SaveOutcome.Saved saved -> Optional.of(saved.commit());
            case SaveOutcome.Clean _     -> Optional.empty();
        };
    }

    private Event gone(long ticket, WorktreeOutcome outcome) throws IOException {
        return switch (outcome) {
            case WorktreeOutcome.Removed _, WorktreeOutcome.Absent _ -> new TreeLeft(ticket, parked(ticket));
            case WorktreeOutcome.Refused(var why) -> failed(ticket, Kind.NEEDS_PERSON, "the working tree " + run.root() + " is kept: " + why);
            case WorktreeOutcome.Added _ -> throw new PipelineBug("asked to remove a worktree");
        };
    }

    Event left(long ticket, LeaveTree effect) throws IOException {
        var gone = effect.branch().isEmpty() || run.site().home().worktree(run.root()) instanceof WorktreeOutcome.State.Absent;
        return gone ? new TreeLeft(ticket, parked(ticket)) : new NotDone(ticket);
    }

    private Vector<String> parked(long ticket) throws IOException {
        return Vector.ofAll(run.site().home().ground().facts().keySet()).filter(ref -> ref.startsWith(run.parkedRefs(ticket))).sorted();
    }
}
