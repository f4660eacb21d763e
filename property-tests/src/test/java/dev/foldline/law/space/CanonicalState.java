package dev.foldline.law.space;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.Slots;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;

/**
 * What decides the future of a state: two states that differ only in ticket numbers, times that
 * have passed, numbers of inputs and lists of the past count as one.
 */
record CanonicalState(
        Lifecycle lifecycle,
        Cursor cursor,
        Slots slots,
        Map<String, Vector<Item>> items,
        Agents agents,
        Work work,
        Count count) {

    /** What the run has made and knows. */
    record Work(
            Option<String> tree,
            Findings findings,
            Vector<String> artifacts,
            Map<String, Integer> executions) {}

    /** What the run has spent. */
    record Count(
            Usage.Tally tally,
            int rewinds,
            int rewindsAtReset,
            int saves,
            Map<String, Integer> routes) {}

    static CanonicalState of(PipelineState state) {
        var ledger = state.ledger();
        var usage = state.usage();
        return new CanonicalState(
                state.lifecycle(),
                state.cursor(),
                new Slots(
                        inFlight(state.slots().inFlight()),
                        gate(state.slots().gate()),
                        recovery(state.slots().recovery()),
                        retry(state),
                        state.slots().continuation()),
                state.items().map(CanonicalState::item).lists(),
                agents(state),
                new Work(
                        ledger.repository().tree(),
                        ledger.findings(),
                        ledger.artifacts().keySet().toVector(),
                        ledger.executions()),
                new Count(
                        usage.tally(),
                        usage.rewinds(),
                        usage.rewindsAtReset(),
                        usage.saves(),
                        usage.routeUses()));
    }

    private static InFlight inFlight(InFlight slot) {
        return switch (slot) {
            case InFlight.Idle _ -> slot;
            case InFlight.Known(_, ExternalEffect effect) -> new InFlight.Known(0, effect);
            case InFlight.Unknown(_, ExternalEffect effect) -> new InFlight.Unknown(0, effect);
        };
    }

    private static GateSlot gate(GateSlot slot) {
        return slot instanceof GateSlot.Open(var gate) && gate.origin() == Gate.Origin.FREEZE
                ? new GateSlot.Open(
                        new Gate(
                                gate.id(),
                                "",
                                0,
                                Option.none(),
                                gate.reason(),
                                gate.onReject(),
                                gate.origin(),
                                gate.question()))
                : slot;
    }

    private static Recovery recovery(Recovery slot) {
        return switch (slot) {
            case Recovery.FixDue(var failure) -> new Recovery.FixDue(plain(failure));
            case Recovery.FixPrompted(var failure, var prompt) ->
                    new Recovery.FixPrompted(plain(failure), prompt);
            case Recovery.CleanDue(var failure) -> new Recovery.CleanDue(plain(failure));
            case Recovery.Watching(var failure) -> new Recovery.Watching(plain(failure));
            case Recovery.Passed(var failure) -> new Recovery.Passed(plain(failure));
            case Recovery.Halting(var failure) -> new Recovery.Halting(plain(failure));
            case Recovery.Halted(var failure) -> new Recovery.Halted(plain(failure));
            case Recovery.Idle _, Recovery.Ending _ -> slot;
        };
    }

    private static Recovery.Failure plain(Recovery.Failure failure) {
        return new Recovery.Failure(failure.at(), failure.fault(), failure.attempts());
    }

    private static Retry retry(PipelineState state) {
        return state.slots().retry() instanceof Retry.Waiting(var setback, var notBefore)
                ? new Retry.Waiting(setback, relative(state, notBefore))
                : state.slots().retry();
    }

    private static Item item(Item item) {
        return item.status() instanceof Item.Running ? item.with(new Item.Running(0)) : item;
    }

    private static Agents agents(PipelineState state) {
        var agents = state.agents();
        return new Agents(
                agents.chains(),
                agents.resting()
                        .mapValues(
                                rest ->
                                        new Agents.Rest(
                                                relative(state, rest.until()),
                                                rest.refusals(),
                                                rest.why())),
                agents.barred(),
                agents.silent(),
                agents.empty(),
                agents.questions());
    }

    /** Returns how far a time is from now; all passed times are alike. */
    private static Instant relative(PipelineState state, Instant time) {
        var left = Duration.between(state.header().now(), time);
        return Instant.EPOCH.plus(left.isNegative() ? Duration.ZERO : left);
    }
}
