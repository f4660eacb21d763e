package dev.foldline.effects.environment;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.CountCommits;
import dev.foldline.core.effect.GitEffect.GatherWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.MergeBranch;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.ReleaseWorktree;
import dev.foldline.core.effect.GitEffect.ResetTree;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.InterruptedCallReader;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.guard.RepositoryGuard;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.guard.UncommittedWorkBackup;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Finds out whether a dead driver completed an effect. It ends what is left of the effect, and
 * never repeats it.
 */
final class Reconciler {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final RepositoryGuard.Verdict NOTHING_BESIDE =
            new RepositoryGuard.Verdict(Optional.empty(), Option.none(), Vector.empty());

    private final RunContext run;
    private final AgentRegistry agents;
    private final ChildRunLauncher children;
    private final ProcessExecutor processes;
    private final Forge forge;
    private volatile boolean gitIsSafe = true;

    /**
     * @param agents the registry, which knows how each agent reports its usage
     * @param processes ends what a dead driver left running
     */
    Reconciler(
            RunContext run,
            AgentRegistry agents,
            ChildRunLauncher children,
            ProcessExecutor processes,
            Forge forge) {
        this.processes = processes;
        this.forge = forge;
        this.run = run;
        this.agents = agents;
        this.children = children;
    }

    /** A reconciler for a run without child runs. */
    Reconciler(RunContext run, AgentRegistry agents) {
        this(run, agents, ChildRunLauncher.NONE, new ProcessRunner(run.redaction()), Forge.NONE);
    }

    Event look(long ticket, ExternalEffect effect) throws IOException {
        processes.endLeftovers(run.run(), GRACE);
        if (effect instanceof GitEffect && run.site().isThere()) run.git().undoHalfMove();
        return switch (effect) {
            case InvokeAgent e -> call(ticket, e);
            case SwitchModel _ -> new NotDone(ticket);
            case RunCheck _ -> {
                if (run.site().isThere()) ScratchCheckout.sweep(run);
                yield new EffectFailed(ticket, lost("the check was interrupted"));
            }
            case ChangeEffect.TryTests _ -> {
                if (run.site().isThere()) ScratchCheckout.sweep(run);
                yield new NotDone(ticket);
            }
            case ChangeEffect.CompareChange _, ChangeEffect.RestoreGuarded _ -> new NotDone(ticket);
            case SpawnChild e -> children.look(ticket, e);
            case ForgeEffect e -> new ForgeHandler(run, forge).look(ticket, e);
            case GitEffect.ObserveWork _,
                    InspectTree _,
                    CountCommits _,
                    ResetTree _,
                    GatherWork _ ->
                    new NotDone(ticket);
            case OpenBranch e ->
                    e.branching() instanceof Branching.Titled titled
                            ? new PullRequests(run).seenOpened(ticket, titled)
                            : opened(ticket, e.branching());
            case MergeBranch e -> new PorcelainMerge(run).observe(ticket, e);
            case ReleaseWorktree e -> RunWorktree.left(run, ticket, e);
            case CommitWork e -> commit(ticket, e);
            case RebaseBranch e -> rebase(ticket, e);
            case PrepareMerge e -> new RunMerger(run).seenPrepared(ticket, e, tip(e.branch()));
            case LandMerge e -> new RunMerger(run).seenLanded(ticket, e);
            case SaveWork _ when !run.site().isThere() -> new NotDone(ticket);
            case SaveWork _ ->
                    run.git()
                            .saved(run.savedRef(ticket))
                            .<Event>map(saved -> new WorkSaved(ticket, Option.of(saved.commit())))
                            .orElseGet(() -> new NotDone(ticket));
        };
    }

    /**
     * Side effects of the call are handled as without a crash. Its work is in the tree, and the
     * agent is called again unless its commits already report a status.
     */
    private StoredGuard.Left left(long ticket, InvokeAgent effect) {
        return StoredGuard.left(
                run, ticket, RepositoryGuard.Commits.of(effect), agents.sandbox().started());
    }

    private Event call(long ticket, InvokeAgent effect) throws IOException {
        var recovered = InterruptedCallReader.of(run, agents, ticket, effect);
        if (ShareRecord.isElsewhere(run.directory(), ticket))
            return interrupted(
                    ticket,
                    lost("the agent was called in another clone, and the outcome is lost"),
                    recovered,
                    NOTHING_BESIDE);
        return switch (left(ticket, effect)) {
            // The call was still waiting for its permit.
            case StoredGuard.Left.Nothing _ when !AgentHandler.hasStarted(run, ticket) ->
                    new NotDone(ticket);
            case StoredGuard.Left.Nothing _ ->
                    interrupted(
                            ticket,
                            lost("the agent's call was interrupted"),
                            recovered,
                            NOTHING_BESIDE);
            case StoredGuard.Left.Damaged(var why) ->
                    interrupted(ticket, incomparable(why), recovered, NOTHING_BESIDE);
            case StoredGuard.Left.Removed(var reported, var settings) -> {
                gitIsSafe = settings == StoredGuard.Settings.AS_THEY_WERE;
                yield interrupted(ticket, trespass(effect, reported), recovered, NOTHING_BESIDE);
            }
            case StoredGuard.Left.Whole(var guard) -> guarded(ticket, effect, guard, recovered);
        };
    }

    /** Handles an interrupted call whose guard is complete. */
    private Event guarded(
            long ticket, InvokeAgent effect, RepositoryGuard guard, InterruptedCallReader recovered)
            throws IOException {
        var verdict = guard.after();
        if (verdict.trespass().isEmpty() && hasSpoken(effect, guard))
            return new AgentFinished(
                    ticket,
                    recovered.session(),
                    recovered.spend(),
                    Option.none(),
                    Instant.now(),
                    Option.none(),
                    verdict.notes(),
                    Option.none(),
                    Vector.empty());
        return interrupted(
                ticket,
                verdict.trespass()
                        .map(reported -> trespass(effect, reported))
                        .orElseGet(() -> lost("the agent's call was interrupted")),
                recovered,
                verdict);
    }

    private static Fault incomparable(String why) {
        return Fault.of(
                Fault.Kind.NEEDS_PERSON,
                "the agent's call was interrupted, and what "
                        + "there was before it cannot be compared: "
                        + why
                        + "; check .git/config, .git/hooks and the branches"
                        + " before you go on");
    }

    private static Fault trespass(InvokeAgent effect, String reported) {
        return Fault.of(
                Fault.Kind.TRESPASS,
                "the agent "
                        + effect.agent()
                        + ", or a process since its call was interrupted, "
                        + reported);
    }

    /** Returns whether git would run nothing that an agent may have planted, as far as known. */
    boolean isGitSafe() {
        return gitIsSafe;
    }

    /**
     * Handles a call that was cancelled on request. A terminal whose commit already reports a
     * status has finished.
     */
    Event stopped(EffectCancelled ended, InvokeAgent effect) throws IOException {
        if (!(left(ended.ticket(), effect) instanceof StoredGuard.Left.Whole(var guard))
                || !hasSpoken(effect, guard)) return ended;
        return new AgentFinished(
                ended.ticket(),
                InterruptedCallReader.of(run, agents, ended.ticket(), effect).session(),
                ended.spend(),
                Option.none(),
                ended.at(),
                ended.reverted(),
                ended.notes(),
                Option.none(),
                Vector.empty());
    }

    private boolean hasSpoken(InvokeAgent effect, RepositoryGuard guard) throws IOException {
        return effect.worker().isDefined()
                && new CommitObserver(run).hasSpoken(effect.worker(), guard.commit());
    }

    private static Event interrupted(
            long ticket,
            Fault fault,
            InterruptedCallReader recovered,
            RepositoryGuard.Verdict verdict) {
        return new AgentFailed(
                ticket,
                fault,
                recovered.session(),
                recovered.spend(),
                Instant.now(),
                verdict.takenBack(),
                verdict.notes());
    }

    private Event opened(long ticket, Branching branching) throws IOException {
        return switch (branching) {
            case Branching.Stay _, Branching.Titled _ -> new NotDone(ticket);
            case Branching.NewBranch(var name, _) -> opened(ticket, name);
            case Branching.OwnTree own ->
                    new RunWorktree(run).isMade(own)
                            ? opened(ticket, own.name())
                            : new NotDone(ticket);
        };
    }

    private Event opened(long ticket, String name) throws IOException {
        var head = run.git().head();
        if (!head.branch().equals(Optional.of(name))) return new NotDone(ticket);
        var kept =
                Vector.ofAll(run.git().dirty(run.exclusions(Vector.empty()))).map(DirtyPath::path);
        // The user's later changes are not saved yet: opening the branch again saves them.
        if (!UncommittedWorkBackup.isSafe(run, kept)) return new NotDone(ticket);
        return LocalContentReport.opened(
                run, paths -> run.git().treeState(run.exclusions(paths)), ticket, head, kept);
    }

    private Event commit(long ticket, CommitWork effect) throws IOException {
        var seen =
                run.git().commitSeen(GitHandler.terms(run, ticket, effect, tip(effect.branch())));
        return seen.isEmpty()
                ? new NotDone(ticket)
                : GitHandler.eventOf(
                        ticket,
                        LocalContentReport.added(run, effect, Optional.empty()),
                        seen.get());
    }

    private Event rebase(long ticket, RebaseBranch effect) throws IOException {
        var unfinished = run.git().unfinishedOperation();
        if (unfinished.isPresent())
            return new EffectFailed(
                    ticket,
                    Fault.of(
                            Fault.Kind.NEEDS_PERSON,
                            "a " + unfinished.get() + " is half done in this working tree"));
        var tip = tip(effect.branch());
        var base = run.git().baseBranch(effect.base().toJavaOptional());
        var rebased =
                !effect.head().contains(tip)
                        && base.isPresent()
                        && run.git().isAncestor(base.get().commit(), tip);
        return rebased
                ? GitHandler.rebased(
                        run,
                        ticket,
                        tip,
                        RebasedStart.after(run.git(), effect, base.get().commit(), tip),
                        effect)
                : new NotDone(ticket);
    }

    /** Returns the head of the run's branch, wherever HEAD is. */
    private String tip(Option<String> branch) throws IOException {
        return branch.isDefined() && run.git().branch(branch.get()) instanceof State.At(var at, _)
                ? at
                : run.git().head().commit();
    }

    private static Fault lost(String what) {
        return Fault.of(Fault.Kind.LOST, what);
    }
}
