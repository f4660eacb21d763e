package dev.foldline.effects.log;

/**
 * A state and the place in the log it equals.
 *
 * @param at the place after the last event that went into the state
 * @param state the state as JSON text
 */
public record Snapshot(Position at, String state) {}
