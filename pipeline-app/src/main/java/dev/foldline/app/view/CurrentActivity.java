package dev.foldline.app.view;

import dev.foldline.app.history.ChangeFormatter;
import dev.foldline.app.history.ForgeFormatter;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;

import io.vavr.collection.Vector;

/** What is being done now, in a few words. */
public final class CurrentActivity {
    private CurrentActivity() {}

    /**
     * {@code developer claude}, {@code the check tests}, {@code waits for approval of plan}; empty
     * between two effects.
     */
    public static String of(PipelineState state) {
        return switch (state.slots().inFlight()) {
            case InFlight.Known(_, var effect) -> of(effect);
            case InFlight.Unknown(_, var effect) -> "checks whether this was done: " + of(effect);
            case InFlight.Idle _ ->
                    Pipeline.decide(state).effect() instanceof Wait(var awaited, _)
                            ? waitsFor(awaited)
                            : "";
        };
    }

    static String of(ExternalEffect effect) {
        return switch (effect) {
            case InvokeAgent call -> EventSummary.name(call);
            case SwitchModel e -> "what " + e.terminal() + " will work with";
            case RunCheck check -> "the check " + check.check();
            case SpawnChild child -> "the start of a run for " + child.item().id();
            case GitEffect.OpenBranch _ -> "opening the branch";
            case GitEffect.ObserveWork _ -> "checking its commits";
            case GitEffect.InspectTree _ -> "checking the tree";
            case GitEffect.CountCommits _ -> "counting commits";
            case GitEffect.ResetTree _ -> "resetting the tree";
            case GitEffect.GatherWork _ -> "gathering the commits";
            case GitEffect.MergeBranch _ -> "merging";
            case GitEffect.CommitWork _ -> "committing";
            case GitEffect.RebaseBranch _ -> "rebasing";
            case GitEffect.PrepareMerge _ -> "preparing the merge";
            case GitEffect.LandMerge _ -> "merging";
            case GitEffect.ReleaseWorktree _ -> "removing the working tree";
            case GitEffect.SaveWork _ -> "saving the work";
            case ChangeEffect.CompareChange _ -> "comparing the change";
            case ChangeEffect.RestoreGuarded _ -> "putting guarded files back";
            case ChangeEffect.TryTests trial -> "the witness: " + ChangeFormatter.of(trial.trial());
            case ForgeEffect.PushBranch _ -> "pushing the branch";
            case ForgeEffect.OpenRequest _ -> "opening the pull request";
            case ForgeEffect.UpdateBranch _ -> "merging the base";
            case ForgeEffect.MarkReady _ -> "marking the pull request as ready";
            case ForgeEffect.MergeRequest _ -> "merging the pull request";
            case ForgeEffect.ReplyToRemarks _ -> "replying in review threads";
        };
    }

    /** Returns the topic of an effect's notices. */
    static String topic(ExternalEffect effect) {
        return switch (effect) {
            case AgentEffect _ -> "agent";
            case RunCheck _, ChangeEffect.TryTests _ -> "check";
            case ForgeEffect _, SpawnChild _ -> "outside";
            case GitEffect _, ChangeEffect _ -> "git";
        };
    }

    private static String waitsFor(Vector<WaitCondition> awaited) {
        return "waits for " + awaited.map(CurrentActivity::of).mkString(" and ");
    }

    private static String of(WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) ->
                    gate.question().isDefined() ? "an answer" : "approval of " + gate.id();
            case WaitCondition.Resumption _ -> "a resume";
            case WaitCondition.BudgetRaise(var meters) ->
                    "a higher budget (" + meters.replace(",", ", ") + ")";
            case WaitCondition.Intervention _ -> "attention";
            case WaitCondition.Timer(var notBefore, _) -> StatusLine.time(notBefore);
            case WaitCondition.Call(var instruction, _) -> "an external call: " + instruction;
            case WaitCondition.PullRequestNews e -> ForgeFormatter.of(e);
            case WaitCondition.ChildrenEnds(var list) -> "the runs of its " + list;
        };
    }
}
