package dev.foldline.core.effect;

/**
 * What to do next. An effect is plain data with everything its handler needs. Handlers carry out an
 * {@link ExternalEffect} or a {@link LocalEffect}; the driver itself carries out {@link Control}.
 */
public sealed interface Effect permits ExternalEffect, LocalEffect, Control {}
