package dev.foldline.core.schedule;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;

/**
 * The number of agents that work now.
 *
 * @param held number for each workflow; a workflow without any is absent
 */
public record CurrentLoad(Map<String, Integer> held) {
    public static final CurrentLoad NONE = new CurrentLoad(HashMap.empty());

    public int whole() {
        return held.values().sum().intValue();
    }

    public int of(String workflow) {
        return held.getOrElse(workflow, 0);
    }

    public CurrentLoad granted(String workflow) {
        return new CurrentLoad(held.put(workflow, of(workflow) + 1));
    }

    public CurrentLoad released(String workflow) {
        return new CurrentLoad(
                of(workflow) > 1 ? held.put(workflow, of(workflow) - 1) : held.remove(workflow));
    }
}
