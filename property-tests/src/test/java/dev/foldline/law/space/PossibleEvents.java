package dev.foldline.law.space;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.core.change.TrialFailure;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.command.Command;
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
import dev.foldline.core.effect.RunEffect;
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
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Spend;
import dev.foldline.core.verdict.CheckFailure;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** The events that may follow a state in a small world: each outcome of its effect, once. */
final class PossibleEvents {
    private PossibleEvents() {}

    private static final Vector<Kind> AGENT_FAULTS =
            Vector.of(
                    Kind.AGENT_FAILED,
                    Kind.RATE_LIMIT,
                    Kind.AUTHENTICATION,
                    Kind.CONTEXT_FULL,
                    Kind.LOST);

    /** Returns each outcome of the next effect, and its start if it is external. */
    static Vector<Event> answers(PipelineState state, Effect next) {
        long ticket = state.header().ticket();
        return switch (next) {
            case Control.Await _ -> outcomes(state, state.slots().inFlight().running().get());
            case Control.Cancel _ ->
                    outcomes(state, state.slots().inFlight().running().get())
                            .append(
                                    new RunEvent.EffectCancelled(
                                            ticket, Spend.NOTHING, state.header().now()));
            case Control.Wait(_, var until) ->
                    until.toVector().map(time -> new RunEvent.WaitElapsed(ticket, time));
            case Control.Stop _ -> Vector.empty();
            case RunEffect.Reconcile(_, var effect) ->
                    outcomes(state, effect).append(new RunEvent.NotDone(ticket));
            case RunEffect.EnterPhase _ -> Vector.of(new RunEvent.PhaseEntered(ticket));
            case RunEffect.OpenGate open -> Vector.of(new RunEvent.GateOpened(ticket, open.gate()));
            case RunEffect.RecordRecovery _ -> Vector.of(new RunEvent.RecoveryRecorded(ticket));
            case FileEffect file -> ofFiles(ticket, file);
            case ExternalEffect effect -> Vector.of(new RunEvent.EffectStarted(ticket, effect));
        };
    }

    private static Vector<Event> ofFiles(long ticket, FileEffect effect) {
        return switch (effect) {
            case FileEffect.CleanArtifacts _ ->
                    Vector.of(new FileEvent.ArtifactsCleaned(ticket), failed(ticket, Kind.FILES));
            case FileEffect.RenderPrompt _ ->
                    Vector.of(new FileEvent.PromptRendered(ticket, "prompt"));
            case FileEffect.CollectArtifact collect -> {
                var labels = collect.labels().isEmpty() ? Vector.of("") : collect.labels();
                yield labels.<Event>map(
                                label ->
                                        new FileEvent.ArtifactAccepted(
                                                ticket,
                                                collect.artifact(),
                                                "content",
                                                label,
                                                items(collect.artifact())))
                        .append(
                                new FileEvent.ArtifactRefused(
                                        ticket, collect.artifact(), "invalid", Option.none()));
            }
        };
    }

    private static Vector<Item> items(String artifact) {
        return artifact.equals("items")
                ? Vector.of("one", "two").map(id -> new Item(id, id, Vector.empty(), Item.TODO))
                : Vector.empty();
    }

    private static Vector<Event> outcomes(PipelineState state, ExternalEffect effect) {
        long ticket = state.header().ticket();
        var tree = state.ledger().repository().tree().getOrElse("a");
        var changed = tree.equals("a") ? "b" : "a";
        return switch (effect) {
            case InvokeAgent call -> ofAgent(state, call);
            case SwitchModel _ -> Vector.of(failed(ticket, Kind.AGENT_SETUP));
            case RunCheck check -> ofCheck(ticket, check, tree, changed);
            case ForgeEffect forge -> ofForge(ticket, forge, changed);
            case ChangeEffect change -> ofChange(ticket, change, tree, changed);
            case SpawnChild spawn ->
                    Vector.of(
                            new ChildEvent.ChildSpawned(ticket, "child-" + spawn.item().id()),
                            failed(ticket, Kind.FILES));
            case GitEffect.CommitWork _ ->
                    Vector.of(
                            new GitEvent.WorkCommitted(ticket, "commit", tree, "subject"),
                            new GitEvent.TreeMoved(ticket, changed),
                            failed(ticket, Kind.COMMIT_REJECTED));
            case GitEffect.MergeBranch _ ->
                    Vector.of(
                            new GitEvent.MergeLanded(ticket, "main", "merged"),
                            failed(ticket, Kind.CONFLICT));
            case GitEffect.SaveWork _ ->
                    Vector.of(
                            new GitEvent.WorkSaved(ticket, Option.none()),
                            failed(ticket, Kind.GIT));
            case GitEffect.InspectTree _ ->
                    Vector.of("clean", "changed")
                            .<Event>map(
                                    label ->
                                            new GitEvent.TreeInspected(
                                                    ticket, Option.none(), tree, label))
                            .append(failed(ticket, Kind.GIT));
            case GitEffect.ObserveWork _ ->
                    Vector.of(GitEvent.WorkObserved.COMPLETED, GitEvent.WorkObserved.FAILED)
                            .<Event>map(
                                    label ->
                                            new GitEvent.WorkObserved(
                                                    ticket,
                                                    Option.none(),
                                                    tree,
                                                    Vector.empty(),
                                                    label,
                                                    Option.none()))
                            .append(failed(ticket, Kind.GIT));
            case GitEffect other -> Vector.of(failed(ticket, Kind.GIT));
        };
    }

    private static Vector<Event> ofAgent(PipelineState state, InvokeAgent call) {
        long ticket = state.header().ticket();
        var now = state.header().now();
        var session = Option.of(call.agent() + "'s conversation");
        return AGENT_FAULTS
                .map(
                        kind ->
                                kind == Kind.LOST
                                        ? failed(ticket, kind)
                                        : new AgentEvent.AgentFailed(
                                                ticket,
                                                Fault.of(kind, kind.name()),
                                                session,
                                                Spend.NOTHING,
                                                now))
                .prepend(asked(ticket, session, now))
                .prepend(
                        new AgentEvent.AgentFinished(
                                ticket, session, Spend.NOTHING, Option.none(), now));
    }

    private static Event asked(long ticket, Option<String> session, Instant now) {
        return new AgentEvent.AgentFinished(
                ticket,
                session,
                Spend.NOTHING,
                Option.none(),
                now,
                Option.none(),
                Vector.empty(),
                Option.of("Which one?"),
                Vector.of(Question.of("Which one?")));
    }

    private static Vector<Event> ofForge(long ticket, ForgeEffect effect, String changed) {
        return switch (effect) {
            case ForgeEffect.UpdateBranch _ ->
                    Vector.of(
                            new ForgeEvent.BranchUpdated(ticket, "merge", changed, Option.none()),
                            new ForgeEvent.BranchUpdated(
                                    ticket,
                                    "merge",
                                    changed,
                                    Option.of(
                                            new ForgeEvent.Conflict(
                                                    "main", Vector.of("a"), "report"))),
                            failed(ticket, Kind.FORGE));
            case ForgeEffect.MarkReady _ ->
                    Vector.of(
                            new ForgeEvent.RequestReady(ticket),
                            new ForgeEvent.MergeRefused(ticket, "not yet", Instant.EPOCH),
                            failed(ticket, Kind.FORGE));
            case ForgeEffect.MergeRequest _ ->
                    Vector.of(
                            new ForgeEvent.RequestMerged(ticket),
                            new ForgeEvent.MergeRefused(ticket, "not yet", Instant.EPOCH),
                            failed(ticket, Kind.FORGE));
            case ForgeEffect.ReplyToRemarks _ ->
                    Vector.of(
                            new ForgeEvent.RepliesPosted(ticket),
                            new ForgeEvent.RepliesRefused(ticket, "not now"),
                            failed(ticket, Kind.FORGE));
            case ForgeEffect _ -> Vector.of(failed(ticket, Kind.FORGE));
        };
    }

    private static Vector<Event> ofChange(
            long ticket, ChangeEffect effect, String tree, String changed) {
        return (switch (effect) {
                    case ChangeEffect.CompareChange _ ->
                            Vector.<Event>of(
                                    compared(ticket, tree, Vector.empty(), TestChanges.NONE),
                                    compared(ticket, tree, JUDGE, TestChanges.NONE),
                                    compared(ticket, tree, Vector.empty(), CHANGED_TEST));
                    case ChangeEffect.RestoreGuarded _ ->
                            Vector.<Event>of(
                                    new ChangeEvent.GuardedRestored(ticket, tree),
                                    new ChangeEvent.GuardedRestored(
                                            ticket,
                                            changed,
                                            Vector.of("check.sh"),
                                            Vector.of("saved")));
                    case ChangeEffect.TryTests e ->
                            Vector.<TrialResult>of(
                                            new TrialResult.Passed(),
                                            new TrialResult.Failed(
                                                    Vector.of(
                                                            new TrialFailure(
                                                                    new CheckFailure.Test(
                                                                            "checks", "a_test"),
                                                                    "a_test"))),
                                            new TrialResult.Impossible("no program"))
                                    .<Event>map(
                                            result ->
                                                    new ChangeEvent.TestsTried(
                                                            ticket,
                                                            e.trial(),
                                                            result,
                                                            Option.none(),
                                                            Spend.NOTHING));
                })
                .append(failed(ticket, Kind.GIT));
    }

    private static Event compared(
            long ticket, String tree, Vector<GuardedFile> guarded, TestChanges tests) {
        return new ChangeEvent.ChangeCompared(
                ticket, new ChangeReport("base", tree, guarded, tests, 1, 10));
    }

    private static final Vector<GuardedFile> JUDGE =
            Vector.of(new GuardedFile("check.sh", "judges", Option.of("new"), Option.none()));

    private static final TestChanges CHANGED_TEST =
            new TestChanges(Vector.empty(), Vector.of("a_test"), Vector.empty());

    private static Vector<Event> ofCheck(long ticket, RunCheck check, String tree, String changed) {
        return Vector.of(
                new CheckEvent.CheckPassed(
                        ticket, check.check(), tree, tree, Option.none(), Spend.NOTHING),
                new CheckEvent.CheckPassed(
                        ticket, check.check(), tree, changed, Option.none(), Spend.NOTHING),
                new CheckEvent.CheckFailed(
                        ticket, check.check(), tree, "failed", Option.none(), Spend.NOTHING));
    }

    private static Event failed(long ticket, Kind kind) {
        return new RunEvent.EffectFailed(ticket, Fault.of(kind, kind.name()));
    }

    /** Returns the crash of the driver; only while an effect is in progress does it matter. */
    static Option<Event> crash(PipelineState state) {
        return state.slots().inFlight() instanceof InFlight.Known
                ? Option.of(
                        new RunEvent.DriverStarted(
                                state.header().epoch() + 1, state.header().now()))
                : Option.none();
    }

    /** Returns the input that a run needs to go on: approvals, calls and ends of children. */
    static Vector<InputEvent> expectedInputs(PipelineState state) {
        return calls(state)
                .appendAll(children(state))
                .appendAll(
                        state.slots().gate() instanceof GateSlot.Open(var gate)
                                ? Vector.of(
                                        new Command.Approve(gate.id(), Command.Shown.NOTHING, ""))
                                : Vector.empty())
                .flatMap(command -> Pipeline.admit(state, command).toOption());
    }

    private static Vector<Command> calls(PipelineState state) {
        return state.awaitedCall()
                .toVector()
                .flatMap(
                        external ->
                                external.labels().isEmpty()
                                        ? Vector.of(call(state, InputEvent.CallKind.GET, "", ""))
                                        : external.labels()
                                                .map(
                                                        label ->
                                                                call(
                                                                        state,
                                                                        InputEvent.CallKind.SUBMIT,
                                                                        "",
                                                                        label))
                                                .append(
                                                        call(
                                                                state,
                                                                InputEvent.CallKind.TOOL,
                                                                "escape",
                                                                "")));
    }

    private static Command call(
            PipelineState state, InputEvent.CallKind kind, String tool, String label) {
        return new Command.Call(
                "request",
                kind,
                tool,
                label.isEmpty() ? LinkedHashMap.empty() : LinkedHashMap.of("decision", label),
                state.header().now());
    }

    private static Vector<Command> children(PipelineState state) {
        return state.items()
                .list("list")
                .flatMap(
                        item ->
                                item.status() instanceof Item.Running(var ticket)
                                        ? Vector.of(true, false)
                                                .map(
                                                        done ->
                                                                new Command.ReportChildEnd(
                                                                        "list", item.id(), ticket,
                                                                        done, "failed"))
                                        : Vector.empty());
    }

    /** Returns the commands of users that change the course of the run. */
    static Vector<InputEvent> interventions(PipelineState state) {
        var always =
                Vector.<Command>of(
                        new Command.Pause(Urgency.NOW),
                        new Command.Pause(Urgency.WHEN_DONE),
                        new Command.Resume(),
                        new Command.Abort("enough"),
                        new Command.Freeze("look", "why"),
                        new Command.RetryHalted(),
                        new Command.RaiseBudget(state.policy().budget()),
                        new Command.SkipWait(state.header().now()));
        var rejection =
                state.slots().gate() instanceof GateSlot.Open(Gate gate)
                        ? Vector.<Command>of(
                                new Command.Reject(gate.id(), Command.Shown.NOTHING, "no"))
                        : Vector.<Command>empty();
        return always.appendAll(rejection)
                .flatMap(command -> Pipeline.admit(state, command).toOption());
    }
}
