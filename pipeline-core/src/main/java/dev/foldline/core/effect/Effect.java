package dev.foldline.core.effect;

/**
 * What to do next. Plain data that carries everything its handler needs. A {@link Deed} and an {@link Inline} effect are
 * work for a handler; {@link Control} is for the driver itself.
 */
public sealed interface Effect permits Deed, Inline, Control {}
