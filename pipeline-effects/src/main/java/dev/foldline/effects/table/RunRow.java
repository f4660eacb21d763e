package dev.foldline.effects.table;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;

/**
 * The status of a run in the index of runs.
 *
 * @param status running, paused, frozen, halted, completed, failed, rejected or aborted; a run
 *     whose driver has died is running here, because the log does not know it
 * @param phase the key of the current phase, {@code end} at the end
 * @param branch the branch of its work; empty before there is one
 */
public record RunRow(String run, String workflow, String status, String phase, String branch) {

    public static RunRow of(PipelineState state) {
        return new RunRow(
                state.header().run(),
                state.workflow().name(),
                status(state),
                state.phaseKey(),
                state.ledger().repository().branch().getOrElse(""));
    }

    private static String status(PipelineState state) {
        return switch (state.lifecycle()) {
            case Lifecycle.Ended(var outcome) -> ended(outcome);
            case Lifecycle.Paused _ -> "paused";
            case Lifecycle.Running _ when state.slots().gate() instanceof GateSlot.Open -> "frozen";
            case Lifecycle.Running _ when state.slots().recovery() instanceof Recovery.Halted ->
                    "halted";
            case Lifecycle.Running _ -> "running";
        };
    }

    private static String ended(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "completed";
            case Outcome.Failed _ -> "failed";
            case Outcome.Rejected _ -> "rejected";
            case Outcome.Aborted _ -> "aborted";
        };
    }
}
