package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy.Recovering;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/**
 * Maps a fault to the slot it fills. This is the only place that charges for rewinds: each goes
 * through {@link #back} and increments {@code waysBack}.
 */
final class FailureHandling {
    private FailureHandling() {}

    /**
     * Handles a fault at the cursor. The state has already accepted the answer that reported it.
     */
    static PipelineState after(PipelineState state, Fault fault) {
        return after(state, fault, fault.kind().remedy());
    }

    /** Handles a fault with a remedy other than that of its kind. */
    static PipelineState after(PipelineState state, Fault fault, Fault.Remedy remedy) {
        var told = state.with(state.ledger().withLastFault(Option.of(fault)));
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> told;
            case Recovery.Passed _ -> told.with(Recovery.IDLE);
            case Recovery.FixDue(var failure) -> told.with(new Recovery.CleanDue(failure));
            case Recovery.FixPrompted(var failure, _) -> fixerFailed(told, failure, fault, remedy);
            case Recovery.CleanDue _ -> recover(told, fault);
            case Recovery.Idle _, Recovery.Watching _ -> usual(told, fault, remedy);
        };
    }

    private static PipelineState usual(PipelineState state, Fault fault, Fault.Remedy remedy) {
        if (isWorkersFault(state, fault)) {
            switch (care(state).onFailedWork()) {
                case INSTRUCT_AGAIN -> {
                    return instructAgain(
                            withFeedback(state, fault.message(), fault.output()), fault);
                }
                case HALT -> {
                    return halt(state, fault);
                }
                case REDO -> {}
            }
        }
        return switch (remedy) {
            case SAME_AGENT -> sameAgent(state, fault);
            case NEXT_AGENT -> nextAgent(state, fault);
            case WAIT_OR_OTHER_AGENT -> limited(state, fault);
            case OUTPUT_AGAIN -> outputAgain(state, fault);
            case CHECK_AGAIN -> checkAgain(state, fault);
            case EFFECT_AGAIN -> effectAgain(state, fault);
            case RESTART ->
                    retry(
                            state,
                            restart(state, state.spent().tally().attempt(), fault),
                            tally -> tally);
            case REDO -> redo(state, fault);
            case RECOVER -> recover(state, fault);
            case HALT -> halt(state, fault);
        };
    }

    /** Returns whether an external agent may have caused the fault, rather than the environment. */
    private static boolean isWorkersFault(PipelineState state, Fault fault) {
        return fault.kind() == Fault.Kind.CHECK_FAILED
                || fault.kind() == Fault.Kind.CHECK_BROKEN
                || fault.kind() == Fault.Kind.LABELLED
                || fault.kind() == Fault.Kind.OUTPUT_INVALID && role(state).isEmpty();
    }

    /** Restarts without changes: a retry in progress keeps its reason and its count. */
    private static Setback restart(PipelineState state, int number, Fault fault) {
        return state.slots().retry() instanceof Retry.Underway(var before)
                ? before
                : new Setback(Kind.RESTART, number, fault);
    }

    /** Calls the same agent again, or the next one when its failures are used up. */
    private static PipelineState sameAgent(PipelineState state, Fault fault) {
        int count = state.spent().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                        && role(state).isDefined()
                        && care(state).strict().isEmpty()
                ? retry(
                        state,
                        new Setback(Kind.SAME_AGENT, count, fault),
                        tally -> tally.sameAgent(count))
                : nextAgent(state, fault);
    }

    /**
     * Calls the next agent of the chain. After the last one the chain starts again after a wait;
     * then the run recovers.
     */
    private static PipelineState nextAgent(PipelineState state, Fault fault) {
        return role(state)
                .map(role -> nextOf(state, role, fault))
                .getOrElse(() -> recover(state, fault));
    }

    private static PipelineState nextOf(PipelineState state, String role, Fault fault) {
        var out = AgentFallback.without(state, role, fault);
        if (AgentFallback.able(out, role).nonEmpty())
            return another(
                    out,
                    role,
                    new Setback(Kind.NEXT_AGENT, out.agents().chain(role).failed().size(), fault));
        return AgentFallback.allBarred(out, role)
                .map(barred -> halt(out.with(out.agents().with(role, Chain.FRESH)), barred))
                .getOrElse(() -> nextRoundOrRecovery(state, out, role, fault));
    }

    private static PipelineState nextRoundOrRecovery(
            PipelineState state, PipelineState out, String role, Fault fault) {
        return isInVain(state, fault) || AgentFallback.isLastRound(out, role)
                ? exhausted(out, role, fault)
                : nextRound(out, role, fault);
    }

    /** A phase with strict call retries does not repeat a call that would fail in the same way. */
    private static boolean isInVain(PipelineState state, Fault fault) {
        return care(state).strict().isDefined() && ErrorClass.of(fault) == ErrorClass.FINAL;
    }

    /** Starts the chain again after a wait, with the first agent that can be called then. */
    private static PipelineState nextRound(PipelineState state, String role, Fault fault) {
        var chain = state.agents().chain(role).nextRound();
        return back(
                state.with(state.agents().with(role, chain)),
                fault,
                Tally::patient,
                spent ->
                        CursorMoves.restartSegment(spent)
                                .with(
                                        new Retry.Waiting(
                                                new Setback(Kind.NEXT_AGENT, chain.cycle(), fault),
                                                AgentFallback.nextRoundAt(state, role))));
    }

    /**
     * Resets an exhausted chain for the recovery. At the first recovery level, all other chains
     * stay as they are.
     */
    private static PipelineState exhausted(PipelineState state, String role, Fault fault) {
        return recover(state.with(state.agents().with(role, Chain.FRESH)), fault);
    }

    /**
     * Lets a limited agent rest. Another agent takes over, or the run waits for the first one that
     * may be called again.
     */
    private static PipelineState limited(PipelineState state, Fault fault) {
        return role(state)
                .map(role -> rests(state, role, fault))
                .getOrElse(() -> recover(state, fault));
    }

    private static PipelineState rests(PipelineState state, String role, Fault fault) {
        return another(
                AgentFallback.rested(state, role, fault),
                role,
                new Setback(Kind.OTHER_AGENT, state.spent().tally().attempt(), fault));
    }

    /**
     * Calls another agent. If all agents that have not failed are resting, a new round starts with
     * the others. In the last round the run waits for the first agent that may be called again.
     */
    private static PipelineState another(PipelineState state, String role, Setback setback) {
        var rest = state.allRest(role);
        if (rest.exists(
                _ -> !isInVain(state, setback.fault()) && AgentFallback.isRoundDue(state, role)))
            return nextRound(state, role, setback.fault());
        boolean sameOneWaits = rest.isDefined() && setback.kind() == Kind.OTHER_AGENT;
        return back(
                state,
                setback.fault(),
                sameOneWaits ? tally -> tally : Tally::patient,
                spent ->
                        CursorMoves.restartSegment(spent)
                                .with(
                                        rest.<Retry>map(
                                                        each ->
                                                                new Retry.Waiting(
                                                                        AgentFallback.setback(each),
                                                                        each.until()))
                                                .getOrElse(() -> new Retry.Due(setback))));
    }

    /**
     * Ends a wait. Agents that were skipped while another one rested may be called again as well.
     */
    static PipelineState waitEnded(PipelineState state, Setback setback) {
        var chains =
                setback.kind() == Kind.OTHER_AGENT
                        ? state.roleAhead()
                                .map(
                                        role ->
                                                state.agents()
                                                        .with(
                                                                role,
                                                                state.agents()
                                                                        .chain(role)
                                                                        .sameRound()))
                        : Option.<Agents>none();
        return state.with(chains.getOrElse(state.agents())).with(new Retry.Due(setback));
    }

    /**
     * Ends a wait on the user's request: all agents of the role may be called again, the preferred
     * one first.
     */
    static PipelineState waitSkipped(PipelineState state) {
        var agents =
                state.awaitedRole()
                        .map(
                                role ->
                                        state.agents()
                                                .admitted()
                                                .roused(role, state.policy().chain(role)))
                        .getOrElse(state.agents());
        return state.with(agents)
                .with(
                        state.slots().retry() instanceof Retry.Waiting(var setback, _)
                                ? new Retry.Due(setback)
                                : state.slots().retry());
    }

    /** Ends a wait for an agent when another one of its role may be called. */
    static PipelineState somebodyThere(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting(var setback, _)
                        && setback.kind() == Kind.OTHER_AGENT
                        && state.roleAhead()
                                .exists(
                                        role ->
                                                state.allRest(role).isEmpty()
                                                        && AgentFallback.able(state, role)
                                                                .nonEmpty())
                ? state.with(new Retry.Due(setback))
                : state;
    }

    /** Handles a role of which no agent can be called: all are resting or barred. */
    static PipelineState nobodyThere(PipelineState state, String role) {
        return AgentFallback.allBarred(state, role)
                .map(
                        fault ->
                                halt(
                                        state.with(state.ledger().withLastFault(Option.of(fault))),
                                        fault))
                .orElse(
                        () ->
                                state.allRest(role)
                                        .map(
                                                rest ->
                                                        another(
                                                                state,
                                                                role,
                                                                AgentFallback.setback(rest))))
                .getOrElse(state);
    }

    /**
     * Reports the invalid output to the agent; calls the next agent when the retries are used up.
     */
    private static PipelineState outputAgain(PipelineState state, Fault fault) {
        int count = state.spent().tally().outputs() + 1;
        if (care(state).strict().isDefined())
            return repair(state, count, care(state).strict().get().repairsMax(), fault);
        return count < care(state).outputsMax() && role(state).isDefined()
                ? retry(
                        state,
                        new Setback(Kind.OUTPUT, count, fault),
                        tally -> tally.outputs(count))
                : nextAgent(state, fault);
    }

    /**
     * Lets the phase's worker repair invalid output. When the repairs are used up, the phase has
     * failed.
     */
    private static PipelineState repair(
            PipelineState state, int count, int repairsMax, Fault fault) {
        if (count <= repairsMax)
            return retry(
                    state, new Setback(Kind.OUTPUT, count, fault), tally -> tally.outputs(count));
        var artifact =
                state.currentStep()
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, _, _)
                                                ? Option.of(name)
                                                : Option.<String>none())
                        .getOrElse("");
        var errors =
                fault.message().startsWith(artifact + ": ")
                        ? fault.message().substring(artifact.length() + 2)
                        : fault.message();
        return recover(
                state,
                new Fault(
                        fault.kind(),
                        "Validation failed after "
                                + repairsMax
                                + " repair attempts for '"
                                + artifact
                                + ".json': "
                                + errors,
                        Option.none(),
                        fault.output()));
    }

    /** Repeats the check because its evidence is stale; then recovers. */
    private static PipelineState checkAgain(PipelineState state, Fault fault) {
        int count = state.spent().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                ? retry(state, restart(state, count, fault), tally -> tally.sameAgent(count))
                : recover(state, fault);
    }

    /**
     * Repeats the effect once, because the cause may be gone. After two failures in a row the run
     * recovers.
     */
    private static PipelineState effectAgain(PipelineState state, Fault fault) {
        boolean isAgain =
                state.slots().retry() instanceof Retry.Underway(var setback)
                        && setback.fault().kind() == fault.kind();
        return isAgain
                ? recover(state, fault)
                : retry(state, new Setback(Kind.RESTART, 1, fault), tally -> tally);
    }

    /** Lets the phase's worker redo the work with the check's output; then recovers. */
    private static PipelineState redo(PipelineState state, Fault fault) {
        var told = withFeedback(state, fault.message(), fault.output());
        int number = state.spent().tally().continuations() + 1;
        return number < care(state).continuationsMax() && role(state).isDefined()
                ? back(
                        told,
                        fault,
                        tally -> tally.continuations(number),
                        spent ->
                                CursorMoves.restartPhase(spent)
                                        .with(Retry.IDLE)
                                        .with(new Continuation.RedoDue(number)))
                : recover(told, fault);
    }

    /**
     * Reports the failure to the worker. The failure count continues until the work passes,
     * whichever agent does it.
     */
    private static PipelineState instructAgain(PipelineState state, Fault fault) {
        int failures = 1 + state.failures();
        int step =
                state.phase().map(phase -> phase.instructionBefore(state.at().step())).getOrElse(0);
        return back(
                state,
                fault,
                tally -> tally.failures(failures),
                spent ->
                        CursorMoves.backTo(spent, step)
                                .with(
                                        new Retry.Due(
                                                new Setback(
                                                        Kind.INSTRUCT_AGAIN, failures, fault))));
    }

    /** Continues unfinished work while continuations remain. */
    static PipelineState more(PipelineState state, String label) {
        int number = state.spent().tally().continuations() + 1;
        var unfinished =
                Fault.of(
                        Fault.Kind.LABELLED,
                        "the work was " + label + " after " + number + " calls");
        if (number < care(state).continuationsMax())
            return back(
                    state,
                    unfinished,
                    tally -> tally.continuations(number),
                    spent ->
                            CursorMoves.restartPhase(spent)
                                    .with(Retry.IDLE)
                                    .with(new Continuation.MoreDue(number)));
        return switch (care(state).onSpent()) {
            case PROCEED -> CursorMoves.stepDone(state);
            case NEXT_TURN ->
                    CursorMoves.isLastTurn(state)
                            ? anotherWorker(state, unfinished)
                            : CursorMoves.stepDone(state);
            case NEXT_AGENT -> anotherWorker(state, unfinished);
        };
    }

    private static PipelineState anotherWorker(PipelineState state, Fault fault) {
        var worker = state.phase().flatMap(phase -> phase.worker()).getOrElse("");
        var out = AgentFallback.without(state, worker, fault);
        if (AgentFallback.able(out, worker).isEmpty()) return exhausted(state, worker, fault);
        var setback =
                new Setback(Kind.NEXT_AGENT, out.agents().chain(worker).failed().size(), fault);
        return back(
                out,
                fault,
                tally -> tally.patient().continuations(0),
                spent -> CursorMoves.restartPhase(spent).with(new Retry.Due(setback)));
    }

    /** Takes a counted route back to an earlier point; recovers when its uses are exhausted. */
    static PipelineState goBack(PipelineState state, String label, String stage, int timesMax) {
        var key = state.phaseKey() + "/" + label;
        int uses = state.spent().backs().get(key).getOrElse(0) + 1;
        var fault =
                Fault.of(
                        Fault.Kind.NEEDS_PERSON,
                        label + " sent the work back " + (uses - 1) + " times");
        if (uses > timesMax) return halt(state, fault);
        var counted = state.with(state.spent().withBacks(state.spent().backs().put(key, uses)));
        int target = state.workflow().indexOf(stage);
        return back(
                counted,
                fault,
                tally -> tally,
                spent -> CursorMoves.arrive(spent, Math.max(0, target), 0, 0));
    }

    /**
     * Starts a recovery: for a new failure, or as one more attempt at the failure that is being
     * watched.
     */
    static PipelineState recover(PipelineState state, Fault fault) {
        var failure = failure(state, fault);
        var recovering = state.policy().recovering();
        if (failure.attempts() > recovering.attemptsMax()) return giveUp(state, fault);
        var slot =
                mayBeMended(state) ? new Recovery.FixDue(failure) : new Recovery.CleanDue(failure);
        int level = recovering.level(failure.attempts());
        return back(
                state,
                fault,
                Tally::patient,
                spent ->
                        rewound(spent, level)
                                .with(level == 1 ? spent.agents() : spent.agents().anew())
                                .with(reopened(spent))
                                .with(slot));
    }

    /**
     * The fixer is not called before the run's branch is checked out and the user's own work is
     * protected.
     */
    private static boolean mayBeMended(PipelineState state) {
        return state.policy()
                        .recovering()
                        .fixer()
                        .exists(fixer -> AgentFallback.allBarred(state, fixer).isEmpty())
                && !state.currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Git(var operation, _, _)
                                                && operation == GitOperation.OPEN_BRANCH);
    }

    private static Failure failure(PipelineState state, Fault fault) {
        return switch (state.slots().recovery()) {
            case Recovery.Watching(var before) -> again(before, state, fault);
            case Recovery.CleanDue(var before) -> again(before, state, fault);
            case Recovery.FixDue(var before) -> again(before, state, fault);
            case Recovery.FixPrompted(var before, _) -> again(before, state, fault);
            case Recovery.Idle _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    new Failure(state.at(), fault, 1);
        };
    }

    /** Counts one more attempt; the latest point of failure counts. */
    private static Failure again(Failure before, PipelineState state, Fault fault) {
        return before.again(state.at(), fault);
    }

    /**
     * Returns whether the run is ending or halting, so that later answers do not change the result.
     */
    static boolean isClosing(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> true;
            case Recovery.Idle _,
                    Recovery.FixDue _,
                    Recovery.FixPrompted _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _ ->
                    false;
        };
    }

    /**
     * Rewinds for an attempt: to the same effect, the phase, a turn of the rewind stage, or its
     * first turn. The tally keeps the number of failures of the phase's worker.
     */
    private static PipelineState rewound(PipelineState state, int level) {
        int stage =
                state.policy()
                        .recovering()
                        .rewindStage()
                        .map(state.workflow()::indexOf)
                        .getOrElse(-1);
        if (level == 1) return sameAgain(state);
        if (level == 2 || stage < 0 || stage > state.at().stage())
            return CursorMoves.before(state, state.at().at(0));
        int turn =
                stage == state.at().stage()
                        ? state.at().turn()
                        : CursorMoves.turnsRun(state, stage);
        return CursorMoves.arrive(state, stage, level == 3 ? Math.max(0, turn - 1) : 0, 0);
    }

    private static PipelineState sameAgain(PipelineState state) {
        return CursorMoves.restartSegment(state).with(Retry.IDLE);
    }

    /** Marks failed children to be started again. */
    static Items reopened(PipelineState state) {
        return state.items()
                .map(item -> item.status() instanceof Item.Failed ? item.with(Item.TODO) : item);
    }

    /**
     * Calls the next fixer for the same attempt; after the last one the attempt continues without a
     * fix. A limited or interrupted fixer costs no attempt. While all fixers that have not failed
     * are resting, the others are called again, within the chain's number of cycles.
     */
    private static PipelineState fixerFailed(
            PipelineState state, Failure failure, Fault fault, Fault.Remedy remedy) {
        var fixer = fixer(state);
        if (remedy == Fault.Remedy.RESTART || remedy == Fault.Remedy.EFFECT_AGAIN)
            return back(state, fault, tally -> tally, spent -> spent);
        boolean limited = remedy == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        var out =
                limited
                        ? AgentFallback.rested(state, fixer, fault)
                        : AgentFallback.without(state, fixer, fault);
        var chain = out.agents().chain(fixer);
        if (out.allRest(fixer).isDefined() && AgentFallback.isRoundDue(out, fixer))
            return back(
                    out.with(out.agents().with(fixer, chain.nextRound())),
                    fault,
                    tally -> tally,
                    spent -> spent);
        return AgentFallback.able(out, fixer).nonEmpty()
                ? back(out, fault, tally -> tally, spent -> spent)
                : out.with(out.agents().with(fixer, Chain.FRESH))
                        .with(
                                new Recovery.CleanDue(
                                        failure.noting(
                                                "At attempt "
                                                        + failure.attempts()
                                                        + " nobody could fix it: "
                                                        + fault.message())));
    }

    private static String fixer(PipelineState state) {
        return state.policy().recovering().fixer().getOrElse("");
    }

    /** Halts for the user after the work is saved. */
    static PipelineState halt(PipelineState state, Fault fault) {
        return state.with(new Recovery.Halting(failure(state, fault)))
                .with(state.ledger().withLastFault(Option.of(fault)));
    }

    private static PipelineState giveUp(PipelineState state, Fault fault) {
        return state.policy().recovering().onSpent() == Recovering.OnSpent.END
                ? state.with(new Recovery.Ending(new Outcome.Failed(fault)))
                : halt(state, fault);
    }

    private static PipelineState retry(
            PipelineState state, Setback setback, UnaryOperator<Tally> counted) {
        return back(
                state,
                setback.fault(),
                counted,
                spent -> CursorMoves.restartSegment(spent).with(new Retry.Due(setback)));
    }

    /** Charges for one rewind and applies it, or gives up when none are left. */
    private static PipelineState back(
            PipelineState state,
            Fault fault,
            UnaryOperator<Tally> counted,
            UnaryOperator<PipelineState> way) {
        var spent = state.spent();
        var paid =
                state.with(
                        spent.withWaysBack(spent.waysBack() + 1)
                                .withTally(counted.apply(spent.tally()).again()));
        return paid.spent().waysBack() - spent.refuelledAt() > state.policy().limits().waysBackMax()
                ? giveUp(
                        paid,
                        new Fault(
                                Fault.Kind.SPENT,
                                "all ways back are spent; last: " + fault.message(),
                                Option.none(),
                                fault.output()))
                : way.apply(paid);
    }

    static PipelineState withFeedback(PipelineState state, String message, Option<String> output) {
        return state.with(
                state.ledger()
                        .withFeedback(
                                state.phaseKey(), new Feedback(state.revision(), message, output)));
    }

    private static Option<String> role(PipelineState state) {
        return state.phase().flatMap(phase -> phase.roleBefore(state.at().step()));
    }

    private static PhaseRetryPolicy care(PipelineState state) {
        return state.phase().map(phase -> phase.care()).getOrElse(PhaseRetryPolicy.DEFAULT);
    }
}
