package dev.foldline.law;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.Trial;
import dev.foldline.core.change.TrialResult;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.StatisticsReport;
import net.jqwik.api.statistics.StatisticsReport.StatisticsReportMode;

/**
 * Nothing in the core is dead: each rule, event, effect, state of a slot, fault and route occurs in
 * one of a hundred arbitrary walks, or is listed here.
 */
class CoverageProperties {
    private static final double PERCENT = 1;
    private static final double ONCE = 0.01;

    /** Reached by some of the walks, but by fewer than one of a hundred. */
    private static final Set<String> SELDOM =
            HashSet.of(
                    // Only terminals of tasks are declared done, before their call has ended.
                    "event InputEvent.WorkDeclaredDone",
                    "change by InputEvent.WorkDeclaredDone",
                    "event AgentEvent.ModelSwitched",
                    "change by AgentEvent.ModelSwitched",
                    "effect AgentEffect.SwitchModel",
                    "step Step.Switch",
                    "event GitEvent.MergeOvertaken",
                    "change by GitEvent.MergeOvertaken",
                    "effect GitEffect.MergeBranch",
                    "effect GitEffect.CountCommits",
                    "route Route.Halt",
                    "event ForgeEvent.BranchUpdated",
                    "change by ForgeEvent.BranchUpdated",
                    "effect ForgeEffect.UpdateBranch",
                    "event ForgeEvent.RequestReady",
                    "change by ForgeEvent.RequestReady",
                    "effect ForgeEffect.MarkReady",
                    "event ForgeEvent.RequestMerged",
                    "change by ForgeEvent.RequestMerged",
                    "event ForgeEvent.MergeRefused",
                    "change by ForgeEvent.MergeRefused",
                    "effect ForgeEffect.MergeRequest",
                    "event ForgeEvent.RepliesPosted",
                    "change by ForgeEvent.RepliesPosted",
                    "event ForgeEvent.RepliesRefused",
                    "change by ForgeEvent.RepliesRefused",
                    "effect ForgeEffect.ReplyToRemarks",
                    "event InputEvent.WaitSkipped",
                    "change by InputEvent.WaitSkipped",
                    "effect GitEffect.GatherWork",
                    "route Route.Back",
                    "state Item.Failed",
                    "fault CHILD_FAILED",
                    // The run never halts and has a low budget.
                    "fault BUDGET_SPENT");

    /** Reached by so few walks, or by none, that it is not required. */
    private static final Set<String> NEVER =
            HashSet.of(
                    // The first event has no state before it.
                    "event RunEvent.RunStarted",
                    "change by RunEvent.RunStarted",
                    // Tasks are added to workflows of tasks only; AddedTasksProperties does that.
                    "event InputEvent.ItemsAdded",
                    "change by InputEvent.ItemsAdded",
                    // Workflows of these walks are not guarded; GUARDED names what occurs in those
                    // that are.
                    "event ChangeEvent.ChangeCompared",
                    "change by ChangeEvent.ChangeCompared",
                    "event ChangeEvent.TestsTried",
                    "change by ChangeEvent.TestsTried",
                    "event ChangeEvent.GuardedRestored",
                    "change by ChangeEvent.GuardedRestored",
                    "effect ChangeEffect.CompareChange",
                    "effect ChangeEffect.TryTests",
                    "effect ChangeEffect.RestoreGuarded",
                    "step Step.Change",
                    "route Route.PassGate",
                    "route Route.Ahead",
                    // Agents that do nothing are those of QuestionProperties.
                    "fault NO_PROGRESS",
                    // The guard of a real repository reads it; it changes no state.
                    "event RunEvent.CallGuarded",
                    "change by RunEvent.CallGuarded",
                    // A driver stops instead of writing an event. A terminal's label can end a run
                    // at once, in one walk of a thousand.
                    "route Route.End",
                    "rule the run has ended",
                    "effect Control.Stop",
                    // Handlers of a real repository report them: a conflict, a role without agents.
                    "fault CONFLICT",
                    "fault ROLE_EMPTY",
                    "fault FORGE");

    /** The names of types; {@link #note} asks for millions of them. */
    private static final ClassValue<String> NAMES =
            new ClassValue<>() {
                @Override
                protected String computeValue(Class<?> type) {
                    return type.getName().replaceAll(".*\\.", "").replace('$', '.');
                }
            };

    /** What happens only to a change that is guarded, and what a guard stands before. */
    private static final Vector<String> GUARDED =
            kinds("event ", ChangeEvent.class)
                    .appendAll(kinds("change by ", ChangeEvent.class))
                    .appendAll(kinds("effect ", ChangeEffect.class))
                    .appendAll(
                            Vector.of(
                                    "step Step.Change",
                                    "route Route.PassGate",
                                    "route Route.Ahead",
                                    "effect GitEffect.LandMerge",
                                    "effect GitEffect.MergeBranch",
                                    "effect ForgeEffect.PushBranch",
                                    "entry PhaseEntry.WhenPreceded",
                                    "a delivery of an approved change",
                                    "a second run of a trial",
                                    "a change of removed tests",
                                    "a trial of old tests that fail",
                                    "outcome Outcome.Rejected",
                                    "a completed run with an approval"));

    private static final Vector<String> KINDS =
            Rules.IN_ORDER
                    .map(Rule::name)
                    .map(rule -> "rule " + rule)
                    .appendAll(kinds("event ", Event.class))
                    .appendAll(kinds("change by ", Event.class))
                    .appendAll(kinds("effect ", Effect.class))
                    .appendAll(kinds("wait for ", WaitCondition.class))
                    .appendAll(kinds("prompt ", PromptContext.Mode.class))
                    .appendAll(
                            Vector.<Class<?>>of(
                                            InFlight.class,
                                            GateSlot.class,
                                            Recovery.class,
                                            Retry.class,
                                            Continuation.class,
                                            Lifecycle.class,
                                            Cursor.class,
                                            Outcome.class,
                                            Item.Status.class)
                                    .flatMap(sum -> kinds("state ", sum)))
                    .appendAll(kinds("step ", Step.class).remove("step Step.Unlock"))
                    .appendAll(kinds("route ", Route.class))
                    .appendAll(Vector.of(Fault.Kind.values()).map(kind -> "fault " + kind))
                    .appendAll(Vector.of(Retry.Kind.values()).map(kind -> "retry " + kind))
                    .appendAll(
                            Vector.of(Continuation.Kind.values())
                                    .map(kind -> "continuation " + kind))
                    .append("a crash");

    @Property(tries = 1_500, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReportMode.OFF)
    void each_kind_occurs_in_one_walk_of_a_hundred(@ForAll(supplier = Walks.Any.class) Walk walk) {
        var reached = new java.util.HashSet<String>();
        for (var moment : walk.simulation().run().moments()) note(moment, reached);
        for (String kind : KINDS)
            if (!NEVER.contains(kind))
                Occurrences.require(
                        kind, reached.contains(kind), SELDOM.contains(kind) ? ONCE : PERCENT);
    }

    /** The law of the guard is about all that it names. */
    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReportMode.OFF)
    void each_kind_of_a_guarded_run_occurs(@ForAll(supplier = Walks.GuardedRuns.class) Walk walk) {
        var reached = new java.util.HashSet<String>();
        var guarded = walk.with(GuardedWorkflow.of(walk.workflow()));
        for (var moment : guarded.simulation().run().moments()) {
            note(moment, reached);
            noteGuard(moment, reached);
        }
        for (String kind : GUARDED) Occurrences.require(kind, reached.contains(kind), PERCENT / 4);
    }

    private static void noteGuard(SimulationStep moment, java.util.Set<String> reached) {
        var state = moment.after();
        var change = state.ledger().findings().change();
        state.phase().forEach(phase -> reached.add("entry " + name(phase.entry().getClass())));
        if (moment.event() instanceof ChangeEvent)
            state.ledger()
                    .findings()
                    .changeDecision(state.policy())
                    .map(ChangeDecision::label)
                    .flatMap(label -> moment.before().phase().flatMap(at -> at.routes().get(label)))
                    .forEach(route -> reached.add("route " + name(route.getClass())));
        if (moment.event() instanceof RunEvent.EffectStarted(_, var effect)
                && (effect instanceof GitEffect.LandMerge
                        || effect instanceof ForgeEffect.PushBranch)
                && change.approved().isDefined()) reached.add("a delivery of an approved change");
        if (change.runs(Trial.CONTROL) == 2) reached.add("a second run of a trial");
        if (change.report().exists(report -> report.tests().removed().nonEmpty()))
            reached.add("a change of removed tests");
        if (change.result(Trial.OLD_TESTS).exists(TrialResult.Failed.class::isInstance))
            reached.add("a trial of old tests that fail");
        if (state.lifecycle() instanceof Lifecycle.Ended(var outcome)) {
            reached.add("outcome " + name(outcome.getClass()));
            if (outcome instanceof Outcome.Completed && change.approved().isDefined())
                reached.add("a completed run with an approval");
        }
    }

    private static void note(SimulationStep moment, java.util.Set<String> reached) {
        var state = moment.after();
        var effect = moment.decision().effect();
        reached.add("rule " + moment.decision().rule());
        reached.add("event " + name(moment.event().getClass()));
        if (state != moment.before()) reached.add("change by " + name(moment.event().getClass()));
        if (moment.event() instanceof RunEvent.DriverStarted) reached.add("a crash");
        reached.add("effect " + name(effect.getClass()));
        if (effect instanceof Control.Wait(var awaited, _))
            awaited.forEach(each -> reached.add("wait for " + name(each.getClass())));
        if (effect instanceof RenderPrompt prompt)
            reached.add("prompt " + name(prompt.brief().mode().getClass()));
        if (moment.event() instanceof ArtifactAccepted accepted)
            moment.before()
                    .phase()
                    .flatMap(phase -> phase.routes().get(accepted.label()))
                    .forEach(route -> reached.add("route " + name(route.getClass())));
        note(state, reached);
    }

    private static void note(PipelineState state, java.util.Set<String> reached) {
        Vector.<Object>of(
                        state.slots().inFlight(),
                        state.slots().gate(),
                        state.slots().recovery(),
                        state.slots().retry(),
                        state.slots().continuation(),
                        state.lifecycle(),
                        state.cursor())
                .appendAll(state.items().lists().values().flatMap(list -> list.map(Item::status)))
                .forEach(each -> reached.add("state " + name(each.getClass())));
        if (state.lifecycle() instanceof Lifecycle.Ended(var outcome))
            reached.add("state " + name(outcome.getClass()));
        state.slots()
                .inFlight()
                .running()
                .forEach(running -> reached.add("effect " + name(running.getClass())));
        state.currentStep().forEach(step -> reached.add("step " + name(step.getClass())));
        state.ledger().lastFault().forEach(fault -> reached.add("fault " + fault.kind()));
        if (state.slots().recovery() instanceof Recovery.Halted(var failure))
            reached.add("fault " + failure.fault().kind());
        if (state.slots().retry() instanceof Retry.Due(var setback))
            reached.add("retry " + setback.kind());
        if (state.slots().continuation() instanceof Continuation.Running(var kind, _))
            reached.add("continuation " + kind);
    }

    private static Vector<String> kinds(String what, Class<?> sum) {
        return leaves(sum).map(type -> what + name(type));
    }

    private static Vector<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Vector.<Class<?>>of(type.getPermittedSubclasses())
                        .flatMap(CoverageProperties::leaves)
                        .distinct()
                : Vector.of(type);
    }

    private static String name(Class<?> type) {
        return NAMES.get(type);
    }
}
