package dev.foldline.testkit.script;

import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;

/** Repeats a recorded outcome for another ticket. */
public final class ReplayedOutcome {
    private ReplayedOutcome() {}

    public static Event to(long ticket, Event reported) {
        return switch (reported) {
            case AgentEvent e -> agent(ticket, e);
            case CheckEvent.CheckPassed e ->
                    new CheckEvent.CheckPassed(
                            ticket,
                            e.check(),
                            e.before(),
                            e.after(),
                            e.output(),
                            e.spend(),
                            e.changed(),
                            e.local(),
                            e.run());
            case CheckEvent.CheckFailed e ->
                    new CheckEvent.CheckFailed(
                            ticket,
                            e.check(),
                            e.tree(),
                            e.summary(),
                            e.output(),
                            e.spend(),
                            e.fingerprint(),
                            e.run(),
                            e.command());
            case ChildEvent.ChildSpawned e ->
                    new ChildEvent.ChildSpawned(ticket, e.child(), e.branch());
            case ForgeEvent.BranchPushed e -> new ForgeEvent.BranchPushed(ticket, e.head());
            case ForgeEvent.BranchUpdated e ->
                    new ForgeEvent.BranchUpdated(
                            ticket, e.head(), e.tree(), e.conflict(), e.base());
            case ForgeEvent.RequestOpened e -> new ForgeEvent.RequestOpened(ticket, e.link());
            case ForgeEvent.RequestReady _ -> new ForgeEvent.RequestReady(ticket);
            case ForgeEvent.RequestMerged _ -> new ForgeEvent.RequestMerged(ticket);
            case ForgeEvent.RepliesPosted _ -> new ForgeEvent.RepliesPosted(ticket);
            case ForgeEvent.RepliesRefused e -> new ForgeEvent.RepliesRefused(ticket, e.reason());
            case ForgeEvent.MergeRefused e ->
                    new ForgeEvent.MergeRefused(ticket, e.reason(), e.at());
            case FileEvent e -> files(ticket, e);
            case GitEvent e -> git(ticket, e);
            case ChangeEvent.ChangeCompared e -> new ChangeEvent.ChangeCompared(ticket, e.report());
            case ChangeEvent.GuardedRestored e ->
                    new ChangeEvent.GuardedRestored(ticket, e.tree(), e.restored(), e.saved());
            case ChangeEvent.TestsTried e ->
                    new ChangeEvent.TestsTried(
                            ticket, e.trial(), e.result(), e.output(), e.spend());
            case RunEvent.EffectFailed e ->
                    new RunEvent.EffectFailed(ticket, e.fault(), e.fingerprint());
            case RunEvent _, InputEvent _ -> reported;
        };
    }

    private static Event agent(long ticket, AgentEvent reported) {
        return switch (reported) {
            case AgentEvent.AgentFinished e ->
                    new AgentEvent.AgentFinished(
                            ticket,
                            e.session(),
                            e.spend(),
                            e.transcript(),
                            e.at(),
                            e.reverted(),
                            e.notes(),
                            e.lastWords(),
                            e.questions());
            case AgentEvent.AgentFailed e ->
                    new AgentEvent.AgentFailed(
                            ticket,
                            e.fault(),
                            e.session(),
                            e.spend(),
                            e.at(),
                            e.reverted(),
                            e.notes());
            case AgentEvent.ModelSwitched e ->
                    new AgentEvent.ModelSwitched(
                            ticket, e.terminal(), e.agent(), e.model(), e.program());
            case AgentEvent.SessionStarted e ->
                    new AgentEvent.SessionStarted(ticket, e.session(), e.model(), e.version());
        };
    }

    private static Event files(long ticket, FileEvent reported) {
        return switch (reported) {
            case FileEvent.ArtifactsCleaned _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEvent.PromptRendered e -> new FileEvent.PromptRendered(ticket, e.prompt());
            case FileEvent.ArtifactAccepted e ->
                    new FileEvent.ArtifactAccepted(
                            ticket, e.artifact(), e.content(), e.label(), e.items());
            case FileEvent.ArtifactRefused e ->
                    new FileEvent.ArtifactRefused(
                            ticket, e.artifact(), e.why(), e.content(), e.fingerprint());
        };
    }

    private static Event git(long ticket, GitEvent reported) {
        return switch (reported) {
            case GitEvent.BranchOpened e ->
                    new GitEvent.BranchOpened(
                            ticket, e.branch(), e.base(), e.tree(), e.protectedPaths(), e.local());
            case GitEvent.TreeInspected e ->
                    new GitEvent.TreeInspected(ticket, e.head(), e.tree(), e.label());
            case GitEvent.TreeReset e ->
                    new GitEvent.TreeReset(ticket, e.head(), e.tree(), e.committed(), e.saved());
            case GitEvent.WorkCommitted e ->
                    new GitEvent.WorkCommitted(
                            ticket, e.commit(), e.tree(), e.subject(), e.local());
            case GitEvent.WorkObserved e ->
                    new GitEvent.WorkObserved(
                            ticket, e.head(), e.tree(), e.commits(), e.label(), e.remark());
            case GitEvent.CommitSkipped e -> new GitEvent.CommitSkipped(ticket, e.why(), e.local());
            case GitEvent.TreeMoved e -> new GitEvent.TreeMoved(ticket, e.tree(), e.changed());
            case GitEvent.BranchRebased e ->
                    new GitEvent.BranchRebased(ticket, e.head(), e.tree(), e.base());
            case GitEvent.MergePrepared e ->
                    new GitEvent.MergePrepared(ticket, e.head(), e.candidate());
            case GitEvent.MergeLanded e -> new GitEvent.MergeLanded(ticket, e.target(), e.commit());
            case GitEvent.MergeOvertaken e -> new GitEvent.MergeOvertaken(ticket, e.why());
            case GitEvent.WorktreeReleased e ->
                    new GitEvent.WorktreeReleased(ticket, e.savedRefs(), e.why());
            case GitEvent.WorkSaved e -> new GitEvent.WorkSaved(ticket, e.commit());
        };
    }
}
