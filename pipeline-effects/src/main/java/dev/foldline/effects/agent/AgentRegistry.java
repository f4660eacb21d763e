package dev.foldline.effects.agent;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agents a run may call, by name. The chain entry {@code name:model} selects an agent with a
 * model.
 *
 * @param server the command of the server through which agents may submit artifacts; empty if there
 *     is none
 */
public record AgentRegistry(Map<String, AgentDefinition> agents, List<String> server) {
    public AgentRegistry {
        agents = Map.copyOf(agents);
        server = List.copyOf(server);
    }

    /** A registry without a server. */
    public AgentRegistry(Map<String, AgentDefinition> agents) {
        this(agents, List.of());
    }

    /** An agent and its requested model. */
    public record Listing(AgentDefinition definition, Optional<String> model) {}

    public Optional<Listing> find(String entry) {
        int colon = entry.indexOf(':');
        var name = colon < 0 ? entry : entry.substring(0, colon);
        Optional<String> model =
                colon < 0 ? Optional.empty() : Optional.of(entry.substring(colon + 1));
        return Optional.ofNullable(agents.get(name))
                .map(definition -> new Listing(definition, model));
    }
}
