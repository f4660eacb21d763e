package dev.foldline.app;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** A world in which everything succeeds at once, and every tree has changed. */
public final class SucceedingEnvironment {
    private static final Option<String> BRANCH = Option.of("foldline/add-login");

    private SucceedingEnvironment() {}

    static Event answer(long ticket, LocalEffect inline) {
        return switch (inline) {
            case FileEffect.CleanArtifacts _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.RenderPrompt _ ->
                    new FileEvent.PromptRendered(ticket, hash(ticket, 64));
            case FileEffect.CollectArtifact e ->
                    new FileEvent.ArtifactAccepted(
                            ticket,
                            e.artifact(),
                            hash(ticket, 64),
                            e.labels().headOption().getOrElse(""),
                            Vector.empty());
            case RunEffect.EnterPhase _ -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.OpenGate e -> new RunEvent.GateOpened(ticket, e.gate());
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case RunEffect.Reconcile _ -> new RunEvent.NotDone(ticket);
        };
    }

    private static Event answer(long ticket, ForgeEffect effect) {
        return switch (effect) {
            case ForgeEffect.PushBranch _ -> new ForgeEvent.BranchPushed(ticket, hash(9, 40));
            case ForgeEffect.UpdateBranch _ ->
                    new ForgeEvent.BranchUpdated(ticket, hash(8, 40), hash(7, 40), Option.none());
            case ForgeEffect.MarkReady _ -> new ForgeEvent.RequestReady(ticket);
            case ForgeEffect.MergeRequest _ -> new ForgeEvent.RequestMerged(ticket);
            case ForgeEffect.ReplyToRemarks _ -> new ForgeEvent.RepliesPosted(ticket);
            case ForgeEffect.OpenRequest _ ->
                    new ForgeEvent.RequestOpened(
                            ticket, new PullRequest.Link(7, "https://forge.example.org/7"));
        };
    }

    /** Answers that the change touches nothing that judges it. */
    public static Event answer(long ticket, ChangeEffect effect) {
        return switch (effect) {
            case ChangeEffect.CompareChange e ->
                    new ChangeEvent.ChangeCompared(
                            ticket,
                            new ChangeReport(
                                    e.base().getOrElse(""),
                                    hash(7, 40),
                                    Vector.empty(),
                                    TestChanges.NONE,
                                    2,
                                    40));
            case ChangeEffect.RestoreGuarded _ ->
                    new ChangeEvent.GuardedRestored(ticket, hash(7, 40));
            case ChangeEffect.TryTests e ->
                    new ChangeEvent.TestsTried(
                            ticket,
                            e.trial(),
                            new TrialResult.Passed(),
                            Option.none(),
                            Spend.millis(4_000));
        };
    }

    static Event answer(long ticket, ExternalEffect effect, Instant now) {
        return switch (effect) {
            case InvokeAgent e ->
                    new AgentFinished(
                            ticket,
                            Option.of("session-" + e.agent()),
                            new Spend(90_000, Option.of(1200L), Option.of(250_000L)),
                            Option.none(),
                            now);
            case SwitchModel e ->
                    new ModelSwitched(
                            ticket, e.terminal(), e.agents().head(), Option.none(), "/bin/agent");
            case RunCheck e ->
                    new CheckPassed(
                            ticket,
                            e.check(),
                            hash(7, 40),
                            hash(7, 40),
                            Option.none(),
                            Spend.millis(4_000));
            case ForgeEffect e -> answer(ticket, e);
            case ChangeEffect e -> answer(ticket, e);
            case SpawnChild _ -> new ChildSpawned(ticket, "child-" + ticket);
            case GitEffect.OpenBranch _ ->
                    new GitEvent.BranchOpened(
                            ticket, BRANCH, hash(1, 40), hash(2, 40), Vector.empty());
            case GitEffect.ResetTree _ ->
                    new GitEvent.TreeReset(
                            ticket, hash(7, 40), hash(7, 40), Option.none(), Vector.empty());
            case GitEffect.CountCommits _, GitEffect.GatherWork _ ->
                    new GitEvent.TreeInspected(ticket, Option.none(), hash(7, 40), "one");
            case GitEffect.MergeBranch _ -> new GitEvent.MergeLanded(ticket, "main", hash(8, 40));
            case GitEffect.InspectTree _ ->
                    new GitEvent.TreeInspected(ticket, Option.none(), hash(7, 40), "changed");
            case GitEffect.CommitWork _ ->
                    new GitEvent.WorkCommitted(
                            ticket, hash(ticket, 40), hash(7, 40), "Add a login");
            case GitEffect.RebaseBranch _ ->
                    new GitEvent.BranchRebased(ticket, hash(ticket, 40), hash(7, 40));
            case GitEffect.PrepareMerge _ ->
                    new GitEvent.MergePrepared(
                            ticket,
                            hash(ticket, 40),
                            new Candidate("main", hash(1, 40), hash(9, 40), hash(7, 40)));
            case GitEffect.LandMerge _ -> new GitEvent.MergeLanded(ticket, "main", hash(9, 40));
            case GitEffect.ObserveWork _ ->
                    new GitEvent.WorkObserved(
                            ticket,
                            Option.none(),
                            hash(7, 40),
                            Vector.empty(),
                            GitEvent.WorkObserved.COMPLETED,
                            Option.none());
            case GitEffect.ReleaseWorktree _ ->
                    new GitEvent.WorktreeReleased(ticket, Vector.empty());
            case GitEffect.SaveWork _ -> new GitEvent.WorkSaved(ticket, Option.none());
        };
    }

    private static String hash(long number, int digits) {
        return String.format("%0" + digits + "x", number + 0xabc000);
    }
}
