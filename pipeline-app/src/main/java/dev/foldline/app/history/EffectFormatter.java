package dev.foldline.app.history;

import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Branching;

/** Formats an effect for display. */
public final class EffectFormatter {
    private EffectFormatter() {}

    public static String of(Effect effect) {
        return ValueFormatter.oneLine(
                switch (effect) {
                    case ExternalEffect deed -> describe(deed);
                    case LocalEffect inline -> inline(inline);
                    case Control control -> control(control);
                });
    }

    private static String of(Branching branching) {
        return switch (branching) {
            case Branching.Titled(_, var base) -> "open a branch named after the title, on " + base;
            case Branching.NewBranch(var name, var base) ->
                    "open the branch " + name + base.map(at -> " at " + at).getOrElse("");
            case Branching.OwnTree own ->
                    "make a working tree for the branch "
                            + own.name()
                            + " at "
                            + ValueFormatter.hash(own.start());
            case Branching.Stay _ -> "stay on the branch";
        };
    }

    private static String describe(ExternalEffect effect) {
        return switch (effect) {
            case SwitchModel e ->
                    "make "
                            + e.agents().headOption().getOrElse("no agent")
                            + " ready for the terminal "
                            + e.terminal();
            case InvokeAgent e ->
                    "call "
                            + e.agent()
                            + " as "
                            + e.role()
                            + e.resumes().map(_ -> ", going on").getOrElse("");
            case RunCheck e ->
                    "run " + e.check() + ": " + e.commands().map(CommandLine::text).mkString("; ");
            case SpawnChild e -> "start a run of " + e.workflow() + " for " + e.item().id();
            case GitEffect e -> git(e);
            case ChangeEffect e -> ChangeFormatter.of(e);
            case ForgeEffect e -> ForgeFormatter.of(e);
        };
    }

    private static String git(GitEffect effect) {
        return switch (effect) {
            case GitEffect.OpenBranch e -> of(e.branching());
            case GitEffect.ReleaseWorktree e ->
                    e.branch()
                            .map(branch -> "remove the working tree of " + branch)
                            .getOrElse("keep the working tree");
            case GitEffect.ObserveWork e ->
                    "check what "
                            + e.worker().map(TerminalAgent::terminal).getOrElse("the terminal")
                            + " has committed";
            case GitEffect.InspectTree _ -> "check the working tree";
            case GitEffect.CountCommits e ->
                    "count the commits on top of " + e.base().getOrElse("the base branch");
            case GitEffect.ResetTree _ -> "save uncommitted work, and reset the working tree";
            case GitEffect.GatherWork e ->
                    "take back the commits"
                            + e.branch().map(name -> " of " + name).getOrElse("")
                            + ", to make them one";
            case GitEffect.MergeBranch e ->
                    "merge "
                            + e.branch().getOrElse("the branch")
                            + " into "
                            + e.base().getOrElse("the base branch")
                            + " and delete it";
            case GitEffect.CommitWork e ->
                    "commit the work" + e.branch().map(name -> " on " + name).getOrElse("");
            case GitEffect.RebaseBranch e ->
                    "rebase"
                            + e.branch().map(name -> " " + name).getOrElse("")
                            + e.base().map(base -> " onto " + base).getOrElse("");
            case GitEffect.PrepareMerge e ->
                    (e.taking().contains(GitEffect.PrepareMerge.Taking.MARKED)
                                    ? "mark the conflict"
                                    : "prepare the merge")
                            + e.squashed().map(branch -> " of " + branch).getOrElse("")
                            + e.target().map(name -> " into " + name).getOrElse("");
            case GitEffect.LandMerge e ->
                    "land the merge"
                            + e.candidate().map(merge -> " in " + merge.target()).getOrElse("");
            case GitEffect.SaveWork e ->
                    "save uncommitted work"
                            + e.outcome().map(end -> ", then end: " + of(end)).getOrElse("");
        };
    }

    private static String inline(LocalEffect inline) {
        return switch (inline) {
            case FileEffect.CleanArtifacts e ->
                    e.artifacts().isEmpty()
                            ? "clean (nothing to remove)"
                            : "remove stale " + e.artifacts().mkString(", ");
            case FileEffect.RenderPrompt e ->
                    "write the prompt '" + e.template() + "' for the " + e.role();
            case FileEffect.CollectArtifact e -> "collect " + e.artifact();
            case RunEffect.EnterPhase e -> "enter " + e.key().phase();
            case RunEffect.OpenGate e -> "open the gate " + e.gate().id();
            case RunEffect.RecordRecovery e ->
                    "record a recovery of level "
                            + e.level()
                            + " after "
                            + e.attempts()
                            + " attempts";
            case RunEffect.Reconcile e -> "check whether this was done: " + describe(e.effect());
        };
    }

    private static String control(Control control) {
        return switch (control) {
            case Control.Await _ -> "await the running effect";
            case Control.Cancel e -> "cancel the running effect: " + e.why();
            case Control.Wait e ->
                    "wait for " + e.awaited().map(EffectFormatter::of).mkString(" and ");
            case Control.Stop e -> "nothing: " + of(e.outcome());
        };
    }

    static String of(WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) ->
                    "approval of " + gate.id() + ", revision " + gate.revision();
            case WaitCondition.Resumption _ -> "a resume by the user";
            case WaitCondition.BudgetRaise(var meters) ->
                    "a higher budget (" + meters.replace(",", ", ") + ")";
            case WaitCondition.Intervention(var fault) -> "the user: " + ValueFormatter.of(fault);
            case WaitCondition.Timer(var until, var why) ->
                    LocalTimeFormatter.second(until) + ", after " + ValueFormatter.of(why);
            case WaitCondition.Call(var instruction, var accepts) ->
                    "a call (" + ValueFormatter.of(accepts) + "): " + instruction;
            case WaitCondition.PullRequestNews e -> ForgeFormatter.of(e);
            case WaitCondition.ChildrenEnds(var list) -> "the runs of its " + list;
        };
    }

    static String of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "completed";
            case Outcome.Failed(var fault) -> "failed: " + ValueFormatter.of(fault);
            case Outcome.Rejected(var gate, var feedback) -> gate + " rejected: " + feedback;
            case Outcome.Aborted(var why) -> "given up: " + why;
        };
    }
}
