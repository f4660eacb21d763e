package dev.foldline.app.config;

import dev.foldline.effects.agent.chat.ChatEndpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the configuration may name without defining it.
 *
 * @param phasesByWorkflow the workflows, each with the phases that can be gated, in order
 * @param builtInAgents the agents there are without a definition; each is of the kind it is named
 *     after
 * @param definedWorkflows the names of the workflow files in the folders for them
 */
public record Catalogue(
        Map<String, List<String>> phasesByWorkflow,
        Map<String, Cost> builtInAgents,
        List<String> definedWorkflows) {
    public Catalogue(Map<String, List<String>> phasesByWorkflow, Map<String, Cost> builtInAgents) {
        this(phasesByWorkflow, builtInAgents, List.of());
    }

    /** Returns the same, with these workflow files. */
    Catalogue with(WorkflowFolders folders) {
        return new Catalogue(phasesByWorkflow, builtInAgents, folders.names());
    }

    public Catalogue {
        definedWorkflows = List.copyOf(definedWorkflows);
        phasesByWorkflow = Map.copyOf(phasesByWorkflow);
        builtInAgents = Map.copyOf(builtInAgents);
    }

    /** What an agent says of what it has spent: that alone can be metered. */
    public enum Cost {
        MONEY_AND_TOKENS,
        TOKENS,
        UNKNOWN;

        /** Returns what a chat endpoint reports: its tokens, and with prices what they cost. */
        public static Cost of(Optional<ChatEndpoint.Prices> prices) {
            return prices.isPresent() ? MONEY_AND_TOKENS : TOKENS;
        }
    }
}
