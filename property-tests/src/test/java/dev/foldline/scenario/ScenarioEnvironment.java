package dev.foldline.scenario;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * A world in which everything works: agents change the tree, artifacts decide their first label,
 * checks pass.
 */
public final class ScenarioEnvironment {
    public static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");
    public static final Spend A_SECOND = Spend.millis(1_000);

    private Instant now = DAWN;
    private long ticket;
    private int changes;
    private int commits;
    private boolean dirty;

    /** The tree as it would be committed. */
    public String tree() {
        return "tree-" + changes;
    }

    public Instant now() {
        return now;
    }

    public long ticket() {
        return ticket;
    }

    public void passTo(Instant time) {
        now = time.isAfter(now) ? time : now;
    }

    public ScenarioEnvironment answering(long to) {
        ticket = to;
        return this;
    }

    public Event answer(Effect effect) {
        return switch (effect) {
            case InvokeAgent call -> finished(call);
            case SwitchModel e ->
                    new ModelSwitched(
                            ticket, e.terminal(), e.agents().head(), Option.none(), "/bin/agent");
            case CleanArtifacts _ -> new ArtifactsCleaned(ticket);
            case RenderPrompt _ -> new PromptRendered(ticket, "prompt-" + ticket);
            case CollectArtifact collect ->
                    accept(collect, collect.labels().headOption().getOrElse(""));
            case RunCheck check ->
                    new CheckPassed(ticket, check.check(), tree(), tree(), Option.none(), A_SECOND);
            case OpenBranch _ ->
                    new BranchOpened(
                            ticket, Option.of("foldline/story"), "base", tree(), Vector.empty());
            case GitEffect.ResetTree _ ->
                    new GitEvent.TreeReset(
                            ticket, "head-" + ticket, tree(), Option.none(), Vector.empty());
            case GitEffect.CountCommits _, GitEffect.GatherWork _ ->
                    new TreeInspected(ticket, Option.none(), tree(), "one");
            case GitEffect.MergeBranch _ -> new MergeLanded(ticket, "main", "merged");
            case GitEffect.ObserveWork _ -> observed(WorkObserved.COMPLETED);
            case InspectTree look -> accept(look, dirty ? "changed" : "clean");
            case CommitWork _ -> committed();
            case RebaseBranch _ -> new BranchRebased(ticket, "rebased-" + ticket, tree());
            case PrepareMerge merge when merge.taking().contains(PrepareMerge.Taking.MARKED) ->
                    new BranchRebased(ticket, "marked-" + ticket, tree());
            case PrepareMerge merge ->
                    new MergePrepared(
                            ticket,
                            "head-" + ticket,
                            new Candidate(
                                    merge.target().getOrElse("main"),
                                    "base",
                                    "merge-" + ticket,
                                    tree()));
            case LandMerge merge ->
                    new MergeLanded(
                            ticket,
                            merge.candidate().get().target(),
                            merge.candidate().get().commit());
            case GitEffect.ReleaseWorktree _ ->
                    new GitEvent.WorktreeReleased(ticket, Vector.empty());
            case SaveWork _ -> new WorkSaved(ticket, Option.none());
            case ForgeEffect forge -> answer(forge);
            case ChangeEffect change -> answer(change);
            case SpawnChild child -> new ChildSpawned(ticket, "child-" + child.item().id());
            case EnterPhase _ -> new RunEvent.PhaseEntered(ticket);
            case OpenGate open -> new RunEvent.GateOpened(ticket, open.gate());
            case RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case Reconcile _ -> new RunEvent.NotDone(ticket);
            case Control control -> throw new AssertionError("nobody answers " + control);
        };
    }

    private Event answer(ChangeEffect effect) {
        return switch (effect) {
            case ChangeEffect.CompareChange _ -> compared(Vector.empty(), TestChanges.NONE);
            case ChangeEffect.RestoreGuarded _ -> new ChangeEvent.GuardedRestored(ticket, tree());
            case ChangeEffect.TryTests e ->
                    new ChangeEvent.TestsTried(
                            ticket, e.trial(), new TrialResult.Passed(), Option.none(), A_SECOND);
        };
    }

    /** A change of one file that touches these judges and tests. */
    public Event compared(Vector<GuardedFile> guarded, TestChanges tests) {
        return new ChangeEvent.ChangeCompared(
                ticket, new ChangeReport("base", tree(), guarded, tests, 1, 10));
    }

    private Event answer(ForgeEffect effect) {
        return switch (effect) {
            case ForgeEffect.PushBranch _ -> new ForgeEvent.BranchPushed(ticket, "head-" + ticket);
            case ForgeEffect.UpdateBranch _ ->
                    new ForgeEvent.BranchUpdated(ticket, "head-" + ticket, tree(), Option.none());
            case ForgeEffect.MarkReady _ -> new ForgeEvent.RequestReady(ticket);
            case ForgeEffect.MergeRequest _ -> new ForgeEvent.RequestMerged(ticket);
            case ForgeEffect.ReplyToRemarks _ -> new ForgeEvent.RepliesPosted(ticket);
            case ForgeEffect.OpenRequest _ ->
                    new ForgeEvent.RequestOpened(
                            ticket, new PullRequest.Link(7, "https://forge.example.org/7"));
        };
    }

    /** The agent's work, whether it changes the tree or not. */
    private Event finished(InvokeAgent call) {
        if (Vector.of("developer", "fixer", "recoverer", "error").contains(call.role())) change();
        now = now.plusSeconds(1);
        return new AgentFinished(
                ticket,
                Option.of("session-" + call.agent()),
                A_SECOND,
                Option.of("transcript-" + ticket),
                now);
    }

    public void change() {
        changes++;
        dirty = true;
    }

    public Event committed() {
        commits++;
        dirty = false;
        return new WorkCommitted(ticket, "commit-" + commits, tree(), "work " + commits);
    }

    /** Who is limited has done nothing, and tells so. */
    private static Spend spend(Fault fault) {
        return fault.kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT
                ? new Spend(1_000, Option.of(0L), Option.of(0L))
                : A_SECOND;
    }

    public Event failed(Effect effect, Fault fault) {
        now = now.plusSeconds(1);
        return switch (effect) {
            case InvokeAgent call ->
                    new AgentFailed(
                            ticket, fault, Option.of("session-" + call.agent()), spend(fault), now);
            case RunCheck check when fault.kind() == Fault.Kind.CHECK_FAILED ->
                    new CheckFailed(
                            ticket,
                            check.check(),
                            tree(),
                            fault.message(),
                            Option.of("output-" + ticket),
                            A_SECOND);
            default -> new RunEvent.EffectFailed(ticket, fault);
        };
    }

    private Event observed(String label) {
        return new WorkObserved(
                ticket, Option.none(), tree(), Vector.empty(), label, Option.none());
    }

    public Event accept(Effect effect, String label) {
        if (effect instanceof GitEffect.ObserveWork) return observed(label);
        return effect instanceof CollectArtifact collect
                ? new ArtifactAccepted(
                        ticket,
                        collect.artifact(),
                        collect.artifact() + "-" + ticket,
                        label,
                        Vector.empty())
                : new TreeInspected(ticket, Option.none(), tree(), label);
    }

    public Event refused(Effect effect) {
        return effect instanceof CollectArtifact collect
                ? new ArtifactRefused(ticket, collect.artifact(), "not valid", Option.none())
                : failed(effect, Fault.of(Fault.Kind.OUTPUT_INVALID, "not valid"));
    }
}
