package dev.foldline.effects.agent;

import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.agent.cli.EndpointVariables;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The endpoint of an agent in one terminal, and the variable with its key; both empty if the agent
 * uses its own settings.
 */
public record AgentEndpoint(Optional<String> baseUrl, Optional<String> keyVariable) {
    private static final EndpointVariables OF_COMMANDS =
            new EndpointVariables(
                    "FOLDLINE_BASE_URL",
                    List.of("FOLDLINE_API_KEY"),
                    List.of("FOLDLINE_API_KEY"),
                    List.of());

    boolean isNone() {
        return baseUrl.isEmpty() && keyVariable.isEmpty();
    }

    /** Returns the problem that prevents a call with this endpoint, if there is one. */
    public Optional<String> problem(AgentDefinition agent, Map<String, String> environment) {
        if (!isNone() && !(agent instanceof AgentDefinition.Chat) && variables(agent).isEmpty())
            return Optional.of("it takes its endpoint and key from its own settings only");
        return keyVariable
                .filter(name -> environment.getOrDefault(name, "").isBlank())
                .map(name -> "the variable " + name + " with its key is not set");
    }

    /** Returns the definition of the agent with this endpoint, where it is a part of it. */
    AgentDefinition in(AgentDefinition agent) {
        return agent instanceof AgentDefinition.Chat(var endpoint, var program)
                ? new AgentDefinition.Chat(of(endpoint), program)
                : agent;
    }

    private ChatEndpoint of(ChatEndpoint endpoint) {
        return new ChatEndpoint(
                baseUrl.map(URI::create).orElse(endpoint.baseUrl()),
                endpoint.model(),
                keyVariable.or(
                        () -> baseUrl.isPresent() ? Optional.empty() : endpoint.keyVariable()),
                endpoint.prices());
    }

    /**
     * Sets the variables that tell an agent its endpoint and key. The user's own keys are removed,
     * so that another endpoint does not receive them.
     *
     * @param environment the variables of a call, which are changed
     * @param user the user's variables
     */
    void applyTo(Map<String, String> environment, AgentDefinition agent, Map<String, String> user) {
        if (isNone()) return;
        variables(agent)
                .ifPresent(
                        names -> {
                            names.replaced(baseUrl.isPresent()).forEach(environment::remove);
                            baseUrl.ifPresent(url -> environment.put(names.baseUrl(), url));
                            keyVariable
                                    .map(user::get)
                                    .ifPresent(
                                            key ->
                                                    names.keys(baseUrl.isPresent())
                                                            .forEach(
                                                                    name ->
                                                                            environment.put(
                                                                                    name, key)));
                        });
    }

    private static Optional<EndpointVariables> variables(AgentDefinition agent) {
        return switch (agent) {
            case AgentDefinition.Known known -> known.adapter().endpoint();
            case AgentDefinition.Program _ -> Optional.of(OF_COMMANDS);
            case AgentDefinition.BuiltIn _, AgentDefinition.Chat _, AgentDefinition.Scripted _ ->
                    Optional.empty();
        };
    }
}
