package dev.foldline.app.run;

/**
 * How a driver behaves where a run would leave it.
 *
 * @param waits whether to stay at gates and limits instead of leaving the run parked
 */
public record Manner(boolean waits) {}
