package dev.foldline.core.effect;

import dev.foldline.core.state.Item;
import io.vavr.control.Option;

/** Work on child runs. */
public sealed interface ChildEffect extends Deed {

    /**
     * Start a child run for an item; its end comes as an input.
     *
     * @param definition id of the artifact {@code definition}, which says what each item is to do; none, as in older logs, if there is none
     */
    record SpawnChild(Place place, String list, int index, Item item, String workflow, Option<String> definition) implements ChildEffect {

        @Override
        public String fingerprint() { return ChildEffect.super.fingerprint() + ":" + index; }
    }
}
