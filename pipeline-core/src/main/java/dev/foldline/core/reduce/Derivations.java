package dev.foldline.core.reduce;

import static dev.foldline.core.Derivation.derivation;

import dev.foldline.core.BudgetLimits;
import dev.foldline.core.Derivation;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.reduce.AgentRemedy.MissingAgent;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.Destination.TurnOf;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows.Speech;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The derivations, in order. After each event all of them are applied, each to the state that the
 * one before it left.
 */
public final class Derivations {
    private Derivations() {}

    public static final Vector<Derivation> IN_ORDER =
            Vector.of(
                    derivation(
                            "recover from an effect that repeats",
                            "the same effect has ended as often in a row as the limit allows",
                            Derivations::repeating),
                    derivation(
                            "complete a call that was declared done",
                            "a terminal's work was declared done, and no effect is in progress",
                            (_, after) -> Consequences.apply(DeclaredWork.settled(after))),
                    derivation(
                            "resolve the models of added tasks",
                            "the tasks are worked on, and a terminal's model is not resolved",
                            (_, after) -> Consequences.apply(unresolved(after))),
                    derivation(
                            "complete the children step",
                            "no child remains to be started, and none runs",
                            (_, after) -> childrenEnded(after)),
                    derivation(
                            "respond to the pull request",
                            "the run waits for news of its pull request, and there are some",
                            (_, after) -> Consequences.apply(ForgeReducer.news(after))),
                    derivation(
                            "retry with an agent that is available again",
                            "the run waits for an agent, and one of the role can be called",
                            (_, after) -> agentAvailable(after)),
                    derivation(
                            "wait or halt for lack of an agent",
                            "the next step prompts a role of which no agent can be called",
                            (_, after) -> Consequences.apply(noAgentAvailable(after))),
                    derivation(
                            "end at the budget",
                            "an effect would exceed the budget of a run that never halts",
                            (_, after) -> Consequences.apply(budgetSpent(after))),
                    derivation(
                            "conclude the recovery",
                            "the run has passed the point of the failure",
                            (_, after) -> passed(after)),
                    derivation(
                            "forget a failure that came again",
                            "the run has passed its place",
                            (_, after) -> RepeatedFailures.passed(after)));

    /** Applies all derivations to the state that an event left. */
    public static PipelineState settle(PipelineState before, PipelineState after) {
        return after == before
                ? after
                : IN_ORDER.foldLeft(
                        counted(before, after),
                        (state, derivation) -> derivation.apply(before, state));
    }

    /** Returns the derivations that change the state that an event left. */
    public static Vector<Derivation> applied(PipelineState before, PipelineState after) {
        if (after == before) return Vector.empty();
        var state = counted(before, after);
        var applied = Vector.<Derivation>empty();
        for (var derivation : IN_ORDER) {
            var next = derivation.apply(before, state);
            if (!next.equals(state)) applied = applied.append(derivation);
            state = next;
        }
        return applied;
    }

    /** A recovery has succeeded when the cursor is past the point of failure. */
    private static PipelineState passed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Watching(var failure)
                        && state.at().isAfter(failure.at())
                ? state.withRecovery(new Recovery.Passed(failure))
                : state;
    }

    /**
     * A wait for an agent ends when another one of its role may be called. If the time of the wait
     * has passed, without a driver or during a pause, it ends like any other.
     */
    private static PipelineState agentAvailable(PipelineState state) {
        if (!AgentFailureHandling.isAgentAvailable(state)
                || !(state.slots().retry() instanceof Retry.Waiting(var setback, var notBefore)))
            return state;
        var due = state.withRetry(new Retry.Due(setback));
        return state.header().now().isBefore(notBefore)
                ? due
                : due.withAgents(AgentFailureHandling.afterWait(state, setback));
    }

    /** No prompt is written for a role while none of its agents can be called. */
    private static Consequence noAgentAvailable(PipelineState state) {
        return state.expectsWork()
                        && state.currentStep().getOrNull() instanceof Step.Prompt(var role, _)
                ? new MissingAgent(state, role)
                : new Stay(state);
    }

    /** A run that never halts ends where another one waits for a higher budget. */
    private static Consequence budgetSpent(PipelineState state) {
        if (!neverHalts(state.policy())) return new Stay(state);
        var reached = BudgetLimits.reached(state);
        return reached.isEmpty()
                ? new Stay(state)
                : new Halt(state.withLastFault(exceeding(reached)), exceeding(reached));
    }

    private static Fault exceeding(Vector<String> limits) {
        return Fault.of(Fault.Kind.BUDGET_SPENT, "the budget is used up: " + limits.mkString(", "));
    }

    private static boolean neverHalts(Policy policy) {
        return policy.recovery().onExhausted() == OnExhausted.NEVER_HALT;
    }

    /** Resolves the models of added terminals before their tasks start; the others keep working. */
    private static Consequence unresolved(PipelineState state) {
        boolean due =
                BuiltinWorkflows.speech(state.workflow()) == Speech.TASKS
                        && state.expectsWork()
                        && state.currentStep().exists(Step.Children.class::isInstance);
        int stage =
                due ? state.workflow().stages().indexWhere(each -> isUnresolved(state, each)) : -1;
        return stage < 0 ? new Stay(state) : new Move(state, new TurnOf(stage, 0));
    }

    private static boolean isUnresolved(PipelineState state, Stage stage) {
        return stage.turns() instanceof LoopCondition.EachItem(var list, _)
                && stage.phases()
                        .exists(phase -> phase.steps().exists(Step.Switch.class::isInstance))
                && state.items().list(list).exists(item -> !(item.status() instanceof Item.Done));
    }

    /** The children step is completed when no child remains to be started and none runs. */
    private static PipelineState childrenEnded(PipelineState state) {
        if (!state.expectsWork()) return state;
        if (!(state.currentStep().getOrNull() instanceof Step.Children step)) return state;
        var list = state.items().list(step.list());
        if (list.exists(
                item ->
                        item.status() instanceof Item.Todo
                                || item.status() instanceof Item.Running)) return state;
        var failed = list.filter(item -> item.status() instanceof Item.Failed);
        boolean isDone =
                failed.isEmpty()
                        || step.until() == Step.Until.ANY
                                && list.exists(item -> item.status() instanceof Item.Done);
        return isDone
                ? childrenEnded(Consequences.apply(new Move(state, Place.NEXT_STEP)))
                : Consequences.apply(childrenFailed(state, step, failed));
    }

    /**
     * Starts failed children again. For children that never halt, the run halts instead of them.
     */
    private static Consequence childrenFailed(
            PipelineState state, Step.Children step, Vector<Item> failed) {
        var reasons =
                failed.flatMap(
                                item ->
                                        item.status() instanceof Item.Failed(var why)
                                                ? Vector.ofAll(why.lines().limit(1).toList())
                                                : Vector.<String>empty())
                        .distinct();
        var fault =
                Fault.of(
                        Fault.Kind.CHILD_FAILED,
                        failed.map(Item::id).mkString(", ")
                                + " failed"
                                + (reasons.isEmpty() ? "" : ": " + reasons.mkString("; ")));
        return step.definition().exists(child -> neverHalts(child.policy()))
                ? new Failure(state, fault, Fault.Remedy.HALT)
                : new Failure(state, fault);
    }

    /** Counts how often the same effect ended in a row. */
    private static PipelineState counted(PipelineState before, PipelineState after) {
        return ended(before, after)
                .map(
                        effect ->
                                after.withUsage(
                                        after.usage()
                                                .withRepeats(
                                                        before.usage()
                                                                .repeats()
                                                                .and(effect.fingerprint()))))
                .getOrElse(after);
    }

    /** Repeating the same effect too often is a fault of its own. */
    private static PipelineState repeating(PipelineState before, PipelineState after) {
        return ended(before, after)
                .filter(effect -> repeats(before, effect) >= after.policy().limits().identicalMax())
                .map(effect -> recover(before, after, effect))
                .getOrElse(after);
    }

    private static int repeats(PipelineState before, ExternalEffect ended) {
        return before.usage().repeats().and(ended.fingerprint()).count();
    }

    /** The effect that the event ended, unless an agent's limit refused it. */
    private static Option<ExternalEffect> ended(PipelineState before, PipelineState after) {
        return after.header().ticket() == before.header().ticket()
                ? Option.none()
                : before.slots().inFlight().running().filter(_ -> !isRefused(after));
    }

    /**
     * A refusal because of a limit does not count as a repetition: the same call is made again when
     * the limit ends.
     */
    private static boolean isRefused(PipelineState after) {
        return after.slots().retry() instanceof Retry.Waiting(var setback, _)
                && setback.fault().kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
    }

    /**
     * Recovery replaces the rewind that the outcome made by itself, so that only one is charged.
     */
    private static PipelineState recover(
            PipelineState before, PipelineState after, ExternalEffect repeated) {
        var restarted = after.withUsage(after.usage().withRepeats(Repeats.NONE));
        boolean recovers =
                !(after.slots().recovery() instanceof Recovery.Idle
                        || after.slots().recovery() instanceof Recovery.Watching);
        if (recovers) return restarted;
        var unspent =
                after.usage().rewinds() == before.usage().rewinds()
                        ? restarted
                        : restarted
                                .withUsage(restarted.usage().withRewinds(before.usage().rewinds()))
                                .withCursor(before.cursor())
                                .withRetry(before.slots().retry())
                                .withContinuation(before.slots().continuation());
        return Consequences.apply(
                new Failure(
                        unspent,
                        Fault.of(
                                Fault.Kind.STUCK,
                                "the same effect "
                                        + repeats(before, repeated)
                                        + " times in a row: "
                                        + repeated.fingerprint())));
    }
}
