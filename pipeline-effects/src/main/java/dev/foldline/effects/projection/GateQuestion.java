package dev.foldline.effects.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.Interrupt;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.store.Blobs;

import io.vavr.control.Option;

import java.io.IOException;

/** Returns the question that an open gate asks the user. */
public final class GateQuestion {
    private GateQuestion() {}

    private static final int RESULT_CHARS_MAX = 4_000;

    /** Returns none if no gate is open. */
    public static Option<Interrupt> of(PipelineState state, Blobs blobs) throws IOException {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(Interrupt.of(gate, made(state, gate, blobs)))
                : Option.none();
    }

    /** Returns the first artifact of the phase whose gate is open. */
    private static String made(PipelineState state, Gate gate, Blobs blobs) throws IOException {
        var artifact =
                state.phase()
                        .filter(_ -> gate.origin() == Gate.Origin.PHASE)
                        .flatMap(
                                phase ->
                                        phase.steps()
                                                .flatMap(
                                                        step ->
                                                                step
                                                                                instanceof
                                                                                Step.Collect(
                                                                                        var name,
                                                                                        _,
                                                                                        _)
                                                                        ? Option.of(name)
                                                                        : Option.<String>none())
                                                .flatMap(state.ledger().artifacts()::get)
                                                .headOption());
        return artifact.isEmpty() ? "" : blobs.text(artifact.get(), RESULT_CHARS_MAX);
    }
}
