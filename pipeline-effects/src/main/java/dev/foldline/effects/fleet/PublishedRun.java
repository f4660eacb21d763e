package dev.foldline.effects.fleet;

/**
 * What is published of a run in addition to its lease.
 *
 * @param log the commit with the log, blobs and exchanged files
 * @param work the commit with the unfinished work
 * @param end up to where the log is published, in bytes
 */
public record PublishedRun(String log, String work, long end) {}
