package dev.foldline.core.schedule;

/**
 * A run that waits for a slot.
 *
 * @param run id of the run; it waits for one slot at a time
 * @param workflow the workflow it belongs to
 * @param arrival order of the requests; a smaller number is earlier
 */
public record WorkRequest(String run, String workflow, long arrival) {}
