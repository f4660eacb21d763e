package dev.foldline.app.view;

import static dev.foldline.app.view.LineStyle.BAD;
import static dev.foldline.app.view.LineStyle.CAREFUL;
import static dev.foldline.app.view.LineStyle.FAINT;
import static dev.foldline.app.view.LineStyle.GOOD;
import static dev.foldline.app.view.LineStyle.PLAIN;
import static dev.foldline.app.view.LineStyle.STRONG;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.LocalContentFormatter;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.InspectTree;
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
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;

import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;

/**
 * What an event tells a person: what happened, and what follows from it. What is not worth a line
 * is {@link LineStyle#FAINT}.
 */
final class EventSummary {
    private EventSummary() {}

    /**
     * @param message name of the inbox message or signal that caused it, if the log records one
     * @param by who gave the command, if the log names them
     */
    static List<ViewLine> of(
            PipelineState before,
            Event event,
            Option<String> message,
            Option<Author> by,
            PipelineState after) {
        if (before == after) return List.of(faint(event));
        var remarks = new ArrayList<ViewLine>();
        var happened = happened(before, event, message, after);
        remarks.add(
                by.map(
                                author ->
                                        new ViewLine(
                                                happened.topic(),
                                                happened.text()
                                                        + ", by "
                                                        + EventFormatter.of(author),
                                                happened.tone()))
                        .getOrElse(happened));
        remarks.addAll(EventConsequences.of(before, after));
        return remarks;
    }

    /** How a view begins. */
    static ViewLine opening(PipelineState state, String root) {
        var started = state.header().epoch() > 0 ? "; now at " + StatusLine.of(state) : "";
        return new ViewLine(
                "run",
                state.header().run()
                        + " "
                        + state.workflow().name()
                        + " in "
                        + root
                        + state.ledger()
                                .repository()
                                .branch()
                                .map(branch -> " on " + branch)
                                .getOrElse("")
                        + started,
                STRONG);
    }

    private static ViewLine happened(
            PipelineState before, Event event, Option<String> message, PipelineState after) {
        return switch (event) {
            case RunEvent e -> run(before, e, after);
            case AgentEvent e -> agent(before, e);
            case FileEvent e -> faint(e);
            case CheckEvent e -> check(before, e);
            case GitEvent e -> git(before, e);
            case ChangeEvent e -> change(e);
            case ForgeEvent e -> new ViewLine("outside", EventFormatter.of(e), PLAIN);
            case ChildEvent e -> faint(e);
            case InputEvent e -> input(before, e, message, after);
        };
    }

    private static ViewLine change(ChangeEvent event) {
        return switch (event) {
            case ChangeEvent.ChangeCompared(_, var report) ->
                    report.guarded().isEmpty() && report.tests().isEmpty()
                            ? faint(event)
                            : new ViewLine("change", EventFormatter.of(event), PLAIN);
            case ChangeEvent.GuardedRestored(_, _, var restored, _) ->
                    restored.isEmpty()
                            ? faint(event)
                            : new ViewLine("change", EventFormatter.of(event), CAREFUL);
            case ChangeEvent.TestsTried _ ->
                    new ViewLine("witness", EventFormatter.of(event), PLAIN);
        };
    }

    private static ViewLine run(PipelineState before, RunEvent event, PipelineState after) {
        return switch (event) {
            case RunEvent.DriverStarted e when e.epoch() > 1 ->
                    new ViewLine("driver", "the run is resumed (driver " + e.epoch() + ")", PLAIN);
            case RunEvent.RunStarted _, RunEvent.DriverStarted _ -> faint(event);
            case RunEvent.EffectStarted e -> started(after, e.effect(), event);
            case RunEvent.CallGuarded _, RunEvent.NotDone _ -> faint(event);
            case RunEvent.EffectCancelled e ->
                    new ViewLine(
                            topic(before),
                            worker(before)
                                    + " was cancelled"
                                    + ValueFormatter.beside(e.reverted(), e.notes()),
                            CAREFUL);
            case RunEvent.EffectFailed e ->
                    new ViewLine(topic(before), ValueFormatter.of(e.fault()), BAD);
            case RunEvent.PhaseEntered _ ->
                    new ViewLine(
                            "phase",
                            WorkflowOutline.turn(before)
                                    + " "
                                    + before.phase().map(phase -> phase.id()).getOrElse(""),
                            TaskEventSummary.isSmall(before) ? FAINT : STRONG);
            case RunEvent.GateOpened e -> new ViewLine("gate", opened(e.gate()), CAREFUL);
            case RunEvent.RecoveryRecorded _ -> new ViewLine("recovery", "succeeded", GOOD);
            case RunEvent.WaitElapsed _ -> faint(event);
        };
    }

    private static ViewLine started(PipelineState after, ExternalEffect effect, Event event) {
        if (!(effect instanceof InvokeAgent call)) return faint(event);
        return new ViewLine(
                "agent",
                name(call)
                        + " called ("
                        + WorkflowOutline.turn(after)
                        + " "
                        + call.key().phase()
                        + ", attempt "
                        + call.key().attempt()
                        + (call.resumes().isDefined() ? ", in its session)" : ")"),
                PLAIN);
    }

    private static String opened(Gate gate) {
        return gate.id()
                + (gate.question().isDefined() ? " waits for an answer" : " waits for approval")
                + " (revision "
                + gate.revision()
                + ")"
                + (gate.reason().isBlank() ? "" : ": " + gate.reason());
    }

    private static ViewLine agent(PipelineState before, AgentEvent event) {
        return switch (event) {
            case AgentEvent.AgentFinished e ->
                    new ViewLine(
                            "agent",
                            worker(before)
                                    + " finished in "
                                    + ValueFormatter.duration(e.spend().millis())
                                    + ValueFormatter.beside(e.reverted(), e.notes()),
                            GOOD);
            case AgentEvent.AgentFailed e ->
                    new ViewLine(
                            "agent",
                            worker(before)
                                    + " failed after "
                                    + ValueFormatter.duration(e.spend().millis())
                                    + ": "
                                    + why(e.fault())
                                    + ValueFormatter.beside(e.reverted(), e.notes()),
                            BAD);
            case AgentEvent.SessionStarted _, AgentEvent.ModelSwitched _ -> faint(event);
        };
    }

    /** Leaves a fault that halts the run to the line about the halt, which follows. */
    private static String why(Fault fault) {
        return fault.kind() == Fault.Kind.TRESPASS ? "trespass" : ValueFormatter.of(fault);
    }

    private static ViewLine check(PipelineState before, CheckEvent event) {
        return switch (event) {
            case CheckEvent.CheckPassed e ->
                    new ViewLine(
                            "check",
                            EventFormatter.passed(e, before)
                                    + " in "
                                    + ValueFormatter.duration(e.spend().millis()),
                            GOOD);
            case CheckEvent.CheckFailed e ->
                    new ViewLine(
                            "check",
                            e.check()
                                    + " failed in "
                                    + ValueFormatter.duration(e.spend().millis())
                                    + ": "
                                    + e.summary(),
                            BAD);
        };
    }

    /** Whether an agent has worked in this turn before the phase that looks at the tree. */
    private static boolean hasWorked(PipelineState state) {
        return state.stage()
                .exists(
                        stage ->
                                stage.phases()
                                        .take(state.at().phase())
                                        .exists(phase -> phase.worker().isDefined()));
    }

    private static ViewLine git(PipelineState before, GitEvent event) {
        return switch (event) {
            case GitEvent.BranchOpened e ->
                    new ViewLine(
                            "branch",
                            e.branch().getOrElse("(detached)")
                                    + " at "
                                    + ValueFormatter.hash(e.base()),
                            PLAIN);
            case GitEvent.TreeInspected e
                    when e.label().equals(InspectTree.CLEAN) && hasWorked(before) ->
                    new ViewLine(
                            "commit",
                            WorkflowOutline.turn(before) + " changed nothing: no commit",
                            PLAIN);
            case GitEvent.TreeInspected _ -> faint(event);
            case GitEvent.TreeReset e -> new ViewLine("reset", EventFormatter.of(e), PLAIN);
            case GitEvent.WorkCommitted e ->
                    new ViewLine(
                            "commit",
                            ValueFormatter.hash(e.commit())
                                    + " "
                                    + e.subject()
                                    + LocalContentFormatter.leftOut(e.local()),
                            e.local().isEmpty() ? GOOD : CAREFUL);
            case GitEvent.WorkObserved _ ->
                    new ViewLine("terminal", EventFormatter.of(event), PLAIN);
            case GitEvent.CommitSkipped e ->
                    new ViewLine(
                            "commit",
                            "skipped: " + e.why() + LocalContentFormatter.leftOut(e.local()),
                            e.local().isEmpty() ? PLAIN : CAREFUL);
            case GitEvent.TreeMoved _ ->
                    new ViewLine(
                            "commit",
                            "not made: the tree is not the one that was checked",
                            CAREFUL);
            case GitEvent.BranchRebased e ->
                    new ViewLine("rebase", "done, now at " + ValueFormatter.hash(e.head()), PLAIN);
            case GitEvent.MergePrepared _ -> new ViewLine("merge", EventFormatter.of(event), PLAIN);
            case GitEvent.MergeLanded _ -> new ViewLine("merge", EventFormatter.of(event), GOOD);
            case GitEvent.MergeOvertaken _ ->
                    new ViewLine("merge", EventFormatter.of(event), CAREFUL);
            case GitEvent.WorktreeReleased e ->
                    new ViewLine(
                            "tree",
                            EventFormatter.of(event),
                            e.why().isEmpty() && e.savedRefs().isEmpty() ? FAINT : PLAIN);
            case GitEvent.WorkSaved e ->
                    e.commit()
                            .map(
                                    commit ->
                                            new ViewLine(
                                                    "saved",
                                                    "uncommitted work, as "
                                                            + ValueFormatter.hash(commit),
                                                    PLAIN))
                            .getOrElse(() -> faint(event));
        };
    }

    private static ViewLine input(
            PipelineState before, InputEvent event, Option<String> message, PipelineState after) {
        return switch (event) {
            case InputEvent.Paused _, InputEvent.Resumed _, InputEvent.UntilSet _ ->
                    new ViewLine("pause", EventFormatter.of(event, message), CAREFUL);
            case InputEvent.Frozen _,
                    InputEvent.GateApproved _,
                    InputEvent.GateRejected _,
                    InputEvent.ArtifactReplaced _ ->
                    new ViewLine("gate", EventFormatter.of(event), CAREFUL);
            case InputEvent.Aborted _,
                    InputEvent.WaitSkipped _,
                    InputEvent.RetryGranted _,
                    InputEvent.WorkDeclaredDone _,
                    InputEvent.ItemsAdded _,
                    InputEvent.BudgetRaised _ ->
                    new ViewLine("person", EventFormatter.of(event), CAREFUL);
            case InputEvent.ChildEnded _, InputEvent.ChildReported _ ->
                    TaskEventSummary.reported(before, event, after);
            case InputEvent.CommitsSeen e -> TaskEventSummary.commitsSeen(before, e);
            case InputEvent.PullRequestSeen _, InputEvent.Called _ ->
                    new ViewLine("outside", EventFormatter.of(event), PLAIN);
        };
    }

    /** Who is at work: {@code developer claude}, or a word for what is done. */
    static String worker(PipelineState state) {
        return state.slots()
                .inFlight()
                .running()
                .map(
                        effect ->
                                effect instanceof InvokeAgent call
                                        ? name(call)
                                        : CurrentActivity.of(effect))
                .getOrElse("unknown");
    }

    static String name(InvokeAgent call) {
        return call.role() + " " + call.agent();
    }

    private static String topic(PipelineState before) {
        return before.slots().inFlight().running().map(CurrentActivity::topic).getOrElse("fault");
    }

    private static ViewLine faint(Event event) {
        return new ViewLine("event", EventFormatter.of(event), FAINT);
    }
}
