package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Users, external agents and other programs that send commands to a run. They see what {@code
 * status} shows, and must depend on that alone, so that simulations are deterministic.
 */
public interface ExternalActors {

    /** Returns an unsolicited command. Called once for every step of the run. */
    Option<Command> comesBy(PipelineState state);

    /**
     * Returns a command that ends a wait; without one, the run is suspended.
     *
     * @param refused number of rejected answers since the run last changed
     */
    Option<Command> answers(PipelineState state, Wait wait, int refused);

    /** No actors. */
    ExternalActors NOBODY =
            new ExternalActors() {
                @Override
                public Option<Command> comesBy(PipelineState state) {
                    return Option.none();
                }

                @Override
                public Option<Command> answers(PipelineState state, Wait wait, int refused) {
                    return Option.none();
                }
            };

    /** Combines several actors; the first command counts. */
    static ExternalActors all(Vector<ExternalActors> visitors) {
        return new ExternalActors() {
            @Override
            public Option<Command> comesBy(PipelineState state) {
                return visitors.flatMap(visitor -> visitor.comesBy(state)).headOption();
            }

            @Override
            public Option<Command> answers(PipelineState state, Wait wait, int refused) {
                return visitors.flatMap(visitor -> visitor.answers(state, wait, refused))
                        .headOption();
            }
        };
    }
}
