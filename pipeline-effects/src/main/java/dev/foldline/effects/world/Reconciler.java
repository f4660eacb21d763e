package dev.foldline.effects.world;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.LeaveTree;
import dev.foldline.core.effect.GitEffect.LookAtTree;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.Overheard;
import dev.foldline.effects.child.Children;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.guard.Guard;
import dev.foldline.effects.guard.Safekeeping;
import dev.foldline.effects.process.Reaper;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Looks whether a deed was done by a driver that died. It ends what is left of it, and never does it. */
final class Reconciler {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final RunContext run;
    private final AgentBook agents;
    private final Children children;

    /** @param agents by which it is known how an agent tells what it has spent */
    Reconciler(RunContext run, AgentBook agents, Children children) {
        this.run = run;
        this.agents = agents;
        this.children = children;
    }

    /** Of a run without children. */
    Reconciler(RunContext run, AgentBook agents) { this(run, agents, Children.NONE); }

    Event look(long ticket, Deed deed) throws IOException {
        Reaper.reap(run.run(), GRACE);
        if (deed instanceof GitEffect && run.site().isThere()) run.git().undoHalfMove();
        return switch (deed) {
            case InvokeAgent e  -> call(ticket, e);
            case SwitchModel _  -> new NotDone(ticket);
            case RunCheck _     -> new EffectFailed(ticket, lost("the check was interrupted"));
            case SpawnChild e   -> children.look(ticket, e);
            case GitEffect.ObserveWork _, LookAtTree _, CountCommits _, ResetTree _, GatherWork _ -> new NotDone(ticket);
            case OpenBranch e   -> e.branching() instanceof Branching.Titled titled ? new PullRequests(run).seenOpened(ticket, titled) : opened(ticket, e.branching());
            case MergeBranch e  -> new MergeByHand(run).seen(ticket, e);
            case LeaveTree e    -> OwnTree.left(run, ticket, e);
            case CommitWork e   -> commit(ticket, e);
            case RebaseBranch e -> rebase(ticket, e);
            case PrepareMerge e -> new Merging(run).seenPrepared(ticket, e, tip(e.branch()));
            case LandMerge e    -> new Merging(run).seenLanded(ticket, e);
            case SaveWork _ when !run.site().isThere() -> new NotDone(ticket);
            case SaveWork _     -> run.git().saved(run.savedRef(ticket))
                    .<Event>map(saved -> new WorkSaved(ticket, Option.of(saved.commit()))).orElseGet(() -> new NotDone(ticket));
        };
    }

    /**
     * What it did besides its work is seen as if nobody had died; what it did of its work is in the tree, and it is called again, unless
     * it has said already in a commit how far it has come.
     */
    private Event call(long ticket, InvokeAgent effect) throws IOException {
        var overheard = Overheard.of(run, agents, ticket, effect);
        return switch (Guard.left(run, ticket, Guard.Commits.of(effect))) {
            // It was still waiting to be let work.
            case Guard.Left.Nothing _ when !AgentHandler.hasBegun(run, ticket) -> new NotDone(ticket);
            case Guard.Left.Nothing _          -> interrupted(ticket, lost("the agent's call was interrupted"), overheard, Option.none());
            case Guard.Left.Damaged(var why)   -> interrupted(ticket, Fault.of(Fault.Kind.NEEDS_PERSON, "the agent's call was interrupted, and what "
                    + "there was before it cannot be compared: " + why + "; look at .git/config, .git/hooks and the branches before you go on"), overheard, Option.none());
            case Guard.Left.Whole(var guard)   -> {
                var verdict = guard.after();
                if (verdict.trespass().isEmpty() && effect.worker().isDefined() && new Observing(run).hasSpoken(effect.worker(), guard.commit()))
                    yield new AgentFinished(ticket, overheard.session(), overheard.spend(), Option.none(), Instant.now());
                yield interrupted(ticket, verdict.trespass().map(told -> Fault.of(Fault.Kind.TRESPASS, "the agent " + effect.agent()
                        + ", or somebody since its call was interrupted, " + told)).orElseGet(() -> lost("the agent's call was interrupted")), overheard, verdict.takenBack());
            }
        };
    }

    private static Event interrupted(long ticket, Fault fault, Overheard overheard, Option<String> takenBack) {
        return new AgentFailed(ticket, fault, overheard.session(), overheard.spend(), Instant.now(), takenBack);
    }

    private Event opened(long ticket, Branching branching) throws IOException {
        return switch (branching) {
            case Branching.Stay _, Branching.Titled _ -> new NotDone(ticket);
            case Branching.NewBranch(var name, _)  -> opened(ticket, name);
            case Branching.OwnTree own -> new OwnTree(run).isMade(own) ? opened(ticket, own.name()) : new NotDone(ticket);
        };
    }

    private Event opened(long ticket, String name) throws IOException {
        var head = run.git().head();
        if (!head.branch().equals(Optional.of(name))) return new NotDone(ticket);
        var kept = Vector.ofAll(run.git().dirty(Exclusions.engine())).map(DirtyPath::path);
        // What the person changed since is not safe yet: to open the branch again saves it, and finds itself on the branch.
        if (!Safekeeping.isSafe(run, kept)) return new NotDone(ticket);
        return new BranchOpened(ticket, Option.of(name), head.commit(), run.git().workTree(run.exclusions(kept)), kept);
    }

    private Event commit(long ticket, CommitWork effect) throws IOException {
        return run.git().commitSeen(GitHandler.terms(run, ticket, effect, tip(effect.branch())))
                .map(outcome -> GitHandler.told(ticket, outcome)).orElseGet(() -> new NotDone(ticket));
    }

    private Event rebase(long ticket, RebaseBranch effect) throws IOException {
        var unfinished = run.git().unfinishedOperation();
        if (unfinished.isPresent())
            return new EffectFailed(ticket, Fault.of(Fault.Kind.NEEDS_PERSON, "a " + unfinished.get() + " is half done in this working tree"));
        var tip = tip(effect.branch());
        var base = run.git().baseBranch(effect.base().toJavaOptional());
        var rebased = !effect.head().contains(tip) && base.isPresent() && run.git().isAncestor(base.get().commit(), tip);
        return rebased ? new BranchRebased(ticket, tip, run.git().workTree(run.exclusions(effect.kept()))) : new NotDone(ticket);
    }

    /** Where the run's branch is, wherever HEAD is by now. */
    private String tip(Option<String> branch) throws IOException {
        return branch.isDefined() && run.git().branch(branch.get()) instanceof State.At(var at, _) ? at : run.git().head().commit();
    }

    private static Fault lost(String what) { return Fault.of(Fault.Kind.LOST, what); }
}
