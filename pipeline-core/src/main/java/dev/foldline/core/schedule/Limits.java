package dev.foldline.core.schedule;

import io.vavr.collection.Map;

/**
 * How many may work at once.
 *
 * @param whole of all workflows together
 * @param workflows of one of them, where that is fewer
 */
public record Limits(int whole, Map<String, Integer> workflows) {

    /** How many of a workflow may work at once. */
    int of(String workflow) { return workflows.getOrElse(workflow, whole); }
}
