package dev.foldline.core.effect;

/**
 * Work that touches the world outside the run's own files. Its intent is on disk before it begins; after a crash somebody
 * looks whether it was done.
 */
public sealed interface Deed extends Effect permits AgentEffect, CheckEffect, GitEffect, ChildEffect {

    Place place();

    /** The same for deeds that differ in counters only. */
    default String fingerprint() { return getClass().getSimpleName() + "@" + place().spot(); }
}
