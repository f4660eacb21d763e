package dev.foldline.app.run;

import java.util.Optional;

/**
 * How a driver behaves where a run would leave it.
 *
 * @param waits whether to stay at gates and limits instead of leaving the run parked
 * @param until the phase before which to pause
 * @param preApproved the phase whose next gate is approved unseen, since a person said so beforehand
 */
public record Manner(boolean waits, Optional<String> until, Optional<String> preApproved) {}
