package dev.foldline.effects.log;

/**
 * What another source knows about the end of a log.
 *
 * @param source the source, as the user can find it: a file, or a row of the tables
 * @param position the position after the known line
 */
public record KnownHead(String source, LogPosition position) {}
