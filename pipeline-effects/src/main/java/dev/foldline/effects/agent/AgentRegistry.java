package dev.foldline.effects.agent;

import dev.foldline.core.state.AgentReference;
import dev.foldline.core.workflow.Attempts;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agents a run may call, by name. An entry of a chain is the text of an {@link AgentReference}.
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

    /**
     * An agent, its requested model, and the endpoint of the terminal it works in.
     *
     * @param definition that of a chat endpoint has the terminal's endpoint
     */
    public record Listing(
            AgentDefinition definition, Optional<String> model, AgentEndpoint endpoint) {}

    public Optional<Listing> find(String entry) {
        if (entry.startsWith(Attempts.AGENT + ":"))
            return Optional.of(
                    new Listing(
                            new AgentDefinition.BuiltIn(),
                            Optional.of(entry.substring(Attempts.AGENT.length() + 1)),
                            new AgentEndpoint(Optional.empty(), Optional.empty())));
        var reference = AgentReference.of(entry);
        var endpoint =
                new AgentEndpoint(
                        reference.baseUrl().toJavaOptional(),
                        reference.keyVariable().toJavaOptional());
        return Optional.ofNullable(agents.get(reference.name()))
                .map(
                        definition ->
                                new Listing(
                                        endpoint.in(definition),
                                        reference.model().toJavaOptional(),
                                        endpoint));
    }
}
