package dev.foldline.core.effect;

import dev.foldline.core.state.Item;

/** Work on child runs. */
public sealed interface ChildEffect extends Deed {

    /** Start a child run for an item; its end comes as an input. */
    record SpawnChild(Place place, String list, int index, Item item, String workflow) implements ChildEffect {

        @Override
        public String fingerprint() { return ChildEffect.super.fingerprint() + ":" + index; }
    }
}
