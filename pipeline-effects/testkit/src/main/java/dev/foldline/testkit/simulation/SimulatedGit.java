package dev.foldline.testkit.simulation;

import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.testkit.simulation.FaultRates.Trouble;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Map;

/** Applies git effects to the simulated repository. */
final class SimulatedGit {
    private final SimulationContext world;
    private final FakeRepository repository;

    SimulatedGit(SimulationContext world, FakeRepository repository) {
        this.world = world;
        this.repository = repository;
    }

    Event perform(long ticket, GitEffect effect, SeededRandom fate) {
        var trouble =
                effect instanceof GitEffect.SaveWork ? Trouble.SAVING_FAILS : Trouble.GIT_FAILS;
        if (world.strikes(trouble, fate))
            return new EffectFailed(
                    ticket,
                    Fault.of(
                            fate.fork("git")
                                    .pick(Fault.Kind.GIT, Fault.Kind.GIT, Fault.Kind.GIT_KILLED),
                            "git says no"));
        return switch (effect) {
            case GitEffect.OpenBranch(_, var branching, _) -> opened(ticket, branching);
            case GitEffect.InspectTree _ ->
                    new GitEvent.TreeInspected(
                            ticket,
                            Option.none(),
                            repository.tree(),
                            repository.isDirty() ? "changed" : "clean");
            case GitEffect.ObserveWork _ -> observed(ticket, fate);
            case CommitWork commit -> committed(ticket, commit, fate);
            case GitEffect.RebaseBranch _ -> rebased(ticket);
            case GitEffect.PrepareMerge merge when isMarked(merge) -> rebased(ticket);
            case GitEffect.PrepareMerge merge ->
                    new GitEvent.MergePrepared(
                            ticket,
                            repository.head(),
                            repository.merge(ticket, merge.target().getOrElse("main")));
            case GitEffect.LandMerge land -> landed(ticket, land);
            case GitEffect.ReleaseWorktree leave -> left(ticket, leave);
            case GitEffect.CountCommits _ ->
                    new GitEvent.TreeInspected(
                            ticket, Option.of(repository.head()), repository.tree(), "one");
            case GitEffect.ResetTree _ -> reset(ticket);
            case GitEffect.GatherWork _ -> gathered(ticket);
            case GitEffect.MergeBranch merge -> merged(ticket, merge);
            case GitEffect.SaveWork _ ->
                    new GitEvent.WorkSaved(ticket, repository.save(ticket).commit());
        };
    }

    private Event opened(long ticket, Branching branching) {
        repository.open(
                Option.of(
                        switch (branching) {
                            case Branching.NewBranch(var name, _) -> name;
                            case Branching.OwnTree own -> own.name();
                            case Branching.Stay _, Branching.Titled _ -> "main";
                        }));
        if (branching instanceof Branching.OwnTree) repository.tree(ticket, "made");
        return new GitEvent.BranchOpened(
                ticket, repository.branch(), repository.head(), repository.tree(), Vector.empty());
    }

    private Event rebased(long ticket) {
        repository.rebase(ticket);
        return new GitEvent.BranchRebased(ticket, repository.head(), repository.tree());
    }

    private Event left(long ticket, GitEffect.ReleaseWorktree leave) {
        if (leave.branch().isDefined()) repository.tree(ticket, "left");
        return new GitEvent.WorktreeReleased(ticket, Vector.empty());
    }

    private Event reset(long ticket) {
        repository.reset();
        return new GitEvent.TreeReset(
                ticket, repository.head(), repository.tree(), Option.none(), Vector.empty());
    }

    private Event gathered(long ticket) {
        repository.gather();
        return new GitEvent.TreeInspected(
                ticket, Option.of(repository.head()), repository.tree(), "");
    }

    /** A terminal reports completed work, or another status. */
    private Event observed(long ticket, SeededRandom fate) {
        var label =
                world.strikes(Trouble.OTHER_LABEL, fate)
                        ? WorkObserved.LABELS.get(
                                fate.fork("label").between(1, WorkObserved.LABELS.size() - 1))
                        : WorkObserved.COMPLETED;
        var remark =
                fate.fork("remark").chance(50)
                        ? Option.of(new GitEvent.Remark(Option.none(), "it is " + label))
                        : Option.<GitEvent.Remark>none();
        return new WorkObserved(
                ticket,
                Option.of(repository.head()),
                repository.tree(),
                Vector.empty(),
                label,
                remark);
    }

    private Event committed(long ticket, CommitWork commit, SeededRandom fate) {
        if (world.strikes(Trouble.COMMIT_REJECTED, fate))
            return new EffectFailed(ticket, Fault.of(Fault.Kind.COMMIT_REJECTED, "a hook says no"));
        if (commit.parent().exists(parent -> !parent.equals(repository.head())))
            return new EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "the branch has moved"));
        if (commit.tree().exists(tree -> !tree.equals(repository.tree())))
            return new GitEvent.TreeMoved(ticket, repository.tree());
        if (!repository.isDirty()) return new GitEvent.CommitSkipped(ticket, "nothing to commit");
        if (world.strikes(Trouble.HOOK_REWRITES, fate))
            repository.write(
                    Map.of("work/hook.txt", SeededRandom.hash("", fate.fork("text").next())));
        var made = repository.commit(ticket, commit.message().getOrElse("work"));
        return new GitEvent.WorkCommitted(ticket, made.hash(), made.tree(), made.subject());
    }

    private Event merged(long ticket, GitEffect.MergeBranch merge) {
        var made = repository.merge(ticket, merge.base().getOrElse("main"));
        repository.land(made);
        return new GitEvent.MergeLanded(ticket, made.target(), made.commit());
    }

    Event landed(long ticket, GitEffect.LandMerge land) {
        if (land.candidate().isEmpty())
            return new GitEvent.MergeOvertaken(ticket, "no merge is prepared");
        var merge = land.candidate().get();
        if (land.tree().exists(tree -> !tree.equals(merge.tree())))
            return new GitEvent.MergeOvertaken(ticket, "the merge is not what was checked");
        return repository.land(merge)
                ? new GitEvent.MergeLanded(ticket, merge.target(), merge.commit())
                : new GitEvent.MergeOvertaken(ticket, merge.target() + " has moved");
    }

    static boolean isMarked(GitEffect.PrepareMerge merge) {
        return merge.taking().contains(GitEffect.PrepareMerge.Taking.MARKED);
    }
}
