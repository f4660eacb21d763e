package dev.foldline.core.effect;

/** Quick work on the run's own files, or a look at the world. Doing it twice does no harm, so it needs no intent. */
public sealed interface Inline extends Effect permits FileEffect, RunEffect {}
