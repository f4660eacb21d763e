package dev.foldline.law;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.GitEvent.TreeMoved;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Counts identical failures in a row, as the law has them. */
final class FailureCounts {

    /** What fails where: an agent, or an effect without one. */
    private record Place(Position at, String who) {}

    /**
     * Failures of one kind and fingerprint.
     *
     * @param sinceRecovery their number since the last recovery from them
     */
    record Count(Kind kind, String fingerprint, int times, int sinceRecovery, int recoveries) {}

    private Map<Place, Count> counts = LinkedHashMap.empty();
    private String answered = "";

    /** Returns the counts of all places. */
    io.vavr.collection.Seq<Count> worst() {
        return counts.values();
    }

    void add(SimulationStep moment) {
        if (moment.event() instanceof InputEvent) counts = LinkedHashMap.empty();
        for (var call : called(moment)) answered = call;
        if (isCounted(moment)) count(moment);
        var now = moment.after().at();
        counts = counts.rejectKeys(place -> now.isAfter(place.at()));
    }

    private void count(SimulationStep moment) {
        var fault = fault(moment.event()).get();
        var at = moment.before().at();
        boolean accepted = moment.before().header().ticket() < moment.after().header().ticket();
        if (!accepted || fault.kind().isUnbounded()) return;
        var place = new Place(at, isOfAgent(fault) ? answered : "");
        counts =
                fault.fingerprint().isEmpty()
                        ? counts.remove(place)
                        : counts.put(
                                place,
                                counts.get(place)
                                        .filter(before -> isSame(before, fault))
                                        .map(
                                                before ->
                                                        new Count(
                                                                fault.kind(),
                                                                before.fingerprint(),
                                                                before.times() + 1,
                                                                before.sinceRecovery() + 1,
                                                                before.recoveries()))
                                        .getOrElse(
                                                new Count(
                                                        fault.kind(),
                                                        fault.fingerprint().get(),
                                                        1,
                                                        1,
                                                        0)));
        if (recovers(moment))
            counts =
                    counts.map(
                            (each, count) ->
                                    io.vavr.Tuple.of(
                                            each,
                                            each.at().equals(at)
                                                    ? new Count(
                                                            count.kind(),
                                                            count.fingerprint(),
                                                            count.times(),
                                                            0,
                                                            count.recoveries()
                                                                    + (isSame(count, fault)
                                                                            ? 1
                                                                            : 0))
                                                    : count));
    }

    private static boolean isSame(Count count, Fault fault) {
        return count.kind() == fault.kind() && fault.fingerprint().contains(count.fingerprint());
    }

    /** A conversation that nobody resumed is unknown because of the agent. */
    private static boolean isOfAgent(Fault fault) {
        if (fault.kind() == Kind.SESSION_UNKNOWN) return true;
        return switch (fault.kind().remedy()) {
            case SAME_AGENT, NEXT_AGENT, OUTPUT_AGAIN -> true;
            case WAIT_OR_OTHER_AGENT,
                    CHECK_AGAIN,
                    RESTART,
                    EFFECT_AGAIN,
                    REDO,
                    INSTRUCT_AGAIN,
                    RECOVER,
                    HALT ->
                    false;
        };
    }

    /** Failures of a fixer are its own; where a worker is instructed again, its protocol counts. */
    private static boolean isCounted(SimulationStep moment) {
        var slot = moment.before().slots().recovery();
        boolean ordinary =
                slot instanceof Recovery.Idle
                        || slot instanceof Recovery.Watching
                        || slot instanceof Recovery.CleanDue;
        boolean ownCounts =
                moment.before()
                        .phase()
                        .exists(
                                phase ->
                                        phase.retryPolicy().strict().isDefined()
                                                || phase.retryPolicy().onFailedWork()
                                                        == OnFailedWork.INSTRUCT_AGAIN);
        return ordinary && !ownCounts && fault(moment.event()).isDefined();
    }

    private static boolean recovers(SimulationStep moment) {
        return attempts(moment.after().slots().recovery())
                > attempts(moment.before().slots().recovery());
    }

    private static int attempts(Recovery slot) {
        return switch (slot) {
            case Recovery.FixDue(var failure) -> failure.attempts();
            case Recovery.FixPrompted(var failure, _) -> failure.attempts();
            case Recovery.CleanDue(var failure) -> failure.attempts();
            case Recovery.Watching(var failure) -> failure.attempts();
            case Recovery.Idle _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    0;
        };
    }

    private static Option<String> called(SimulationStep moment) {
        return moment.before().slots().inFlight().running().getOrNull() instanceof InvokeAgent call
                        && !(moment.before().slots().recovery() instanceof Recovery.FixPrompted)
                ? Option.of(call.agent())
                : Option.none();
    }

    /** Returns the fault that an event reports, with its fingerprint. */
    static Option<Fault> fault(Event event) {
        return switch (event) {
            case AgentFailed failed -> Option.of(failed.fault());
            case EffectFailed failed -> Option.of(failed.fault());
            case ArtifactRefused refused ->
                    Option.of(
                            new Fault(
                                    Kind.OUTPUT_INVALID,
                                    refused.why(),
                                    Option.none(),
                                    Option.none(),
                                    refused.fingerprint()));
            case CheckPassed passed when !passed.changed().isEmpty() ->
                    Option.of(
                            Fault.of(Kind.EVIDENCE_STALE, "")
                                    .withFingerprint(passed.changed().mkString()));
            case TreeMoved moved ->
                    Option.of(
                            Fault.of(Kind.EVIDENCE_STALE, "")
                                    .withFingerprint(moved.changed().mkString()));
            case Event _ -> Option.none();
        };
    }
}
