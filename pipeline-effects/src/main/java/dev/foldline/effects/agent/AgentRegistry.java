package dev.foldline.effects.agent;

import dev.foldline.core.state.AgentReference;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.sandbox.SandboxPolicy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agents a run may call, by name. An entry of a chain is the text of an {@link AgentReference}.
 *
 * @param server the command of the server through which agents may submit artifacts; empty if there
 *     is none
 * @param sandbox what the calls of agents and checks can reach
 * @param traced whether each call gets its span as parent of its own spans
 */
public record AgentRegistry(
        Map<String, AgentDefinition> agents,
        List<String> server,
        SandboxPolicy sandbox,
        boolean traced) {
    public AgentRegistry {
        agents = Map.copyOf(agents);
        server = List.copyOf(server);
    }

    /** A registry whose calls are not traced. */
    public AgentRegistry(
            Map<String, AgentDefinition> agents, List<String> server, SandboxPolicy sandbox) {
        this(agents, server, sandbox, false);
    }

    /** A registry without a server and a sandbox. */
    public AgentRegistry(Map<String, AgentDefinition> agents) {
        this(agents, List.of());
    }

    /** A registry without a sandbox. */
    public AgentRegistry(Map<String, AgentDefinition> agents, List<String> server) {
        this(agents, server, SandboxPolicy.NONE);
    }

    /** Returns the same registry with other sandboxes. */
    public AgentRegistry with(SandboxPolicy other) {
        return new AgentRegistry(agents, server, other, traced);
    }

    /** Returns the same registry, whose calls are traced or not. */
    public AgentRegistry traced(boolean isTraced) {
        return new AgentRegistry(agents, server, sandbox, isTraced);
    }

    /**
     * An agent, its requested model, and the endpoint of the terminal it works in.
     *
     * @param definition that of a chat endpoint has the terminal's endpoint
     */
    public record Listing(
            AgentDefinition definition, Optional<String> model, AgentEndpoint endpoint) {}

    /** An endpoint that a definition names is an agent of its own. */
    private Optional<AgentDefinition> definition(String name) {
        return name.equals(ChatEndpoint.UNNAMED)
                ? Optional.of(AgentDefinition.Chat.of(ChatEndpoint.USUAL))
                : Optional.ofNullable(agents.get(name));
    }

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
        return definition(reference.name())
                .map(
                        definition ->
                                new Listing(
                                        endpoint.in(definition),
                                        reference.model().toJavaOptional(),
                                        endpoint));
    }
}
