package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.ForeignEvents;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.effect.AgentEffect;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect;
import dev.foldline.core.effect.ChildEffect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
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
import dev.foldline.testkit.simulation.SeededRandom;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Law 2: every event names what it answers; anything late, repeated or foreign changes nothing. */
class LateProperties {

    @Property
    void an_event_received_again_changes_nothing(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("an event heard again changes nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        isProgress(moment.event())
                                                || Pipeline.reduce(moment.after(), moment.event())
                                                        == moment.after(),
                                        moment,
                                        "it counted twice"));
    }

    @Property
    void an_event_from_any_time_before_changes_nothing(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("an event from before changes nothing")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var moments = run.moments();
                            var luck = SeededRandom.of(walk.seed()).fork("late");
                            for (int i = 0; i < 3 * moments.size() && !moments.isEmpty(); i++) {
                                var now = moments.get(luck.below(moments.size()));
                                var then = moments.get(luck.below(now.number()));
                                boolean open =
                                        then.event()
                                                                instanceof
                                                                RunEvent.EffectStarted(
                                                                        var ticket,
                                                                        _)
                                                        && ticket == now.after().header().ticket()
                                                || isProgress(then.event())
                                                || then.event() instanceof RunEvent.NotDone;
                                require(
                                        open
                                                || Pipeline.reduce(now.after(), then.event())
                                                        .equals(now.after()),
                                        now,
                                        "late, and it counted: " + then.line());
                            }
                        });
    }

    @Property
    void a_report_for_another_ticket_changes_nothing(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a report for another ticket changes nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            long ticket = moment.after().header().ticket();
                            long n = moment.after().header().lastInput();
                            for (int off : new int[] {-1, 1, 7}) {
                                var event =
                                        ForeignEvents.readdressed(
                                                moment.event(), ticket + off, n + 1 + off);
                                require(
                                        event instanceof RunEvent.DriverStarted
                                                || Pipeline.reduce(moment.after(), event)
                                                        == moment.after(),
                                        moment,
                                        "taken: " + event);
                            }
                        });
    }

    @Property
    void a_report_about_another_kind_of_effect_changes_nothing(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a report about another kind of deed changes nothing")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            var luck = SeededRandom.of(moment.number()).fork(moment.event());
                            state.slots()
                                    .inFlight()
                                    .running()
                                    .forEach(
                                            effect -> {
                                                for (var event :
                                                        ForeignEvents.upTo(6, luck, state)) {
                                                    var answer =
                                                            ForeignEvents.readdressed(
                                                                    event,
                                                                    state.header().ticket(),
                                                                    state.header().lastInput() + 1);
                                                    require(
                                                            mayAnswer(effect, answer)
                                                                    || Pipeline.reduce(
                                                                                    state, answer)
                                                                            == state,
                                                            moment,
                                                            effect + " was answered by " + answer);
                                                }
                                            });
                        });
    }

    @Property
    void local_effects_are_ignored_while_an_external_effect_is_running(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("quick work answers nothing while a deed is under way")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            long ticket = state.header().ticket();
                            if (state.isFree()) return;
                            for (var event :
                                    new Event[] {
                                        new FileEvent.ArtifactsCleaned(ticket),
                                        new FileEvent.PromptRendered(ticket, "p"),
                                        new RunEvent.PhaseEntered(ticket),
                                        new RunEvent.RecoveryRecorded(ticket),
                                        new RunEvent.WaitElapsed(ticket, state.header().now())
                                    }) {
                                require(
                                        Pipeline.reduce(state, event) == state,
                                        moment,
                                        "taken in between: " + event);
                            }
                        });
    }

    /** Progress may be told more than once; it answers nothing. */
    private static boolean isProgress(Event event) {
        return event instanceof AgentEvent.SessionStarted;
    }

    private static boolean mayAnswer(ExternalEffect effect, Event event) {
        return switch (event) {
            case RunEvent _ -> true;
            case InputEvent _ -> true;
            case AgentEvent.ModelSwitched _ -> effect instanceof AgentEffect.SwitchModel;
            case AgentEvent _ -> effect instanceof AgentEffect.InvokeAgent;
            case CheckEvent _ -> effect instanceof CheckEffect;
            case ChildEvent _ -> effect instanceof ChildEffect;
            case ChangeEvent.ChangeCompared _ -> effect instanceof ChangeEffect.CompareChange;
            case ChangeEvent.GuardedRestored _ -> effect instanceof ChangeEffect.RestoreGuarded;
            case ChangeEvent.TestsTried _ -> effect instanceof ChangeEffect.TryTests;
            case ForgeEvent.BranchPushed _ -> effect instanceof ForgeEffect.PushBranch;
            case ForgeEvent.RequestOpened _ -> effect instanceof ForgeEffect.OpenRequest;
            case ForgeEvent.BranchUpdated _ -> effect instanceof ForgeEffect.UpdateBranch;
            case ForgeEvent.RequestReady _ -> effect instanceof ForgeEffect.MarkReady;
            case ForgeEvent.RequestMerged _ -> effect instanceof ForgeEffect.MergeRequest;
            case ForgeEvent.RepliesPosted _, ForgeEvent.RepliesRefused _ ->
                    effect instanceof ForgeEffect.ReplyToRemarks;
            case ForgeEvent.MergeRefused _ ->
                    effect instanceof ForgeEffect.MergeRequest
                            || effect instanceof ForgeEffect.MarkReady;
            case FileEvent _ -> false;
            case GitEvent.BranchOpened _ -> effect instanceof GitEffect.OpenBranch;
            case GitEvent.TreeInspected _ ->
                    effect instanceof GitEffect.InspectTree
                            || effect instanceof GitEffect.CountCommits
                            || effect instanceof GitEffect.GatherWork;
            case GitEvent.TreeReset _ -> effect instanceof GitEffect.ResetTree;
            case GitEvent.WorkCommitted _, GitEvent.CommitSkipped _, GitEvent.TreeMoved _ ->
                    effect instanceof GitEffect.CommitWork;
            case GitEvent.WorkObserved _ -> effect instanceof GitEffect.ObserveWork;
            case GitEvent.BranchRebased _ -> effect instanceof GitEffect.RebaseBranch;
            case GitEvent.MergePrepared _ -> effect instanceof GitEffect.PrepareMerge;
            case GitEvent.MergeLanded _ ->
                    effect instanceof GitEffect.LandMerge
                            || effect instanceof GitEffect.MergeBranch;
            case GitEvent.MergeOvertaken _ -> effect instanceof GitEffect.LandMerge;
            case GitEvent.WorktreeReleased _ -> effect instanceof GitEffect.ReleaseWorktree;
            case GitEvent.WorkSaved _ -> effect instanceof GitEffect.SaveWork;
        };
    }
}
