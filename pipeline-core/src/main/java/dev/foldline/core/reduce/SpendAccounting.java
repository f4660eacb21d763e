package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.state.Allowance;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** What a completed, failed or cancelled effect costs its phase and the run. */
final class SpendAccounting {
    private SpendAccounting() {}

    /**
     * Returns the usage after an effect.
     *
     * @param spend the reported spend
     * @param fault why it failed; none if it succeeded or was cancelled
     */
    static Usage paid(
            PipelineState state, ExternalEffect effect, Spend spend, Option<Fault> fault) {
        var reported = Meter.of(spend);
        var bill =
                effect instanceof InvokeAgent call
                        ? called(state, call, reported, fault)
                        : reported;
        return state.usage().charged(effect.key().phase(), bill);
    }

    /**
     * A call that could not be carried out has spent nothing. The spend of a lost call is unknown.
     */
    static Usage charge(PipelineState state, ExternalEffect effect, Fault fault) {
        boolean started = fault.kind() == Fault.Kind.LOST;
        if (!started && fault.fingerprint().isDefined()) return state.usage();
        return paid(state, effect, started ? Spend.NOTHING : Spend.FREE, Option.of(fault));
    }

    /**
     * Charges the usage of a child run to the phase that started it and to the run. A child whose
     * workflow its parent's workflow makes has a budget of its own.
     */
    static Usage childEnded(PipelineState state, String list, ChildReport report) {
        return state.workflow()
                .phases()
                .find(phase -> phase.steps().exists(step -> isCharged(step, list)))
                .map(phase -> state.usage().charged(phase.id(), report.usage().ofChild()))
                .getOrElse(state.usage());
    }

    private static boolean isCharged(Step step, String list) {
        return step instanceof Step.Children children
                && children.list().equals(list)
                && children.definition().isDefined();
    }

    /**
     * Returns whether no agent was started. In older logs, whose faults have no fingerprint, it
     * counted as a call.
     */
    private static boolean isNotStarted(Fault fault) {
        return fault.fingerprint().isDefined()
                && (fault.kind() == Fault.Kind.AGENT_SETUP
                        || fault.kind() == Fault.Kind.PROMPT_MISSING);
    }

    /**
     * A limited or unreachable agent that reports no usage was not called. A started call that
     * reports nothing is charged by its allowance.
     */
    private static Meter called(
            PipelineState state, InvokeAgent call, Meter reported, Option<Fault> fault) {
        boolean limited = fault.exists(why -> why.kind().remedy() == Remedy.WAIT_OR_OTHER_AGENT);
        if (limited && reported.tokens().reported().contains(0L)) return reported;
        if (fault.exists(SpendAccounting::isNotStarted))
            return new Meter(0, reported.wallMillis(), Measure.ZERO, Measure.ZERO);
        if (!limited && fault.exists(why -> why.kind().isRefusal())) return reported.called();
        var reserved =
                fault.exists(why -> why.kind() == Fault.Kind.NO_OUTPUT)
                        ? Option.<Allowance>none()
                        : call.allowance();
        return reported.called().unreported(reserved, state.usage().meter(call.key().phase()));
    }
}
