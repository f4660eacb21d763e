package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Findings.Evidence;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseRetryPolicy.OnFailedWork;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Expectation;

/** A commit or a merge relies on a check that passed on the tree it takes. */
public final class EvidenceLaws {
    private EvidenceLaws() {}

    public static void check(PipelineState state) {
        var next = Pipeline.determineNextEffect(state);
        if (state.currentStep().getOrNull() instanceof Step.Git(_, _, var check))
            check.forEach(name -> relies(state, name, next));
        if (next instanceof CommitWork commit)
            require(
                    commit.parent().equals(state.ledger().repository().head()),
                    "a commit builds on any head");
    }

    private static void relies(PipelineState state, String check, Effect next) {
        var tree = state.ledger().repository().tree();
        if (next instanceof CommitWork commit) {
            require(isProven(state, check), "a commit relies on a check that did not pass");
            require(commit.tree().equals(tree), "a commit takes any tree");
        }
        if (next instanceof LandMerge merge) {
            require(isProven(state, check), "a merge relies on a check that did not pass");
            require(merge.tree().equals(tree), "a merge takes any tree");
        }
        if (next instanceof RunCheck run)
            require(run.expectation() == Expectation.PASS, "evidence of a check that must fail");
    }

    private static boolean isProven(PipelineState state, String check) {
        return state.ledger()
                .repository()
                .tree()
                .exists(
                        tree ->
                                state.ledger()
                                        .findings()
                                        .checks()
                                        .get(check)
                                        .contains(new Evidence.Passed(tree)));
    }

    public static void check(Transition t) {
        if (!t.isOutcome()) return;
        var findings = t.after().ledger().findings();
        var repository = t.after().ledger().repository();
        switch (t.event()) {
            case CheckEvent.CheckPassed e -> {
                boolean fails =
                        t.answered()
                                .exists(
                                        effect ->
                                                effect instanceof RunCheck check
                                                        && check.expectation() == Expectation.FAIL);
                require(
                        fails
                                ? findings.checks().get(e.check()).isEmpty()
                                : findings.checks()
                                        .get(e.check())
                                        .contains(new Evidence.Passed(e.before())),
                        "a check proves another tree");
                require(repository.tree().contains(e.after()), "the tree of a check is lost");
            }
            case CheckEvent.CheckFailed e ->
                    require(
                            findings.checks()
                                    .get(e.check())
                                    .exists(Evidence.Failed.class::isInstance),
                            "a failed check is evidence");
            case GitEvent.TreeInspected e ->
                    require(repository.tree().contains(e.tree()), "an inspected tree is lost");
            case GitEvent.WorkCommitted e -> committed(t, e);
            case FileEvent.ArtifactAccepted e -> accepted(t, e);
            case GitEvent.MergeLanded _ ->
                    require(repository.candidate().isEmpty(), "a merge can land twice");
            case Event _ -> {}
        }
        rejectedAsGranted(t);
        if (t.event() instanceof CheckEvent.CheckFailed failed) sameFailures(t, failed);
    }

    /** Only a step that compares trees of reviews takes an approval as evidence. */
    private static void accepted(Transition t, FileEvent.ArtifactAccepted event) {
        boolean reviewed =
                t.before()
                        .workflow()
                        .phases()
                        .flatMap(Phase::steps)
                        .exists(
                                step ->
                                        step instanceof Step.Git(var operation, _, var review)
                                                && operation == GitOperation.COUNT
                                                && review.contains(event.artifact()));
        require(
                reviewed
                        || t.after()
                                .ledger()
                                .findings()
                                .checks()
                                .get(event.artifact())
                                .equals(
                                        t.before()
                                                .ledger()
                                                .findings()
                                                .checks()
                                                .get(event.artifact())),
                "the approval of an agent replaces the check " + event.artifact());
    }

    /** The third identical failure needs a recovery, the fourth the user. */
    private static void sameFailures(Transition t, CheckEvent.CheckFailed failed) {
        if (!t.isOrdinary() || failed.fingerprint().isEmpty()) return;
        if (!t.phase().exists(phase -> phase.retryPolicy().onFailedWork() == OnFailedWork.REDO))
            return;
        var fingerprint = failed.fingerprint().get();
        int times =
                1
                        + t.before()
                                .ledger()
                                .findings()
                                .checks()
                                .get(failed.check())
                                .map(
                                        each ->
                                                each instanceof Evidence.Failed(var print, var n)
                                                                && print.contains(fingerprint)
                                                        ? n
                                                        : 0)
                                .getOrElse(0);
        require(
                t.after().ledger().findings().timesFailed(failed.check()) == times,
                "identical failures are not counted");
        boolean redone = t.after().slots().continuation() instanceof Continuation.RedoDue;
        // The user is asked, or the run ends if its policy says so.
        boolean stuck =
                switch (t.after().slots().recovery()) {
                    case Recovery.Halting(var failure) ->
                            failure.fault().kind() == Fault.Kind.STUCK;
                    case Recovery.Ending(Outcome.Failed(var fault)) ->
                            fault.kind() == Fault.Kind.STUCK;
                    default -> false;
                };
        require(times < Findings.SAME_OUTPUT_MAX || !redone, "failure " + times + " is redone");
        require(
                times > Findings.SAME_OUTPUT_MAX == stuck,
                "identical failure " + times + ": the run halts or ends " + stuck);
    }

    private static void committed(Transition t, GitEvent.WorkCommitted event) {
        require(
                t.after().ledger().commits().size() == t.before().ledger().commits().size() + 1,
                "a commit is not recorded");
        require(t.after().ledger().findings().timesRejected() == 0, "rejections survive a commit");
        if (!(t.before().currentStep().getOrNull() instanceof Step.Git(_, _, var check))) return;
        boolean proven = check.forAll(name -> isProven(t.after(), name));
        require(
                proven || t.rewinds() || !Transition.isOrdinary(t.after()) || !t.isOrdinary(),
                "a commit of " + event.tree() + " is not checked");
    }

    private static void rejectedAsGranted(Transition t) {
        int times = t.after().ledger().findings().timesRejected();
        if (times <= t.before().ledger().findings().timesRejected() || !t.isOrdinary()) return;
        if ((t.isSpent() || t.isRepeated()) && times < Findings.SAME_REJECTION_MAX) return;
        boolean halts =
                t.after().slots().recovery() instanceof Recovery.Halting
                        || t.after().slots().recovery() instanceof Recovery.Ending;
        // The user is asked, or the run ends if its policy says so.
        boolean stuck =
                switch (t.after().slots().recovery()) {
                    case Recovery.Halting(var failure) ->
                            failure.fault().kind() == Fault.Kind.STUCK;
                    case Recovery.Ending(Outcome.Failed(var fault)) ->
                            fault.kind() == Fault.Kind.STUCK;
                    default -> false;
                };
        require(
                times >= Findings.SAME_REJECTION_MAX || !stuck,
                "the rejection " + times + " for the same reason is not tried again");
        if (times >= Findings.SAME_REJECTION_MAX)
            require(halts, "the rejection " + times + " for the same reason is tried again");
    }
}
