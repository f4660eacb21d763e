package dev.foldline.effects.fleet;

/**
 * A lease and the git object that contains it. The object's name is what a push compares.
 *
 * @param object the full name of a commit
 */
public record LeaseEntry(RunLease lease, String object) {}
