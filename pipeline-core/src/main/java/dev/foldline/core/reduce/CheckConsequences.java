package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Expectation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What follows from a check that has passed or failed: evidence about one tree. */
final class CheckConsequences {
    private CheckConsequences() {}

    /** A check step is completed. A check that a git step relies on leaves that step to be done. */
    static Consequence passed(PipelineState state, CheckPassed event, Expectation expectation) {
        var ledger = state.ledger();
        var proven =
                progressed(state, expectation)
                        .withLedger(
                                ledger.withoutFailuresOf(event.check())
                                        .withFindings(
                                                evidence(ledger.findings(), event, expectation)
                                                        .printed(event.check(), event.output()))
                                        .withRepository(setUp(ledger.repository(), event)));
        return proven(
                proven,
                event.check(),
                new TreeChange(event.before(), event.after(), event.changed()));
    }

    /** Work that passes its check is progress, also if there was nothing left to change. */
    private static PipelineState progressed(PipelineState state, Expectation expectation) {
        return switch (expectation) {
            case PASS -> state.withAgents(state.agents().productive());
            case FAIL -> state;
        };
    }

    /**
     * What a check has done to the tree it ran on.
     *
     * @param paths those that it changed, if they are known
     */
    record TreeChange(String before, String after, Vector<String> paths) {}

    /**
     * Follows from evidence on which commits may rely. That of another tree is stale. On the base a
     * check runs again if it changed the tree. If it always does, no commit could rely on it, so
     * the run halts before an agent is called.
     */
    static Consequence proven(PipelineState state, String check, TreeChange change) {
        var stale = StaleEvidence.ofCheck(check, change.paths());
        if (isOwnStep(state))
            return state.isOnBase() && !change.paths().isEmpty()
                    ? new Failure(state, stale)
                    : new Move(state, Place.NEXT_STEP);
        return change.before().equals(change.after()) ? new Stay(state) : new Failure(state, stale);
    }

    /** What commands have set up belongs to the user. */
    private static Repository setUp(Repository repository, CheckPassed event) {
        return repository.withTree(event.after()).with(repository.local().owning(event.local()));
    }

    /** A check that was expected to fail proves nothing about the tree. */
    private static Findings evidence(
            Findings findings, CheckPassed event, Expectation expectation) {
        return switch (expectation) {
            case PASS -> findings.passed(event.check(), event.before());
            case FAIL -> findings.withoutEvidence(event.check());
        };
    }

    static Consequence failed(PipelineState state, CheckFailed event) {
        var ledger = state.ledger();
        var refuted =
                state.withLedger(
                        ledger.withFindings(
                                        ledger.findings()
                                                .failed(event.check(), event.fingerprint())
                                                .printed(event.check(), event.output()))
                                .withRepository(ledger.repository().withTree(event.tree())));
        return after(
                handedIn(refuted)
                        .foldLeft(
                                refuted,
                                (all, check) -> all.withLedger(all.ledger().refuted(check))),
                event);
    }

    /** Returns the submitted checks of the phase that must pass. */
    private static Vector<String> handedIn(PipelineState state) {
        return state.phase()
                .toVector()
                .flatMap(Phase::steps)
                .flatMap(
                        step ->
                                step instanceof Step.Check(var name, var expectation)
                                                && expectation == Expectation.PASS
                                                && !state.policy().checks().containsKey(name)
                                        ? Vector.of(name)
                                        : Vector.<String>empty());
    }

    private static Consequence after(PipelineState state, CheckFailed event) {
        var fault =
                new Fault(
                        isOwnStep(state) ? Fault.Kind.CHECK_FAILED : Fault.Kind.CHECK_BROKEN,
                        event.summary(),
                        Option.none(),
                        event.output());
        int times = state.ledger().findings().timesFailed(event.check());
        var reported = isOwnStep(state) ? state : state.withFailure(event.check(), fault);
        return times < Findings.SAME_OUTPUT_MAX || !isRedone(state)
                ? new Failure(reported, fault)
                : insistent(reported, event.check(), times, fault);
    }

    /**
     * If the same check keeps failing with the same output, the fixer is called once, then the run
     * halts for the user.
     */
    private static Consequence insistent(
            PipelineState state, String check, int times, Fault fault) {
        var reported = isOwnStep(state) ? state.withFailure(check, fault) : state;
        return times == Findings.SAME_OUTPUT_MAX
                ? new Failure(reported, fault, Fault.Remedy.RECOVER)
                : new Failure(
                        reported,
                        new Fault(
                                Fault.Kind.STUCK,
                                "the check "
                                        + check
                                        + " has failed "
                                        + times
                                        + " times in a row with the same output, whatever was"
                                        + " changed in between; last: "
                                        + fault.message(),
                                Option.none(),
                                fault.output()),
                        Fault.Remedy.HALT);
    }

    /** Where a worker is instructed again, its own failure count decides. */
    private static boolean isRedone(PipelineState state) {
        return state.phase()
                .exists(
                        phase ->
                                phase.retryPolicy().onFailedWork()
                                        == PhaseRetryPolicy.OnFailedWork.REDO);
    }

    static boolean isOwnStep(PipelineState state) {
        return state.currentStep().exists(Step.Check.class::isInstance);
    }
}
