package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.reduce.CheckConsequences.TreeChange;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Findings.Evidence;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.CheckRun;
import dev.foldline.core.verdict.Judgement;
import dev.foldline.core.verdict.Verdict;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Reduces the outcome of a check. Runs of the user's checks are judged: a failure is run once more
 * where that can tell something, and what failed before any change allows commits.
 */
public final class CheckReducer {
    private CheckReducer() {}

    public static Consequence reduce(PipelineState state, CheckEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        if (!(state.slots().inFlight().running().getOrNull() instanceof RunCheck check))
            return new Stay(state);
        var answered = metered(state, check, event.spend()).answered();
        return event.run()
                .map(run -> judged(answered, check, event, run))
                .getOrElse(() -> unjudged(answered, check, event));
    }

    private static Consequence unjudged(PipelineState state, RunCheck check, CheckEvent event) {
        return switch (event) {
            case CheckPassed e -> CheckConsequences.passed(state, e, check.expectation());
            case CheckFailed e -> CheckConsequences.failed(state, e);
        };
    }

    private static Consequence judged(
            PipelineState state, RunCheck check, CheckEvent event, CheckRun run) {
        return switch (event) {
            case CheckPassed e -> judged(state, check, e, run);
            case CheckFailed e -> judged(state, check, e, run);
        };
    }

    private static Consequence judged(
            PipelineState state, RunCheck check, CheckPassed event, CheckRun run) {
        var judgement = judgement(state, check);
        var verdict = verdict(state, judgement, run);
        return switch (verdict) {
            case Verdict.Passed _, Verdict.Flaky _, Verdict.OnlyKnown _ ->
                    CheckConsequences.passed(
                            judged(state, check, verdict, run), event, check.expectation());
            case Verdict.Failed _, Verdict.Broken _ ->
                    CheckConsequences.failed(
                            judged(state, check, verdict, run),
                            new CheckFailed(
                                    event.ticket(),
                                    event.check(),
                                    event.after(),
                                    VerdictText.of(verdict),
                                    event.output(),
                                    event.spend(),
                                    Option.of(VerdictText.of(verdict)),
                                    Option.none(),
                                    Option.none()));
        };
    }

    private static Consequence judged(
            PipelineState state, RunCheck check, CheckFailed event, CheckRun run) {
        var judgement = judgement(state, check);
        if (isDoubtful(state, check, event, run))
            return new Stay(with(seen(state, event), check.check(), judgement.doubting(run)));
        var verdict = onBase(state, check, verdict(state, judgement, run));
        var judged = judged(state, check, verdict, run);
        return switch (verdict) {
            case Verdict.Passed _, Verdict.Flaky _, Verdict.OnlyKnown _ ->
                    tolerated(seen(judged, event), event, run, verdict);
            case Verdict.Failed failed ->
                    CheckConsequences.failed(
                            judged, event.withSummary(text(failed, event.summary())));
            case Verdict.Broken _ -> CheckConsequences.failed(judged, event);
        };
    }

    /** Returns whether one more run on the same tree could change the verdict. */
    private static boolean isDoubtful(
            PipelineState state, RunCheck check, CheckFailed event, CheckRun run) {
        var judgement = judgement(state, check);
        if (judgement.doubted().isDefined() || isRepeated(state, event)) return false;
        var doubtful = Verdict.doubtful(base(state, judgement), run);
        return !doubtful.isEmpty() && doubtful.forAll(each -> isRunAgain(check, each));
    }

    /** A failure that came before in the same way is no flake. */
    private static boolean isRepeated(PipelineState state, CheckFailed event) {
        return event.fingerprint().isDefined()
                && state.ledger()
                        .findings()
                        .checks()
                        .get(event.check())
                        .exists(
                                each ->
                                        each instanceof Evidence.Failed(var before, _)
                                                && before.equals(event.fingerprint()));
    }

    private static boolean isRunAgain(RunCheck check, CheckFailure failure) {
        return command(check, failure.command()).exists(each -> each.form().rerunsMax() > 0);
    }

    private static Option<CommandLine.Check> command(RunCheck check, String name) {
        return CommandLine.checks(check.commands()).find(each -> each.name().equals(name));
    }

    private static Verdict verdict(PipelineState state, Judgement judgement, CheckRun run) {
        var first = judgement.doubtedOn(run.tree());
        return Verdict.of(base(state, judgement), first.getOrElse(run), first.map(_ -> run));
    }

    /** Before any change there is nothing to compare with. */
    private static Option<CheckRun> base(PipelineState state, Judgement judgement) {
        return state.isOnBase() ? Option.none() : judgement.base();
    }

    /**
     * What fails before any change is known from then on, if that is allowed. A clean checkout has
     * to pass, so there nothing is.
     */
    private static Verdict onBase(PipelineState state, RunCheck check, Verdict verdict) {
        return state.isOnBase()
                        && verdict instanceof Verdict.Failed(var added, _, var flaky)
                        && check.checkout().isEmpty()
                        && added.forAll(each -> isAllowed(check, each))
                ? new Verdict.OnlyKnown(added, flaky, Vector.empty())
                : verdict;
    }

    private static boolean isAllowed(RunCheck check, CheckFailure failure) {
        return command(check, failure.command())
                .exists(each -> each.form().onKnown() == OnKnown.ALLOW);
    }

    private static PipelineState judged(
            PipelineState state, RunCheck check, Verdict verdict, CheckRun run) {
        var judgement = judgement(state, check).judged(verdict);
        return with(
                state,
                check.check(),
                state.isOnBase() && verdict.allowsCommit()
                        ? judgement.withBase(run.without(verdict.flakes()))
                        : judgement);
    }

    /** The run goes on as if the check had passed. */
    private static Consequence tolerated(
            PipelineState state, CheckFailed event, CheckRun run, Verdict verdict) {
        var ledger = state.ledger().withoutFailuresOf(event.check());
        var proven =
                state.withLedger(
                        ledger.withFindings(
                                ledger.findings().tolerated(event.check(), run.tree(), verdict)));
        return CheckConsequences.proven(
                proven, event.check(), new TreeChange(run.tree(), event.tree(), Vector.empty()));
    }

    /** Records what the check printed and the tree that it left. */
    private static PipelineState seen(PipelineState state, CheckFailed event) {
        var ledger = state.ledger();
        return state.withLedger(
                ledger.withFindings(ledger.findings().printed(event.check(), event.output()))
                        .withRepository(ledger.repository().withTree(event.tree())));
    }

    private static Judgement judgement(PipelineState state, RunCheck check) {
        return state.ledger().findings().judgement(check.check());
    }

    private static PipelineState with(PipelineState state, String check, Judgement judgement) {
        Findings findings = state.ledger().findings();
        return state.withLedger(state.ledger().withFindings(findings.with(check, judgement)));
    }

    /** A failure of commands that name no tests is its own text. */
    private static String text(Verdict.Failed verdict, String summary) {
        boolean isPlain =
                verdict.known().isEmpty()
                        && verdict.flaky().isEmpty()
                        && verdict.added().forAll(CheckFailure.Output.class::isInstance);
        return isPlain ? summary : VerdictText.of(verdict) + "\n" + summary;
    }

    private static PipelineState metered(PipelineState state, RunCheck check, Spend spend) {
        return state.withUsage(state.usage().charged(check.key().phase(), Meter.of(spend)));
    }
}
