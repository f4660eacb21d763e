package dev.foldline.app.view;

import static dev.foldline.app.view.Tone.BAD;
import static dev.foldline.app.view.Tone.CAREFUL;
import static dev.foldline.app.view.Tone.FAINT;
import static dev.foldline.app.view.Tone.GOOD;
import static dev.foldline.app.view.Tone.PLAIN;
import static dev.foldline.app.view.Tone.STRONG;

import dev.foldline.app.history.EventWords;
import dev.foldline.app.history.Words;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Gate;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** What an event tells a person: what happened, and what follows from it. What is not worth a line is {@link Tone#FAINT}. */
final class Story {
    private Story() {}

    /** @param message the name of the message that asked for it, or of whoever else did, as the log tells */
    static List<Remark> of(PipelineState before, Event event, Option<String> message, PipelineState after) {
        if (before == after) return List.of(faint(event));
        var remarks = new ArrayList<Remark>();
        remarks.add(happened(before, event, message, after));
        remarks.addAll(Aftermath.of(before, after));
        return remarks;
    }

    /** How a view begins. */
    static Remark opening(PipelineState state, String root) {
        var begun = state.header().epoch() > 0 ? "; stands at " + Outline.of(state) : "";
        return new Remark("run", state.header().run() + " " + state.workflow().name() + " in " + root
                + state.ledger().repository().branch().map(branch -> " on " + branch).getOrElse("") + begun, STRONG);
    }

    private static Remark happened(PipelineState before, Event event, Option<String> message, PipelineState after) {
        return switch (event) {
            case RunEvent e   -> run(before, e, after);
            case AgentEvent e -> agent(before, e);
            case FileEvent e  -> faint(e);
            case CheckEvent e -> check(e);
            case GitEvent e   -> git(e);
            case ChildEvent e -> faint(e);
            case InputEvent e -> input(before, e, message, after);
        };
    }

    private static Remark run(PipelineState before, RunEvent event, PipelineState after) {
        return switch (event) {
            case RunEvent.DriverStarted e when e.epoch() > 1 -> new Remark("driver", "the run is taken up again (driver " + e.epoch() + ")", PLAIN);
            case RunEvent.RunStarted _, RunEvent.DriverStarted _ -> faint(event);
            case RunEvent.EffectStarted e    -> started(after, e.deed(), event);
            case RunEvent.NotDone _          -> faint(event);
            case RunEvent.EffectCancelled e  -> new Remark(topic(before), worker(before) + " was cancelled" + Words.takenBack(e.takenBack()), CAREFUL);
            case RunEvent.EffectFailed e     -> new Remark(topic(before), Words.of(e.fault()), BAD);
            case RunEvent.PhaseEntered _     -> new Remark("phase", Track.turn(before) + " " + before.phase().map(phase -> phase.id()).getOrElse(""), TaskStory.isSmall(before) ? FAINT : STRONG);
            case RunEvent.GateOpened e       -> new Remark("gate", opened(e.gate()), CAREFUL);
            case RunEvent.RecoveryRecorded _ -> new Remark("recovery", "succeeded: what failed has been passed", GOOD);
            case RunEvent.WaitElapsed _      -> faint(event);
        };
    }

    private static Remark started(PipelineState after, Deed deed, Event event) {
        if (!(deed instanceof InvokeAgent call)) return faint(event);
        return new Remark("agent", name(call) + " called (" + Track.turn(after) + " " + call.place().phase() + ", attempt "
                + call.place().attempt() + (call.resumes().isDefined() ? ", in its conversation)" : ")"), PLAIN);
    }

    private static String opened(Gate gate) {
        return gate.id() + " waits for approval (revision " + gate.revision() + ")" + (gate.reason().isBlank() ? "" : ": " + gate.reason());
    }

    private static Remark agent(PipelineState before, AgentEvent event) {
        return switch (event) {
            case AgentEvent.AgentFinished e  -> new Remark("agent", worker(before) + " finished in " + Words.duration(e.spend().millis())
                    + Words.takenBack(e.takenBack()), GOOD);
            case AgentEvent.AgentFailed e    -> new Remark("agent", worker(before) + " failed after " + Words.duration(e.spend().millis())
                    + ": " + Words.of(e.fault()) + Words.takenBack(e.takenBack()), BAD);
            case AgentEvent.SessionStarted _, AgentEvent.ModelSwitched _ -> faint(event);
        };
    }

    private static Remark check(CheckEvent event) {
        return switch (event) {
            case CheckEvent.CheckPassed e -> new Remark("check", e.check() + " passed in " + Words.duration(e.spend().millis()), GOOD);
            case CheckEvent.CheckFailed e -> new Remark("check", e.check() + " failed in " + Words.duration(e.spend().millis())
                    + ": " + e.summary(), BAD);
        };
    }

    private static Remark git(GitEvent event) {
        return switch (event) {
            case GitEvent.BranchOpened e  -> new Remark("branch", e.branch().getOrElse("(detached)") + " at " + Words.hash(e.base()), PLAIN);
            case GitEvent.TreeSeen _      -> faint(event);
            case GitEvent.WorkCommitted e -> new Remark("commit", Words.hash(e.commit()) + " " + e.subject(), GOOD);
            case GitEvent.WorkObserved _  -> new Remark("terminal", EventWords.of(event), PLAIN);
            case GitEvent.CommitSkipped e -> new Remark("commit", "skipped: " + e.why(), PLAIN);
            case GitEvent.TreeMoved _     -> new Remark("commit", "not made: the tree is not the one that was checked", CAREFUL);
            case GitEvent.BranchRebased e -> new Remark("rebase", "done, now at " + Words.hash(e.head()), PLAIN);
            case GitEvent.MergePrepared _ -> new Remark("merge", EventWords.of(event), PLAIN);
            case GitEvent.MergeLanded _   -> new Remark("merge", EventWords.of(event), GOOD);
            case GitEvent.MergeOvertaken _ -> new Remark("merge", EventWords.of(event), CAREFUL);
            case GitEvent.TreeLeft e      -> new Remark("tree", EventWords.of(event), e.why().isEmpty() && e.parked().isEmpty() ? FAINT : PLAIN);
            case GitEvent.WorkSaved e     -> e.commit().map(commit -> new Remark("saved", "uncommitted work, as " + Words.hash(commit), PLAIN))
                    .getOrElse(() -> faint(event));
        };
    }

    private static Remark input(PipelineState before, InputEvent event, Option<String> message, PipelineState after) {
        return switch (event) {
            case InputEvent.Paused _, InputEvent.Resumed _, InputEvent.UntilSet _ -> new Remark("pause", EventWords.of(event, message), CAREFUL);
            case InputEvent.Frozen _, InputEvent.GateApproved _, InputEvent.GateRejected _ -> new Remark("gate", EventWords.of(event), CAREFUL);
            case InputEvent.Aborted _, InputEvent.RetryGranted _, InputEvent.BudgetRaised _ -> new Remark("person", EventWords.of(event), CAREFUL);
            case InputEvent.ChildEnded _, InputEvent.ChildReported _ -> TaskStory.reported(before, event, after);
            case InputEvent.CommitsSeen e -> TaskStory.seen(before, e);
            case InputEvent.Called _ -> new Remark("outside", EventWords.of(event), PLAIN);
        };
    }

    /** Who is at work: {@code developer claude}, or a word for what is done. */
    static String worker(PipelineState state) {
        return state.slots().inFlight().underway().map(deed -> deed instanceof InvokeAgent call ? name(call) : Doing.of(deed)).getOrElse("nobody");
    }

    static String name(InvokeAgent call) { return call.role() + " " + call.agent(); }

    private static String topic(PipelineState before) {
        return before.slots().inFlight().underway().map(Doing::topic).getOrElse("fault");
    }

    private static Remark faint(Event event) { return new Remark("event", EventWords.of(event), FAINT); }
}
