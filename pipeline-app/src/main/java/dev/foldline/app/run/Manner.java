package dev.foldline.app.run;

import java.util.Optional;

/**
 * How a driver behaves where a run would leave it.
 *
 * @param waits whether to stay at gates and limits instead of leaving the run parked
 * @param until the phase before which to pause
 */
public record Manner(boolean waits, Optional<String> until) {}
