package dev.foldline.core.effect;

/**
 * An effect outside the run's own files. Its intent is logged before it starts. After a crash the
 * reconciler checks whether it was completed.
 */
public sealed interface ExternalEffect extends Effect
        permits AgentEffect, CheckEffect, GitEffect, ForgeEffect, ChildEffect, ChangeEffect {

    EffectKey key();

    /** Returns a value that is equal for effects that differ only in their counters. */
    default String fingerprint() {
        return getClass().getSimpleName() + "@" + key().spot();
    }
}
