package dev.foldline.core.schedule;

/**
 * Somebody who waits to be let work.
 *
 * @param run who waits; it waits for one thing at a time
 * @param workflow to which it belongs
 * @param arrival the smaller, the earlier it asked
 */
public record Ask(String run, String workflow, long arrival) {}
