package dev.foldline.core.effect;

/**
 * A short effect on the run's own files, or a read of the environment. It is idempotent, so it
 * needs no logged intent.
 */
public sealed interface LocalEffect extends Effect permits FileEffect, RunEffect {}
