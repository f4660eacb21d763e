package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnExhausted;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** Work is tried again exactly as often as the policy grants, no more and no less. */
public final class RetryLaws {
    private RetryLaws() {}

    public static void check(Transition t) {
        rewindsAddUp(t);
        retriesRestartTheirSegment(t);
        if (t.isExhausted() || !t.isOutcome() && !t.isInput()) return;
        if (!t.isOrdinary()) return;
        if (t.isOutcome()) {
            sameAgentAsGranted(t);
            cutCallsAreRestarted(t);
            invalidOutputAsGranted(t);
            failedChecksAsGranted(t);
            staleEvidenceAsGranted(t);
            unfinishedWorkAsGranted(t);
        }
        routesBackAsGranted(t);
        failuresOfAWorkerAddUp(t);
    }

    private static PhaseRetryPolicy policy(Transition t) {
        return t.phase().map(Phase::retryPolicy).getOrElse(PhaseRetryPolicy.DEFAULT);
    }

    private static void rewindsAddUp(Transition t) {
        var before = t.before().usage();
        var after = t.after().usage();
        int more = after.rewinds() - before.rewinds();
        require(more == 0 || more == 1, "one event spends " + more + " rewinds");
        int left =
                t.after().policy().limits().rewindsMax()
                        - (after.rewinds() - after.rewindsAtReset());
        boolean spent =
                switch (t.after().slots().recovery()) {
                    case Recovery.Halting(var failure) -> failure.fault().kind() == Kind.SPENT;
                    case Recovery.Ending(Outcome.Failed(var fault)) -> fault.kind() == Kind.SPENT;
                    default -> false;
                };
        require(!(more == 1 && spent && t.isOrdinary() && left >= 0), "a rewind is left");
        if (t.isExhausted() || more == 0 || t.event() instanceof RunEvent.PhaseEntered) return;
        require(left >= 0, "more rewinds than granted");
        require(
                after.tally().attempt() == before.tally().attempt() + 1,
                "an attempt has the number of the last one");
    }

    private static void retriesRestartTheirSegment(Transition t) {
        if (t.isExhausted() || !t.isOrdinary() || !t.rewinds()) return;
        if (!(t.after().slots().retry() instanceof Retry.Due(var setback))) return;
        if (t.call().isEmpty()
                && setback.fault().kind() == Kind.LABELLED
                && setback.kind() == Retry.Kind.NEXT_AGENT) {
            require(t.after().at().step() == 0, "another worker starts in the middle");
            return;
        }
        switch (setback.kind()) {
            case SAME_AGENT, NEXT_AGENT, OTHER_AGENT, OUTPUT, RESTART ->
                    require(
                            t.after().cursor() instanceof Cursor.Working
                                    && t.phase()
                                            .exists(
                                                    phase ->
                                                            t.after().at().step()
                                                                    == PhaseText.retriedFrom(
                                                                            phase,
                                                                            t.before()
                                                                                    .at()
                                                                                    .step())),
                            "a retry does not restart its segment");
            case INSTRUCT_AGAIN -> {}
        }
    }

    private static void sameAgentAsGranted(Transition t) {
        if (t.call().isEmpty()) return;
        boolean strict = policy(t).strict().isDefined();
        var resumed = t.call().get().resumes().isDefined();
        t.reported()
                .filter(fault -> isOfTheAgent(fault, resumed) || isLate(t, fault) && !isCut(t))
                .forEach(
                        fault -> {
                            int count = t.before().usage().tally().sameAgent() + 1;
                            boolean granted =
                                    !strict && count < t.before().policy().limits().sameAgentMax();
                            boolean same =
                                    t.after().slots().retry() instanceof Retry.Due(var setback)
                                            && setback.kind() == Retry.Kind.SAME_AGENT;
                            require(
                                    granted == same,
                                    "the call " + count + " of an agent: retried " + same);
                            require(
                                    !same || t.after().usage().tally().sameAgent() == count,
                                    "a retry of an agent does not count");
                        });
    }

    private static boolean isLate(Transition t, Fault fault) {
        return fault.kind() == Kind.TIMEOUT && t.event() instanceof AgentEvent.AgentFailed;
    }

    /** Returns whether the budget ended the call before its usual deadline. */
    private static boolean isCut(Transition t) {
        return t.event() instanceof AgentEvent.AgentFailed failed
                && t.call()
                        .exists(
                                call ->
                                        call.deadlines().agentMillis()
                                                        < t.before()
                                                                .policy()
                                                                .deadlines()
                                                                .agentMillis()
                                                && failed.spend().millis()
                                                        >= call.deadlines().agentMillis());
    }

    /** A call that the budget ended is not the fault of its agent. */
    private static void cutCallsAreRestarted(Transition t) {
        if (!t.reported().exists(fault -> isLate(t, fault)) || !isCut(t)) return;
        require(
                t.after().slots().retry() instanceof Retry.Due
                        && t.after().usage().tally().sameAgent()
                                == t.before().usage().tally().sameAgent(),
                "an agent pays for the budget");
    }

    private static boolean isOfTheAgent(Fault fault, boolean resumed) {
        return fault.kind() == Kind.AGENT_FAILED
                || fault.kind() == Kind.MAX_TURNS
                || fault.kind() == Kind.OUTPUT_LIMIT
                || fault.kind() == Kind.CONTEXT_FULL && resumed
                || fault.kind() == Kind.SESSION_UNKNOWN && !resumed;
    }

    private static void invalidOutputAsGranted(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactRefused) || t.role().isEmpty()) return;
        int count = t.before().usage().tally().outputs() + 1;
        boolean granted =
                policy(t)
                        .strict()
                        .map(strict -> count <= strict.repairsMax())
                        .getOrElse(count < policy(t).outputsMax());
        boolean again =
                t.after().slots().retry() instanceof Retry.Due(var setback)
                        && setback.kind() == Retry.Kind.OUTPUT;
        require(granted == again, "invalid output " + count + ": reported " + again);
        require(
                !again || t.after().usage().tally().outputs() == count,
                "a retry for invalid output does not count");
    }

    private static void failedChecksAsGranted(Transition t) {
        if (!(t.event() instanceof CheckEvent.CheckFailed failed)) return;
        if (policy(t).onFailedWork() != OnFailedWork.REDO || t.role().isEmpty()) return;
        if (!t.before().currentStep().exists(Step.Check.class::isInstance)) return;
        int number = t.before().usage().tally().continuations() + 1;
        boolean granted = number < policy(t).continuationsMax();
        boolean redone = t.after().slots().continuation().equals(new Continuation.RedoDue(number));
        int alike = t.after().ledger().findings().timesFailed(failed.check());
        if (alike >= Findings.SAME_OUTPUT_MAX) return;
        require(granted == redone, "failed work " + number + ": redone " + redone);
        require(
                !redone || t.after().usage().tally().continuations() == number,
                "redone work does not count");
        require(
                t.after()
                        .ledger()
                        .feedback(t.before().phaseKey())
                        .lastOption()
                        .exists(last -> last.message().equals(failed.summary())),
                "the worker is not told why its work failed");
    }

    private static void staleEvidenceAsGranted(Transition t) {
        boolean own = t.before().currentStep().exists(Step.Check.class::isInstance);
        boolean stale =
                t.event() instanceof GitEvent.TreeMoved
                        || t.event() instanceof CheckEvent.CheckPassed passed
                                && !own
                                && !passed.before().equals(passed.after());
        if (!stale) return;
        int count = t.before().usage().tally().sameAgent() + 1;
        boolean granted = count < t.before().policy().limits().sameAgentMax();
        boolean again = t.after().slots().retry() instanceof Retry.Due;
        require(
                t.rewinds()
                        || t.after().slots().recovery() instanceof Recovery.Halting
                        || t.after().slots().recovery() instanceof Recovery.Ending,
                "stale evidence costs nothing");
        require(granted == again, "stale evidence " + count + ": checked again " + again);
    }

    private static void unfinishedWorkAsGranted(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactAccepted accepted)) return;
        if (!route(t, accepted.label()).contains(Route.MORE)) return;
        if (!(t.before().currentStep().getOrNull() instanceof Step.Collect(_, var labels, _))
                || !labels.contains(accepted.label())) return;
        int number = t.before().usage().tally().continuations() + 1;
        boolean granted = number < policy(t).continuationsMax();
        boolean more = t.after().slots().continuation().equals(new Continuation.MoreDue(number));
        require(granted == more, "unfinished work " + number + ": continued " + more);
        if (more) {
            require(
                    t.after().usage().tally().continuations() == number,
                    "continued work does not count");
        } else if (policy(t).onExhausted() == OnExhausted.PROCEED) {
            require(!t.rewinds(), "unfinished work is not accepted");
        } else if (t.after().slots().retry() instanceof Retry.Due) {
            require(
                    t.after().usage().tally().continuations() == 0,
                    "another worker has the continuations of the last one");
        }
    }

    private static Option<Route> route(Transition t, String label) {
        return t.phase().flatMap(phase -> phase.routes().get(label));
    }

    private static void routesBackAsGranted(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactAccepted accepted)) return;
        if (!(route(t, accepted.label()).getOrNull() instanceof Route.Back(var stage, var max)))
            return;
        if (!(t.before().currentStep().getOrNull() instanceof Step.Collect(_, var labels, _))
                || !labels.contains(accepted.label())) return;
        var key = t.before().phaseKey() + "/" + accepted.label();
        int uses = t.before().usage().routeUses().get(key).getOrElse(0) + 1;
        boolean back = t.rewinds();
        require(back == uses <= max, "use " + uses + " of a route back: followed " + back);
        if (!back) return;
        require(
                t.after().usage().routeUses().get(key).contains(uses),
                "a route back does not count");
        require(
                t.after().at().stage() != t.before().workflow().indexOf(stage)
                        || t.after().at().turn() == 0
                        || t.before().stage().isEmpty()
                        || isForEachItem(t),
                "a route back leads to a later turn");
    }

    private static boolean isForEachItem(Transition t) {
        return t.after().stage().exists(stage -> stage.turns() instanceof LoopCondition.EachItem);
    }

    private static void failuresOfAWorkerAddUp(Transition t) {
        boolean newly =
                t.after().slots().retry() instanceof Retry.Due(var setback)
                        && setback.kind() == Retry.Kind.INSTRUCT_AGAIN
                        && t.rewinds();
        boolean continued =
                t.before().slots().retry() instanceof Retry.Running(var running)
                        && t.after().slots().retry().equals(new Retry.Due(running));
        if (!newly || continued) return;
        require(
                t.after().usage().tally().failures() == t.before().failures() + 1,
                "the failures of a worker do not add up");
    }
}
