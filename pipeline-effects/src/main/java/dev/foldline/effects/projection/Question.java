package dev.foldline.effects.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.Interrupt;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.store.Blobs;
import io.vavr.control.Option;
import java.io.IOException;

/** What a run that is held at a gate asks a person. */
public final class Question {
    private Question() {}

    private static final int RESULT_CHARS_MAX = 4_000;

    /** None if no gate is open. */
    public static Option<Interrupt> of(PipelineState state, Blobs blobs) throws IOException {
        return state.slots().hold() instanceof Hold.Open(var gate) ? Option.of(Interrupt.of(gate, made(state, gate, blobs))) : Option.none();
    }

    /** The first artifact of the phase whose gate is open. */
    private static String made(PipelineState state, Gate gate, Blobs blobs) throws IOException {
        var artifact = state.phase().filter(_ -> gate.origin() == Gate.Origin.PHASE).flatMap(phase -> phase.steps()
                .flatMap(step -> step instanceof Step.Collect(var name, _, _) ? Option.of(name) : Option.<String>none())
                .flatMap(state.ledger().artifacts()::get).headOption());
        return artifact.isEmpty() ? "" : blobs.text(artifact.get(), RESULT_CHARS_MAX);
    }
}
