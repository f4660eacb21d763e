package dev.foldline.effects.recording;

/**
 * The branch onto which a run is rebased, or into which it is merged, at some time.
 *
 * @param name a local branch, {@code origin/x}, or another revision
 * @param commit its commit
 */
public record RecordedBranch(String name, String commit) {}
