package dev.foldline.effects.fleet;

import io.vavr.collection.Map;

/**
 * A run at a moment when no effect is in progress.
 *
 * @param offset where {@code log} starts in the run's log
 * @param log the lines that have not been published yet
 * @param blobs the blobs that these lines name
 * @param exchanged the files of the exchange folder, which agents have written
 * @param tree the git tree of the working tree
 */
public record RunCapture(
        long offset,
        byte[] log,
        Map<String, byte[]> blobs,
        Map<String, byte[]> exchanged,
        RunManifest manifest,
        String tree) {}
