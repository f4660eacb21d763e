package dev.foldline.effects.fleet;

import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What another clone needs to know of a run in addition to its log.
 *
 * @param head the commit of HEAD
 * @param refs the run's private refs, with their commits
 * @param startedFrom the branch, tag or commit that the run's branch started from
 */
public record RunManifest(
        String run, String head, Map<String, String> refs, Option<String> startedFrom) {}
