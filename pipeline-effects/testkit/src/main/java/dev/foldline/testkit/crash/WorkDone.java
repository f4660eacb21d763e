package dev.foldline.testkit.crash;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.state.Usage.Tally;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes what a crash may change from a state: usage, numbers, tickets, times, and what was lost
 * and reconciled in between.
 */
final class WorkDone {
    private WorkDone() {}

    static PipelineState of(PipelineState state) {
        var tally = state.usage().tally();
        var spent =
                state.usage()
                        .withTally(
                                new Tally(
                                        1,
                                        tally.outputs(),
                                        tally.sameAgent(),
                                        tally.continuations()))
                        .withRewinds(0)
                        .withRewindsAtReset(0)
                        .withMeter(Meter.ZERO)
                        .withByPhase(LinkedHashMap.empty())
                        .withRepeats(Repeats.NONE);
        var bare =
                state.withHeader(state.header().withTicket(0).withEpoch(0).withNow(Instant.EPOCH))
                        .withUsage(spent)
                        .withLedger(state.ledger().withLastFault(Option.none()))
                        .withAgents(state.agents().restingAt(Instant.EPOCH))
                        .withItems(state.items().unnumbered());
        return switch (state.slots().retry()) {
            case Retry.Running(var setback) -> bare.withRetry(unnumbered(setback));
            case Retry.Due(var setback) when isByTries(setback) ->
                    bare.withRetry(new Retry.Due(new Setback(setback.kind(), 0, setback.fault())));
            case Retry.Due _, Retry.Waiting _, Retry.Idle _ -> bare;
        };
    }

    private static boolean isByTries(Setback setback) {
        return setback.kind() == Retry.Kind.OTHER_AGENT;
    }

    /**
     * A restart is ignored; and the number of another agent counts attempts, which include
     * restarts.
     */
    private static Retry unnumbered(Setback setback) {
        return switch (setback.kind()) {
            case RESTART -> Retry.IDLE;
            case OTHER_AGENT -> new Retry.Running(new Setback(setback.kind(), 0, setback.fault()));
            case SAME_AGENT, NEXT_AGENT, OUTPUT, INSTRUCT_AGAIN -> new Retry.Running(setback);
        };
    }

    /** Returns the first slice in which they differ, on both sides; empty if they are equal. */
    static List<String> difference(PipelineState one, PipelineState other) {
        return new Sides()
                .with(one.cursor(), other.cursor())
                .with(one.slots(), other.slots())
                .with(one.lifecycle(), other.lifecycle())
                .with(one.items(), other.items())
                .with(one.agents(), other.agents())
                .with(one.ledger(), other.ledger())
                .with(one.usage(), other.usage())
                .with(
                        one.header().lastInput() + " inputs received",
                        other.header().lastInput() + " inputs received")
                .first;
    }

    private static final class Sides {
        private final List<String> first = new ArrayList<>(2);

        Sides with(Object one, Object other) {
            if (first.isEmpty() && !one.equals(other))
                first.addAll(List.of(one.toString(), other.toString()));
            return this;
        }
    }
}
