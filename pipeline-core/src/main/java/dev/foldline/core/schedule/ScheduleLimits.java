package dev.foldline.core.schedule;

import io.vavr.collection.Map;

/**
 * Limits for concurrent work.
 *
 * @param whole limit of all workflows together
 * @param workflows lower limits of single workflows
 */
public record ScheduleLimits(int whole, Map<String, Integer> workflows) {

    /** Returns the limit of a workflow. */
    int of(String workflow) {
        return workflows.getOrElse(workflow, whole);
    }
}
