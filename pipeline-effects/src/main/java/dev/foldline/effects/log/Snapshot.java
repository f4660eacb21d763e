package dev.foldline.effects.log;

/**
 * A state and the corresponding position in the log.
 *
 * @param at the position after the last event included in the state
 * @param state the state as JSON text
 */
public record Snapshot(LogPosition at, String state) {}
