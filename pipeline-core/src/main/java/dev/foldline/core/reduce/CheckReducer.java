package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Evidence;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.core.state.Spent.Meter;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** What a check found: evidence about one tree. */
public final class CheckReducer {
    private CheckReducer() {}

    public static PipelineState reduce(PipelineState state, CheckEvent event) {
        if (!state.awaits(event.ticket())) return state;
        if (!(state.slots().inFlight().underway().getOrNull() instanceof RunCheck check)) return state;
        return switch (event) {
            case CheckPassed e -> passed(metered(state, check, e.spend()).answered(), e, check.expectation());
            case CheckFailed e -> failed(metered(state, check, e.spend()).answered(), e);
        };
    }

    /** A step of its own is done; a check that a git step relies on leaves that step to be done. */
    private static PipelineState passed(PipelineState state, CheckPassed event, Expectation expectation) {
        var ledger = state.ledger();
        var proven = state.with(ledger.withEvidence(evidence(ledger, event, expectation))
                .withRepository(ledger.repository().seen(event.after())));
        if (isOwnStep(state)) return Moves.stepDone(proven);
        return event.before().equals(event.after()) ? proven
                : Remedies.after(proven, Fault.of(Fault.Kind.EVIDENCE_STALE, "the check " + event.check() + " changed the tree it ran on"));
    }

    /** A check that did its duty by failing proves nothing about the tree. */
    private static Map<String, Evidence> evidence(Ledger ledger, CheckPassed event, Expectation expectation) {
        return switch (expectation) {
            case PASS -> ledger.evidence().put(event.check(), new Evidence(event.before()));
            case FAIL -> ledger.evidence().remove(event.check());
        };
    }

    private static PipelineState failed(PipelineState state, CheckFailed event) {
        var ledger = state.ledger();
        var refuted = state.with(ledger.withEvidence(ledger.evidence().remove(event.check()))
                .withRepository(ledger.repository().seen(event.tree())));
        var fault = new Fault(Fault.Kind.CHECK_FAILED, event.summary(), Option.none(), event.output());
        return isOwnStep(state) ? Remedies.after(refuted, fault)
                : Remedies.after(Remedies.told(refuted, fault.message(), fault.output()),
                        new Fault(Fault.Kind.CHECK_BROKEN, event.summary(), Option.none(), event.output()));
    }

    private static boolean isOwnStep(PipelineState state) { return state.currentStep().exists(Step.Check.class::isInstance); }

    private static PipelineState metered(PipelineState state, RunCheck check, Spend spend) {
        return state.with(state.spent().charged(check.place().phase(), Meter.of(spend)));
    }
}
