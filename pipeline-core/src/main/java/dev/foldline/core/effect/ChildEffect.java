package dev.foldline.core.effect;

import dev.foldline.core.state.Item;

import io.vavr.control.Option;

/** An effect that concerns child runs. */
public sealed interface ChildEffect extends ExternalEffect {

    /**
     * Start a child run for an item. Its end arrives as an input.
     *
     * @param definition id of the artifact {@code definition}, which describes each item; none, as
     *     in older logs, if there is no such artifact
     */
    record SpawnChild(
            EffectKey key,
            String list,
            int index,
            Item item,
            String workflow,
            Option<String> definition)
            implements ChildEffect {

        @Override
        public String fingerprint() {
            return ChildEffect.super.fingerprint() + ":" + index;
        }
    }
}
