package dev.foldline.effects.agent;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agents a run may call, by name. A chain's entry {@code name:model} asks for an agent with a model.
 *
 * @param server the command of the server by which agents may hand in artifacts; empty if there is none
 */
public record AgentBook(Map<String, AgentDefinition> agents, List<String> server) {
    public AgentBook {
        agents = Map.copyOf(agents);
        server = List.copyOf(server);
    }

    /** Agents without a server. */
    public AgentBook(Map<String, AgentDefinition> agents) { this(agents, List.of()); }

    /** An agent and the model it is asked for. */
    public record Listing(AgentDefinition definition, Optional<String> model) {}

    public Optional<Listing> find(String entry) {
        int colon = entry.indexOf(':');
        var name = colon < 0 ? entry : entry.substring(0, colon);
        Optional<String> model = colon < 0 ? Optional.empty() : Optional.of(entry.substring(colon + 1));
        return Optional.ofNullable(agents.get(name)).map(definition -> new Listing(definition, model));
    }
}
