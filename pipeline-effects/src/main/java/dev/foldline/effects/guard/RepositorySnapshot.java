package dev.foldline.effects.guard;

import dev.foldline.effects.files.FileBaseline;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;

/**
 * A snapshot of what an agent must not change, taken before its call.
 *
 * @param ticket ticket of the call
 * @param hooks the folders whose files git runs
 * @param files the files that tell git what to do and what to run, including hooks
 * @param ground the facts of the repository, by name
 * @param refs the branches the run relies on
 * @param worktrees the other working trees of the repository
 * @param papers the user's files for Foldline
 * @param kept a fingerprint of each path with the user's uncommitted work
 * @param saved the ref that holds that work
 * @param locks the existing lock files of git
 */
public record RepositorySnapshot(
        long ticket,
        Vector<FileBaseline> hooks,
        Vector<FileBaseline> files,
        Map<String, String> ground,
        RunRefs refs,
        OtherWorktrees worktrees,
        Vector<FileBaseline> papers,
        Map<String, String> kept,
        String saved,
        Vector<String> locks) {}
