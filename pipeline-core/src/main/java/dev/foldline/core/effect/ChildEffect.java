package dev.foldline.core.effect;

import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.Map;

/** An effect that concerns child runs. */
public sealed interface ChildEffect extends ExternalEffect {

    /**
     * Start a child run for an item. Its end arrives as an input.
     *
     * @param workflow the key of the child's workflow
     * @param artifacts the artifacts that the child starts with, by name, each with the hash of its
     *     content
     * @param budget what the child may use
     */
    record SpawnChild(
            EffectKey key,
            String list,
            int index,
            Item item,
            String workflow,
            Map<String, String> artifacts,
            Budget budget)
            implements ChildEffect {

        @Override
        public String fingerprint() {
            return ChildEffect.super.fingerprint() + ":" + index;
        }
    }
}
