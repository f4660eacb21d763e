package dev.foldline.effects.sim;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * People, workers that pull, and other programs: whoever sends a run commands. They see what {@code status} shows, and
 * what they do should depend on that alone, so that the same simulation runs the same way.
 */
public interface Visitors {

    /** Somebody who comes by unasked, in the middle of whatever goes on. Asked once for every step the run makes. */
    Option<Command> comesBy(PipelineState state);

    /**
     * Who ends a wait; if nobody does, the run is parked.
     *
     * @param refused how many answers have been refused since the run last moved
     */
    Option<Command> answers(PipelineState state, Wait wait, int refused);

    /** Nobody comes. */
    Visitors NOBODY = new Visitors() {
        @Override
        public Option<Command> comesBy(PipelineState state) { return Option.none(); }

        @Override
        public Option<Command> answers(PipelineState state, Wait wait, int refused) { return Option.none(); }
    };

    /** Several; the first who has something to say is heard. */
    static Visitors all(Vector<Visitors> visitors) {
        return new Visitors() {
            @Override
            public Option<Command> comesBy(PipelineState state) {
                return visitors.flatMap(visitor -> visitor.comesBy(state)).headOption();
            }

            @Override
            public Option<Command> answers(PipelineState state, Wait wait, int refused) {
                return visitors.flatMap(visitor -> visitor.answers(state, wait, refused)).headOption();
            }
        };
    }
}
