package dev.foldline.app.config;

import java.util.List;
import java.util.Map;

/**
 * What the configuration may name without defining it.
 *
 * @param phasesByWorkflow the workflows, each with the phases that can be gated, in order
 * @param builtInAgents the agents there are without a definition
 */
public record Catalogue(Map<String, List<String>> phasesByWorkflow, Map<String, Cost> builtInAgents) {
    public Catalogue {
        phasesByWorkflow = Map.copyOf(phasesByWorkflow);
        builtInAgents = Map.copyOf(builtInAgents);
    }

    /** Whether an agent says what it has spent; money can be metered only then. */
    public enum Cost {
        REPORTED,
        UNKNOWN
    }
}
