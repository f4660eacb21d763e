package dev.foldline.arbitrary;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.testkit.simulation.ExternalActors;

import io.vavr.control.Option;

/** Somebody who aborts the run as soon as it has had so many outcomes, or waits for anybody. */
record AbortingActor(long outcomes) implements ExternalActors {

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return state.header().ticket() > outcomes
                ? Option.of(new Command.Abort("enough"))
                : Option.none();
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return Option.of(new Command.Abort("nobody else comes"));
    }
}
