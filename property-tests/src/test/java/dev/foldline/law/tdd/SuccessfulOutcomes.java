package dev.foldline.law.tdd;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * What follows an effect of {@code tdd} in a world in which all goes well. What is handed in is
 * somebody else's to say.
 */
public final class SuccessfulOutcomes {
    private SuccessfulOutcomes() {}

    public static Event answer(Effect effect, long ticket) {
        return switch (effect) {
            case RunEffect.EnterPhase _ -> new RunEvent.PhaseEntered(ticket);
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case FileEffect.CleanArtifacts _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.RenderPrompt _ -> new FileEvent.PromptRendered(ticket, "prompt");
            case InvokeAgent _ ->
                    new AgentFinished(
                            ticket, Option.none(), Spend.NOTHING, Option.none(), Instant.EPOCH);
            case RunCheck check -> passed(check, ticket);
            case GitEffect git -> done(git, ticket);
            default -> throw new AssertionError("nobody asks for " + effect);
        };
    }

    private static Event done(GitEffect effect, long ticket) {
        return switch (effect) {
            case GitEffect.OpenBranch _ ->
                    new GitEvent.BranchOpened(
                            ticket, Option.of("feat/it"), "base", "t", Vector.empty());
            case GitEffect.CommitWork _ ->
                    new GitEvent.WorkCommitted(ticket, "c" + ticket, "t", "it");
            case GitEffect.MergeBranch _ -> new GitEvent.MergeLanded(ticket, "main", "merge");
            case GitEffect.SaveWork _ -> new GitEvent.WorkSaved(ticket, Option.none());
            case GitEffect.CountCommits _ ->
                    new GitEvent.TreeInspected(ticket, Option.of("h"), "t", "one");
            case GitEffect.GatherWork e -> new GitEvent.TreeInspected(ticket, e.base(), "t", "");
            case GitEffect.ResetTree _ ->
                    new GitEvent.TreeReset(ticket, "h", "t", Option.none(), Vector.empty());
            case GitEffect.InspectTree _ ->
                    new GitEvent.TreeInspected(ticket, Option.of("h"), "t", "changed");
            default -> throw new AssertionError("nobody asks for " + effect);
        };
    }

    public static CheckPassed passed(RunCheck check, long ticket) {
        return new CheckPassed(ticket, check.check(), "t", "t", Option.of("out"), Spend.NOTHING);
    }

    public static CheckFailed failed(RunCheck check, long ticket) {
        return new CheckFailed(
                ticket, check.check(), "t", "it failed", Option.of("out"), Spend.NOTHING);
    }
}
