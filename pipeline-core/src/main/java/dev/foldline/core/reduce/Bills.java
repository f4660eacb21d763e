package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Allowance;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.Spend;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Spent.Meter;
import io.vavr.control.Option;

/** What a deed is charged with when it has ended, however it did: in its phase, and in the run. */
final class Bills {
    private Bills() {}

    /**
     * @param spend what it told
     * @param fault why it came to no good end; none if it did, or was cancelled
     */
    static PipelineState paid(PipelineState state, Deed deed, Spend spend, Option<Fault> fault) {
        var told = Meter.of(spend);
        var bill = deed instanceof InvokeAgent call ? called(state, call, told, fault) : told;
        return state.with(state.spent().charged(deed.place().phase(), bill));
    }

    /** A call that could not be carried out has spent nothing, unless it was lost: then nobody knows. */
    static PipelineState unheard(PipelineState state, Deed deed, Fault fault) {
        boolean begun = !state.header().isSince(2) || fault.kind() == Fault.Kind.LOST;
        return paid(state, deed, begun ? Spend.NOTHING : Spend.FREE, Option.of(fault));
    }

    /** A limited or unreachable agent that tells that it did nothing was not called. A call that was begun and does not tell is charged by what was set aside. */
    private static Meter called(PipelineState state, InvokeAgent call, Meter told, Option<Fault> fault) {
        if (!state.header().isSince(2)) return fault.exists(why -> why.kind() == Fault.Kind.NETWORK) ? told : told.called();
        boolean limited = fault.exists(why -> why.kind().remedy() == Remedy.WAIT_OR_OTHER_AGENT);
        if (limited && told.tokens().told().contains(0L)) return told;
        if (!limited && fault.exists(why -> why.kind().isRefusal())) return told.called();
        var reserved = fault.exists(why -> why.kind() == Fault.Kind.NO_OUTPUT) ? Option.<Allowance>none() : call.allowance();
        return told.called().untold(reserved, state.spent().meter(call.place().phase()));
    }
}
