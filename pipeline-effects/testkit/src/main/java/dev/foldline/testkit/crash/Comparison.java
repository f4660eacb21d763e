package dev.foldline.testkit.crash;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.ChildEvent.ChildSpawned;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.FakeRepository.FakeCommit;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationResult.Done;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Compares a crashed run with the same run undisturbed. */
final class Comparison {
    private static final Set<Fault.Kind> CAPS =
            EnumSet.of(Fault.Kind.STUCK, Fault.Kind.SPENT, Fault.Kind.BUDGET_SPENT);

    private final SimulationResult calm;
    private final SimulationResult crashed;

    Comparison(SimulationResult calm, SimulationResult crashed) {
        this.calm = calm;
        this.crashed = crashed;
    }

    /** Returns why they may differ; none if they must be equal. */
    Option<AllowedDifference> excuse() {
        if (LostConversations.areIn(crashed)) return Option.of(AllowedDifference.CONVERSATION_LOST);
        if (isCapMet(calm) || isCapMet(crashed)) return Option.of(AllowedDifference.CAP_MET);
        if (isStopUnderWay(crashed) || isLeftLost(crashed))
            return Option.of(AllowedDifference.STOP_UNDER_WAY);
        if (isMetAnew(calm, crashed)) return Option.of(AllowedDifference.MET_ANEW);
        if (isAskedAgain(crashed)) return Option.of(AllowedDifference.ASKED_AGAIN);
        boolean visited = calm.witness().unasked() + crashed.witness().unasked() > 0;
        return visited && !inputs(calm).equals(inputs(crashed))
                ? Option.of(AllowedDifference.HEARD_OTHERS)
                : Option.none();
    }

    /**
     * A driver crashed while the run was held or ending, with an effect in progress, which is found
     * either completed or never repeated.
     */
    private static boolean isStopUnderWay(SimulationResult run) {
        return run.moments().stream()
                .anyMatch(
                        moment ->
                                moment.event() instanceof DriverStarted
                                        && isUnwanted(moment.before()));
    }

    /** The run stopped after an effect was lost, and before the one in its place was answered. */
    private static boolean isLeftLost(SimulationResult run) {
        int last = run.events().stream().map(Comparison::isLost).toList().lastIndexOf(true);
        return last >= 0 && run.events().stream().skip(last + 1L).noneMatch(Comparison::isAnswered);
    }

    private static boolean isAnswered(Event event) {
        return event instanceof AgentFinished
                || event instanceof AgentFailed
                || event instanceof CheckEvent;
    }

    private static boolean isAskedAgain(SimulationResult run) {
        return run.moments().stream()
                .anyMatch(
                        moment ->
                                moment.event() instanceof DriverStarted
                                        && admits(
                                                moment.before().agents(), moment.after().agents()));
    }

    /** A new driver also forgets how often in a row an agent was silent. */
    private static boolean admits(Agents before, Agents after) {
        return !before.barred().equals(after.barred()) || !before.silent().equals(after.silent());
    }

    private static boolean isUnwanted(PipelineState state) {
        return state.slots().inFlight().running().exists(effect -> !(effect instanceof SaveWork))
                && (state.lifecycle() instanceof Lifecycle.Paused
                        || state.slots().gate() instanceof GateSlot.Open
                        || state.slots().recovery() instanceof Recovery.Ending);
    }

    /**
     * A lost effect was repeated with a different result: files failed, or a check had changed the
     * tree.
     */
    private static boolean isMetAnew(SimulationResult calm, SimulationResult crashed) {
        return lost(crashed) > 0
                && filesFailed(calm) + filesFailed(crashed) + rewritten(calm) + rewritten(crashed)
                        > 0;
    }

    private static long filesFailed(SimulationResult run) {
        return run.events().stream()
                .filter(
                        event ->
                                event instanceof EffectFailed(_, var fault, _)
                                        && fault.kind() == Fault.Kind.FILES)
                .count();
    }

    private static long rewritten(SimulationResult run) {
        return run.events().stream()
                .filter(
                        event ->
                                event instanceof CheckPassed passed
                                        && !passed.before().equals(passed.after()))
                .count();
    }

    private static boolean isCapMet(SimulationResult run) {
        var spent = run.state().usage();
        boolean refillAwaited =
                run.moments().stream()
                        .anyMatch(
                                moment ->
                                        moment.decision().effect() instanceof Wait wait
                                                && wait.awaited()
                                                        .exists(
                                                                WaitCondition.BudgetRaise.class
                                                                        ::isInstance));
        return refillAwaited
                || run.waitsFor().stream()
                        .anyMatch(
                                wait ->
                                        wait.awaited()
                                                .exists(
                                                        WaitCondition.BudgetRaise.class
                                                                ::isInstance))
                || spent.rewinds() - spent.rewindsAtReset()
                        >= run.state().policy().limits().rewindsMax()
                || run.moments().stream()
                        .map(SimulationStep::after)
                        .anyMatch(
                                state ->
                                        state.ledger()
                                                .lastFault()
                                                .exists(fault -> CAPS.contains(fault.kind())));
    }

    private static List<String> inputs(SimulationResult run) {
        return run.events().stream()
                .filter(InputEvent.class::isInstance)
                .map(Comparison::named)
                .toList();
    }

    private static String named(Event event) {
        return event instanceof InputEvent.ChildEnded e
                ? "child of " + e.item() + " " + e.report().status()
                : event.getClass().getSimpleName();
    }

    void into(ViolationCollector findings) {
        findings.same(Promise.HEARD_SAME, inputs(calm), inputs(crashed));
        findings.same(Promise.SAME_END, end(calm), end(crashed));
        var sides = WorkDone.difference(WorkDone.of(calm.state()), WorkDone.of(crashed.state()));
        if (!sides.isEmpty()) findings.broken(Promise.SAME_WORK, sides.getFirst(), sides.getLast());
        findings.same(Promise.SAME_TREE, calm.files(), crashed.files());
        findings.same(Promise.SAME_BRANCH, branch(calm), branch(crashed));
        findings.same(Promise.DEEDS_ONCE, calm.repository().trees(), crashed.repository().trees());
        findings.same(Promise.DEEDS_ONCE, effects(calm), effects(crashed));
        int more = crashed.effectCount(InvokeAgent.class) - calm.effectCount(InvokeAgent.class);
        int charged = crashed.state().usage().rewinds() - calm.state().usage().rewinds();
        findings.require(
                more <= crashed.crashes(),
                Promise.RESTARTS_FEW,
                "at most " + crashed.crashes() + " more calls",
                more + " more");
        findings.same(
                Promise.RESTARTS_FEW, lost(crashed) + " more rewinds", charged + " more rewinds");
    }

    /** Counts effects that died with a driver and were started again. */
    private static long lost(SimulationResult run) {
        return run.events().stream().filter(Comparison::isLost).count();
    }

    private static boolean isLost(Event event) {
        return event instanceof AgentFailed failed && failed.fault().equals(AnsweredCalls.LOST)
                || event instanceof EffectFailed(_, var fault, _)
                        && fault.equals(AnsweredCalls.LOST);
    }

    private static String end(SimulationResult run) {
        return run.outcome()
                .map(Object::toString)
                .orElseGet(
                        () ->
                                "waits for "
                                        + run.waitsFor()
                                                .map(
                                                        wait ->
                                                                wait.awaited()
                                                                        .map(
                                                                                each ->
                                                                                        each.getClass()
                                                                                                .getSimpleName())
                                                                        .mkString(", "))
                                                .orElse(""));
    }

    private static String branch(SimulationResult run) {
        return run.repository().branch().getOrElse("no branch")
                + ": "
                + run.commits().stream().map(FakeCommit::hash).toList();
    }

    /**
     * Returns the completed effects without tickets. Opening an open branch, reading, and failed
     * effects may be repeated.
     */
    private static List<String> effects(SimulationResult run) {
        return run.witness().done().stream().flatMap(done -> treeOf(done).toJavaStream()).toList();
    }

    private static Option<String> treeOf(Done done) {
        return eventOf(done, GitEvent.WorkCommitted.class)
                .map(made -> "committed " + made.commit())
                .orElse(
                        () ->
                                eventOf(done, GitEvent.BranchRebased.class)
                                        .map(moved -> "rebased to " + moved.head()))
                .orElse(
                        () ->
                                eventOf(done, GitEvent.WorkSaved.class)
                                        .map(kept -> "saved " + kept.commit().getOrElse("nothing")))
                .orElse(
                        () ->
                                eventOf(done, GitEvent.MergeLanded.class)
                                        .map(
                                                merged ->
                                                        "merged "
                                                                + merged.commit()
                                                                + " into "
                                                                + merged.target()))
                .orElse(
                        () ->
                                eventOf(done, ChildSpawned.class)
                                        .map(_ -> "started " + done.effect().fingerprint()));
    }

    private static <T> Option<T> eventOf(Done done, Class<T> kind) {
        return Option.of(done.event()).filter(kind::isInstance).map(kind::cast);
    }
}
