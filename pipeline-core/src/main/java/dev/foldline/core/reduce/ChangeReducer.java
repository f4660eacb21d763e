package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.change.ChangeDecision;
import dev.foldline.core.change.ChangeFindings;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.ChangeEffect.CompareChange;
import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.ChangeEvent.ChangeCompared;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.ChangeOperation;
import dev.foldline.core.workflow.GuardedWorkflow;

import io.vavr.Tuple;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.UnaryOperator;

/** Reduces what was found out about the whole change. */
public final class ChangeReducer {
    private ChangeReducer() {}

    public static Consequence reduce(PipelineState state, ChangeEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        if (!(state.slots().inFlight().running().getOrNull() instanceof ChangeEffect effect))
            return new Stay(state);
        return switch (event) {
            case ChangeCompared(_, var report) ->
                    effect instanceof CompareChange compare
                            ? labelled(
                                    withTree(
                                            finding(
                                                    state.answered(),
                                                    each -> each.withReport(report)),
                                            compare,
                                            report.tree()))
                            : new Stay(state);
            case TestsTried tried ->
                    effect instanceof TryTests tests
                            ? labelled(tried(state, tests, tried))
                            : new Stay(state);
            case GuardedRestored(_, var tree, var restored, _) ->
                    effect instanceof RestoreGuarded
                            ? new Move(
                                    withTree(restored(state.answered(), restored), tree),
                                    Place.NEXT_STEP)
                            : new Stay(state);
        };
    }

    /** The agents are told which files are put back. */
    private static PipelineState restored(PipelineState state, Vector<String> paths) {
        if (paths.isEmpty()) return state.withLedger(withoutReadRemarks(state.ledger()));
        var said =
                "Your changes to "
                        + VerdictText.few(paths)
                        + " were put back: these files judge the work.";
        var told =
                state.workflow()
                        .stages()
                        .flatMap(
                                stage ->
                                        stage.phases()
                                                .filter(phase -> phase.worker().isDefined())
                                                .map(stage::key))
                        .foldLeft(
                                state.ledger(), (ledger, phase) -> withRemark(ledger, phase, said));
        return finding(state.withLedger(told), each -> each.withRestored(paths));
    }

    /** A remark is about the work of one call: it does not hold for those after the next one. */
    private static Ledger withoutReadRemarks(Ledger ledger) {
        return ledger.withFeedback(
                ledger.feedback()
                        .map(
                                (phase, remarks) ->
                                        Tuple.of(
                                                phase,
                                                remarks.reject(
                                                        each ->
                                                                isOfGuard(each)
                                                                        && each.execution()
                                                                                < ledger.executions(
                                                                                        phase)))));
    }

    private static boolean isOfGuard(Feedback remark) {
        return remark.check().contains(GuardedWorkflow.NAME);
    }

    private static Ledger withRemark(Ledger ledger, String phase, String said) {
        return ledger.withFeedback(
                phase,
                new Feedback(
                        ledger.executions(phase),
                        said,
                        Option.none(),
                        Option.of(GuardedWorkflow.NAME)));
    }

    /** A prepared merge is not what the working tree holds. */
    private static PipelineState withTree(PipelineState state, CompareChange effect, String tree) {
        return effect.candidate().isDefined() ? state : withTree(state, tree);
    }

    private static PipelineState tried(PipelineState state, TryTests effect, TestsTried event) {
        return finding(
                state.withUsage(
                                state.usage()
                                        .charged(effect.key().phase(), Meter.of(event.spend())))
                        .answered(),
                each ->
                        each.withTrial(
                                event.trial(),
                                event.result().without(state.ledger().findings().knownFailures())));
    }

    private static Consequence labelled(PipelineState state) {
        return new Label(
                state,
                state.ledger()
                        .findings()
                        .changeDecision(state.policy())
                        .map(ChangeDecision::label)
                        .getOrElse(ChangeOperation.SETTLED));
    }

    private static PipelineState finding(
            PipelineState state, UnaryOperator<ChangeFindings> change) {
        var findings = state.ledger().findings();
        return state.withLedger(
                state.ledger().withFindings(findings.with(change.apply(findings.change()))));
    }

    private static PipelineState withTree(PipelineState state, String tree) {
        var ledger = state.ledger();
        return state.withLedger(ledger.withRepository(ledger.repository().withTree(tree)));
    }
}
