package dev.foldline.effects.sim;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Several visitors; the first who has something to say is heard. */
record Crowd(Vector<Visitors> visitors) implements Visitors {

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return visitors.flatMap(visitor -> visitor.comesBy(state)).headOption();
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait) {
        return visitors.flatMap(visitor -> visitor.answers(state, wait)).headOption();
    }
}
