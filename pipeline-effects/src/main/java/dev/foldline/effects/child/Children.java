package dev.foldline.effects.child;

import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import java.io.IOException;

/** Who begins the runs of a run's children. A child has begun when the first event of its log is on disk. */
public interface Children {

    /** Begins a child, unless an earlier try did. Its end comes as an input of its parent. */
    Event spawn(long ticket, SpawnChild effect) throws IOException;

    /** Whether the child of this ticket has begun; begins none. */
    Event look(long ticket, SpawnChild effect) throws IOException;

    /** Where children cannot be begun, a person has to. */
    Children NONE = new Children() {
        @Override
        public Event spawn(long ticket, SpawnChild effect) {
            return new EffectFailed(ticket, Fault.of(Fault.Kind.NEEDS_PERSON, "the run for " + effect.item().id() + " is begun by the workflow's own driver"));
        }

        @Override
        public Event look(long ticket, SpawnChild effect) { return new NotDone(ticket); }
    };
}
