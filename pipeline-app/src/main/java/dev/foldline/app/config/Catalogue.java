package dev.foldline.app.config;

import java.util.List;
import java.util.Map;

/**
 * What the configuration may name without defining it.
 *
 * @param phasesByWorkflow the workflows, each with the phases that can be gated, in order
 * @param builtInAgents the agents there are without a definition; each is of the kind it is named
 *     after
 */
public record Catalogue(
        Map<String, List<String>> phasesByWorkflow, Map<String, Cost> builtInAgents) {
    public Catalogue {
        phasesByWorkflow = Map.copyOf(phasesByWorkflow);
        builtInAgents = Map.copyOf(builtInAgents);
    }

    /** What an agent says of what it has spent: that alone can be metered. */
    public enum Cost {
        MONEY_AND_TOKENS,
        TOKENS,
        UNKNOWN
    }
}
