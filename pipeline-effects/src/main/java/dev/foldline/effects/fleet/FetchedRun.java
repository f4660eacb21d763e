package dev.foldline.effects.fleet;

import io.vavr.collection.Map;

/**
 * A run as it was published.
 *
 * @param tree the git tree of the working tree
 */
public record FetchedRun(
        PublishedRun objects,
        RunManifest manifest,
        byte[] log,
        Map<String, byte[]> blobs,
        Map<String, byte[]> exchanged,
        String tree) {}
