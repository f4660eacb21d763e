package dev.foldline.effects.fleet;

/**
 * What a lease shows of its run.
 *
 * @param seq the last event
 * @param state the state in words
 */
public record PublishedStatus(long seq, String workflow, String state) {}
