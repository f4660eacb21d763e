package dev.foldline.app.repository;

import dev.foldline.core.PipelineState;

/** The state of a run after one of its events. */
public record Point(long seq, PipelineState state) {}
