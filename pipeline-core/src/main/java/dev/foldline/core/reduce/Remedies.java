package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
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
import dev.foldline.core.state.Spent.Tally;
import dev.foldline.core.workflow.Care;
import dev.foldline.core.workflow.Care.OnFailedWork;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Policy.Recovering;
import dev.foldline.core.workflow.Step;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * From a fault to the slot it fills. The only place that pays for ways back: each goes through {@link #back} and raises
 * {@code waysBack} by one.
 */
final class Remedies {
    private Remedies() {}

    /** What follows a fault at the cursor. The state has already taken the answer that brought it. */
    static PipelineState after(PipelineState state, Fault fault) { return after(state, fault, fault.kind().remedy()); }

    /** The same, where more is known of what helps than the kind of fault tells. */
    static PipelineState after(PipelineState state, Fault fault, Fault.Remedy remedy) {
        var told = state.with(state.ledger().withLastFault(Option.of(fault)));
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _    -> told;
            case Recovery.Passed _                                           -> told.with(Recovery.IDLE);
            case Recovery.FixDue(var failure)                                -> told.with(new Recovery.CleanDue(failure));
            case Recovery.FixPrompted(var failure, _)                        -> fixerFailed(told, failure, fault);
            case Recovery.CleanDue _                                         -> recover(told, fault);
            case Recovery.Idle _, Recovery.Watching _                        -> usual(told, fault, remedy);
        };
    }

    private static PipelineState usual(PipelineState state, Fault fault, Fault.Remedy remedy) {
        if (isWorkersFault(state, fault)) {
            switch (care(state).onFailedWork()) {
                case INSTRUCT_AGAIN -> { return instructAgain(told(state, fault.message(), fault.output()), fault); }
                case HALT           -> { return halt(state, fault); }
                case REDO           -> { }
            }
        }
        return switch (remedy) {
            case SAME_AGENT          -> sameAgent(state, fault);
            case NEXT_AGENT          -> nextAgent(state, fault);
            case WAIT_OR_OTHER_AGENT -> limited(state, fault);
            case OUTPUT_AGAIN        -> outputAgain(state, fault);
            case CHECK_AGAIN         -> checkAgain(state, fault);
            case RESTART             -> retry(state, restart(state, state.spent().tally().attempt(), fault), tally -> tally);
            case REDO                -> redo(state, fault);
            case RECOVER             -> recover(state, fault);
            case HALT                -> halt(state, fault);
        };
    }

    /** What a worker outside can have done wrong; the world's own failures are none of its business. */
    private static boolean isWorkersFault(PipelineState state, Fault fault) {
        return fault.kind() == Fault.Kind.CHECK_FAILED || fault.kind() == Fault.Kind.CHECK_BROKEN || fault.kind() == Fault.Kind.LABELLED
                || fault.kind() == Fault.Kind.OUTPUT_INVALID && role(state).isEmpty();
    }

    /** Once more as it was: a retry that was under way keeps its reason and its count. */
    private static Setback restart(PipelineState state, int number, Fault fault) {
        return state.slots().retry() instanceof Retry.Underway(var before) ? before : new Setback(Kind.RESTART, number, fault);
    }

    /** The same agent once more; the next one when its failures are spent. */
    private static PipelineState sameAgent(PipelineState state, Fault fault) {
        int count = state.spent().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax() && role(state).isDefined() && care(state).strict().isEmpty()
                ? retry(state, new Setback(Kind.SAME_AGENT, count, fault), tally -> tally.sameAgent(count))
                : nextAgent(state, fault);
    }

    /** The next agent of the chain; behind the last one the chain begins again after a wait; then recovery. */
    private static PipelineState nextAgent(PipelineState state, Fault fault) {
        return role(state).map(role -> nextOf(state, role, fault)).getOrElse(() -> recover(state, fault));
    }

    private static PipelineState nextOf(PipelineState state, String role, Fault fault) {
        var out = StandIns.without(state, role, fault);
        if (StandIns.able(out, role).nonEmpty())
            return another(out, role, new Setback(Kind.NEXT_AGENT, out.agents().chain(role).failed().size(), fault));
        return StandIns.nobody(out, role).map(_ -> halt(out.with(out.agents().with(role, Chain.FRESH)), fault)).getOrElse(() -> nextCycle(out, role, fault));
    }

    private static PipelineState nextCycle(PipelineState state, String role, Fault fault) {
        int cycle = state.agents().chain(role).cycle() + 1;
        var inVain = care(state).strict().isDefined() && ErrorClass.of(fault) == ErrorClass.FINAL;
        if (inVain || cycle >= state.policy().limits().cyclesMax()) return exhausted(state, role, fault);
        var notBefore = state.header().now().plusMillis(state.policy().limits().backoffMillis(cycle));
        return back(state.with(state.agents().with(role, new Chain(Vector.empty(), cycle, Option.none(), Option.none()))), fault, Tally::patient,
                spent -> Moves.restartSegment(spent).with(new Retry.Waiting(new Setback(Kind.NEXT_AGENT, cycle, fault), notBefore)));
    }

    /** A chain that is used up begins anew with the recovery; at its first level all others stay as they are. */
    private static PipelineState exhausted(PipelineState state, String role, Fault fault) {
        return recover(state.with(state.agents().with(role, Chain.FRESH)), fault);
    }

    /** A limited agent rests; another takes over, or all wait for the first that may be asked again. */
    private static PipelineState limited(PipelineState state, Fault fault) {
        return role(state).map(role -> rests(state, role, fault)).getOrElse(() -> recover(state, fault));
    }

    private static PipelineState rests(PipelineState state, String role, Fault fault) {
        return another(StandIns.rested(state, role, fault), role, new Setback(Kind.OTHER_AGENT, state.spent().tally().attempt(), fault));
    }

    /** Another agent tries; while all that have not failed rest, it waits for the first that may be asked again. */
    private static PipelineState another(PipelineState state, String role, Setback setback) {
        var slot = StandIns.retry(state, role, setback);
        var sameOneWaits = slot instanceof Retry.Waiting && setback.kind() == Kind.OTHER_AGENT;
        return back(state, setback.fault(), sameOneWaits ? tally -> tally : Tally::patient,
                spent -> Moves.restartSegment(spent).with(slot));
    }

    /** Nobody in the role that comes next can be called now: all rest, or none may be. */
    static PipelineState nobodyThere(PipelineState state, String role) {
        return StandIns.nobody(state, role).map(fault -> halt(state.with(state.ledger().withLastFault(Option.of(fault))), fault))
                .orElse(() -> state.allRest(role).map(rest -> back(state, rest.why(), tally -> tally,
                        spent -> Moves.restartSegment(spent).with(StandIns.waiting(rest)))))
                .getOrElse(state);
    }

    /** The agent is told what was wrong; the next one when its patience is spent. */
    private static PipelineState outputAgain(PipelineState state, Fault fault) {
        int count = state.spent().tally().outputs() + 1;
        if (care(state).strict().isDefined()) return repair(state, count, care(state).strict().get().repairsMax(), fault);
        return count < care(state).outputsMax() && role(state).isDefined()
                ? retry(state, new Setback(Kind.OUTPUT, count, fault), tally -> tally.outputs(count))
                : nextAgent(state, fault);
    }

    /** The phase's worker repairs what its validator refused; when the repairs are spent the phase has failed. */
    private static PipelineState repair(PipelineState state, int count, int repairsMax, Fault fault) {
        if (count <= repairsMax) return retry(state, new Setback(Kind.OUTPUT, count, fault), tally -> tally.outputs(count));
        var artifact = state.currentStep().flatMap(step -> step instanceof Step.Collect(var name, _, _) ? Option.of(name) : Option.<String>none())
                .getOrElse("");
        var errors = fault.message().startsWith(artifact + ": ") ? fault.message().substring(artifact.length() + 2) : fault.message();
        return recover(state, new Fault(fault.kind(), "Validation failed after " + repairsMax + " repair attempts for '" + artifact
                + ".json': " + errors, Option.none(), fault.output()));
    }

    /** The evidence went stale: the check again, then recovery. */
    private static PipelineState checkAgain(PipelineState state, Fault fault) {
        int count = state.spent().tally().sameAgent() + 1;
        return count < state.policy().limits().sameAgentMax()
                ? retry(state, restart(state, count, fault), tally -> tally.sameAgent(count))
                : recover(state, fault);
    }

    /** The phase's worker redoes what its check refused, with what the check said; then recovery. */
    private static PipelineState redo(PipelineState state, Fault fault) {
        var told = told(state, fault.message(), fault.output());
        int number = state.spent().tally().continuations() + 1;
        return number < care(state).continuationsMax() && role(state).isDefined()
                ? back(told, fault, tally -> tally.continuations(number),
                        spent -> Moves.restartPhase(spent).with(Retry.IDLE).with(new Continuation.RedoDue(number)))
                : recover(told, fault);
    }

    /** The worker is told what failed; the count goes on until its work passes, whoever works meanwhile. */
    private static PipelineState instructAgain(PipelineState state, Fault fault) {
        int failures = 1 + state.failures();
        int step = state.phase().map(phase -> phase.instructionBefore(state.at().step())).getOrElse(0);
        return back(state, fault, tally -> tally.failures(failures), spent -> Moves.backTo(spent, step)
                .with(new Retry.Due(new Setback(Kind.INSTRUCT_AGAIN, failures, fault))));
    }

    /** More of unfinished work, while continuations remain. */
    static PipelineState more(PipelineState state, String label) {
        int number = state.spent().tally().continuations() + 1;
        var unfinished = Fault.of(Fault.Kind.LABELLED, "the work was " + label + " after " + number + " calls");
        if (number < care(state).continuationsMax())
            return back(state, unfinished, tally -> tally.continuations(number),
                    spent -> Moves.restartPhase(spent).with(Retry.IDLE).with(new Continuation.MoreDue(number)));
        return switch (care(state).onSpent()) {
            case PROCEED    -> Moves.stepDone(state);
            case NEXT_AGENT -> anotherWorker(state, unfinished);
        };
    }

    private static PipelineState anotherWorker(PipelineState state, Fault fault) {
        var worker = state.phase().flatMap(phase -> phase.worker()).getOrElse("");
        var out = StandIns.without(state, worker, fault);
        if (StandIns.able(out, worker).isEmpty()) return exhausted(state, worker, fault);
        var setback = new Setback(Kind.NEXT_AGENT, out.agents().chain(worker).failed().size(), fault);
        return back(out, fault, tally -> tally.patient().continuations(0), spent -> Moves.restartPhase(spent).with(new Retry.Due(setback)));
    }

    /** A counted route back to an earlier point; recovery when its uses are spent. */
    static PipelineState goBack(PipelineState state, String label, String stage, int timesMax) {
        var key = state.phaseKey() + "/" + label;
        int uses = state.spent().backs().get(key).getOrElse(0) + 1;
        var fault = Fault.of(Fault.Kind.NEEDS_PERSON, label + " sent the work back " + (uses - 1) + " times");
        if (uses > timesMax) return halt(state, fault);
        var counted = state.with(state.spent().withBacks(state.spent().backs().put(key, uses)));
        int target = state.workflow().indexOf(stage);
        return back(counted, fault, tally -> tally, spent -> Moves.arrive(spent, Math.max(0, target), 0, 0));
    }

    /** Change something first: a new failure, or one more attempt at the one that is being watched. */
    static PipelineState recover(PipelineState state, Fault fault) {
        var failure = failure(state, fault);
        var recovering = state.policy().recovering();
        if (failure.attempts() > recovering.attemptsMax()) return giveUp(state, fault);
        var slot = mayBeMended(state) ? new Recovery.FixDue(failure) : new Recovery.CleanDue(failure);
        int level = recovering.level(failure.attempts());
        return back(state, fault, Tally::patient, spent -> rewound(spent, level)
                .with(level == 1 ? spent.agents() : spent.agents().anew()).with(reopened(spent)).with(slot));
    }

    /** Nobody is let into the tree before the run stands on its branch and a person's own work is safe. */
    private static boolean mayBeMended(PipelineState state) {
        return state.policy().recovering().fixer().exists(fixer -> StandIns.nobody(state, fixer).isEmpty()) && !state.currentStep().exists(step ->
                step instanceof Step.Git(var operation, _, _) && operation == GitOperation.OPEN_BRANCH);
    }

    private static Failure failure(PipelineState state, Fault fault) {
        return switch (state.slots().recovery()) {
            case Recovery.Watching(var before)       -> again(before, state, fault);
            case Recovery.CleanDue(var before)       -> again(before, state, fault);
            case Recovery.FixDue(var before)         -> again(before, state, fault);
            case Recovery.FixPrompted(var before, _) -> again(before, state, fault);
            case Recovery.Idle _, Recovery.Passed _, Recovery.Halting _, Recovery.Halted _, Recovery.Ending _ ->
                    new Failure(state.at(), fault, 1);
        };
    }

    /** One more attempt; what counts is the latest point at which it failed. */
    private static Failure again(Failure before, PipelineState state, Fault fault) {
        return new Failure(before.at().later(state.at()), fault, before.attempts() + 1);
    }

    /** Whether the run is on its way out: what still comes in changes nothing of that. */
    static boolean isClosing(PipelineState state) {
        return switch (state.slots().recovery()) {
            case Recovery.Ending _, Recovery.Halting _, Recovery.Halted _ -> true;
            case Recovery.Idle _, Recovery.FixDue _, Recovery.FixPrompted _, Recovery.CleanDue _, Recovery.Watching _,
                 Recovery.Passed _ -> false;
        };
    }

    /**
     * How far an attempt goes back: the same effect, the phase, a turn of the stage to rewind to, its first turn. How often a worker has
     * failed at the phase is in its tally, and stays there.
     */
    private static PipelineState rewound(PipelineState state, int level) {
        int stage = state.policy().recovering().rewindStage().map(state.workflow()::indexOf).getOrElse(-1);
        if (level == 1) return sameAgain(state);
        if (level == 2 || stage < 0 || stage > state.at().stage()) return Moves.before(state, state.at().at(0));
        int turn = stage == state.at().stage() ? state.at().turn() : Moves.turns(state, stage);
        return Moves.arrive(state, stage, level == 3 ? Math.max(0, turn - 1) : 0, 0);
    }

    /** Under the first rules nobody knew any more then that the worker had failed. */
    private static PipelineState sameAgain(PipelineState state) {
        var again = Moves.restartSegment(state).with(Retry.IDLE);
        return state.header().isSince(2) ? again : again.with(again.spent().withTally(again.spent().tally().failures(0)));
    }

    /** Children that failed are to be started again. */
    static Items reopened(PipelineState state) {
        return state.items().map(item -> item.status() instanceof Item.Failed ? item.with(Item.TODO) : item);
    }

    /** The next fixer is asked for the same attempt; behind the last one the attempt goes on unmended. One that is limited, or cut off by the budget, costs no attempt. */
    private static PipelineState fixerFailed(PipelineState state, Failure failure, Fault fault) {
        var fixer = fixer(state);
        boolean cutOff = state.header().isSince(2) && fault.kind() == Fault.Kind.ALLOWANCE_SPENT;
        if (fault.kind() == Fault.Kind.LOST || cutOff) return back(state, fault, tally -> tally, spent -> spent);
        if (state.header().isSince(2) && fault.kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT)
            return back(StandIns.rested(state, fixer, fault), fault, tally -> tally, spent -> spent);
        var out = StandIns.without(state, fixer, fault);
        return StandIns.able(out, fixer).nonEmpty() ? back(out, fault, tally -> tally, spent -> spent)
                : out.with(out.agents().with(fixer, Chain.FRESH)).with(new Recovery.CleanDue(failure));
    }

    private static String fixer(PipelineState state) { return state.policy().recovering().fixer().getOrElse(""); }

    /** A person has to look, once the work is saved. */
    static PipelineState halt(PipelineState state, Fault fault) {
        var halting = state.with(new Recovery.Halting(failure(state, fault)));
        return state.header().isSince(2) ? halting.with(state.ledger().withLastFault(Option.of(fault))) : halting;
    }

    private static PipelineState giveUp(PipelineState state, Fault fault) {
        return state.policy().recovering().onSpent() == Recovering.OnSpent.END
                ? state.with(new Recovery.Ending(new Outcome.Failed(fault))) : halt(state, fault);
    }

    private static PipelineState retry(PipelineState state, Setback setback, UnaryOperator<Tally> counted) {
        return back(state, setback.fault(), counted, spent -> Moves.restartSegment(spent).with(new Retry.Due(setback)));
    }

    /** One way back: it is paid for, or there are none left. */
    private static PipelineState back(
            PipelineState state, Fault fault, UnaryOperator<Tally> counted, UnaryOperator<PipelineState> way) {
        var spent = state.spent();
        var paid = state.with(spent.withWaysBack(spent.waysBack() + 1).withTally(counted.apply(spent.tally()).again()));
        return paid.spent().waysBack() - spent.refuelledAt() > state.policy().limits().waysBackMax()
                ? giveUp(paid, new Fault(Fault.Kind.SPENT, "all ways back are spent; last: " + fault.message(), Option.none(), fault.output()))
                : way.apply(paid);
    }

    static PipelineState told(PipelineState state, String message, Option<String> output) {
        return state.with(state.ledger().told(state.phaseKey(), new Feedback(state.revision(), message, output)));
    }

    private static Option<String> role(PipelineState state) {
        return state.phase().flatMap(phase -> phase.roleBefore(state.at().step()));
    }

    private static Care care(PipelineState state) { return state.phase().map(phase -> phase.care()).getOrElse(Care.DEFAULT); }
}
