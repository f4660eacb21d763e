package dev.foldline.effects.environment;

import static dev.foldline.effects.environment.GitHandler.failed;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorktreeReleased;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.context.Site;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The worktree of a run or of its child: creates it, removes it after saving uncommitted work, and
 * reconciles both after a crash.
 *
 * @param site its location
 */
record RunWorktree(RunContext run, Site site) {
    RunWorktree(RunContext run) {
        this(run, run.site());
    }

    /** Returns the worktree of a child run, or empty if it never had one. */
    static Optional<RunWorktree> ofChild(RunContext run, String child) throws IOException {
        var place =
                new RunDirectory(new RunId(child), run.directory().path().resolveSibling(child))
                        .place();
        return Files.exists(place)
                ? Optional.of(
                        new RunWorktree(
                                run,
                                Site.own(
                                        run.site().home(),
                                        Path.of(Files.readString(place).strip()))))
                : Optional.empty();
    }

    /** A worktree to be removed is saved completely, including files that are never committed. */
    private static final Exclusions NOTHING = new Exclusions(Set.of());

    /** Returns whether the worktree is complete, on its branch, and has its copied files. */
    boolean isMade(Branching.OwnTree own) throws IOException {
        return site.home().worktree(site.root()) instanceof WorktreeOutcome.State.Whole whole
                && whole.branch().equals(Optional.of(own.name()))
                && new CopiedFiles(run, own.copied()).areThere();
    }

    /** Creates the worktree unless it exists; a half-made one is completed. */
    WorktreeOutcome make(Branching.OwnTree own) throws IOException {
        var home = site.home();
        var made =
                home.worktree(site.root()) instanceof WorktreeOutcome.State.Whole
                        ? Optional.<WorktreeOutcome>empty()
                        : Optional.of(home.addWorktree(folder(), own.name(), own.start()));
        site.close();
        if (made.isPresent() && made.get() instanceof WorktreeOutcome.Refused refused)
            return refused;
        var branch = site.git().head().branch();
        if (branch.equals(Optional.of(own.name()))) new CopiedFiles(run, own.copied()).copy();
        return branch.equals(Optional.of(own.name()))
                ? made.orElseGet(WorktreeOutcome.Absent::new)
                : new WorktreeOutcome.Refused(
                        site.root()
                                + " is on "
                                + branch.map(name -> "branch " + name).orElse("no branch")
                                + " and not on "
                                + own.name());
    }

    private Path folder() throws IOException {
        var above = site.root().getParent();
        if (above != null) Files.createDirectories(above);
        return site.root();
    }

    /** A child's worktree that cannot be removed is only reported. */
    static Event leave(RunContext run, long ticket, ReleaseWorktree effect) throws IOException {
        if (effect.child().isEmpty()) return new RunWorktree(run).leave(ticket, effect);
        var tree = ofChild(run, effect.child().get());
        try {
            var reported =
                    tree.isPresent()
                            ? tree.get().leave(ticket, effect)
                            : new WorktreeReleased(ticket, Vector.empty());
            tree.ifPresent(each -> each.site.close());
            return reported instanceof EffectFailed(_, var fault, _)
                    ? new WorktreeReleased(ticket, Vector.empty(), Option.of(fault.message()))
                    : reported;
        } catch (GitFault fault) {
            return new WorktreeReleased(
                    ticket, Vector.empty(), Option.of(String.valueOf(fault.getMessage())));
        }
    }

    static Event left(RunContext run, long ticket, ReleaseWorktree effect) throws IOException {
        if (effect.child().isEmpty()) return new RunWorktree(run).left(ticket, effect);
        var tree = ofChild(run, effect.child().get());
        return tree.isPresent() ? tree.get().left(ticket, effect) : new NotDone(ticket);
    }

    /** Saves all uncommitted work, then removes the worktree if it has not changed since. */
    private Event leave(long ticket, ReleaseWorktree effect) throws IOException {
        if (effect.branch().isEmpty()) return new WorktreeReleased(ticket, Vector.empty());
        var home = site.home();
        if (!site.isThere()) return gone(ticket, home.removeWorktree(site.root()));
        var head = site.git().head();
        if (!head.branch().equals(effect.branch().toJavaOptional()))
            return failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    site.root()
                            + " is on "
                            + head.branch().orElse("no branch")
                            + " and not on "
                            + effect.branch().get());
        var stash = stash(ticket);
        site.close();
        return gone(ticket, home.removeWorktree(site.root(), stash));
    }

    private Optional<String> stash(long ticket) throws IOException {
        var git = site.git();
        var found = git.treeState(NOTHING);
        if (found.dirty().isEmpty()) return Optional.empty();
        // The ref names the content, so that work saved by an earlier attempt is kept.
        var ref = run.stashRefs(ticket) + found.tree();
        return switch (git.saveWork(ref, "Uncommitted work of run " + run.run(), NOTHING)) {
            case SaveOutcome.Saved saved -> Optional.of(saved.commit());
            case SaveOutcome.Clean _ -> Optional.empty();
        };
    }

    private Event gone(long ticket, WorktreeOutcome outcome) throws IOException {
        return switch (outcome) {
            case WorktreeOutcome.Removed _, WorktreeOutcome.Absent _ ->
                    new WorktreeReleased(ticket, stashed(ticket));
            case WorktreeOutcome.Refused(var why) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            why + ", so the working tree is kept: " + site.root());
            case WorktreeOutcome.Added _ -> throw new PipelineBug("asked to remove a worktree");
        };
    }

    private Event left(long ticket, ReleaseWorktree effect) throws IOException {
        var gone =
                effect.branch().isEmpty()
                        || site.home().worktree(site.root())
                                instanceof WorktreeOutcome.State.Absent;
        return gone ? new WorktreeReleased(ticket, stashed(ticket)) : new NotDone(ticket);
    }

    private Vector<String> stashed(long ticket) throws IOException {
        return Vector.ofAll(site.home().ground().facts().keySet())
                .filter(ref -> ref.startsWith(run.stashRefs(ticket)))
                .sorted();
    }
}
