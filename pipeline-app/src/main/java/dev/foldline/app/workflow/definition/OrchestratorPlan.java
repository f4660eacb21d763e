package dev.foldline.app.workflow.definition;

import dev.foldline.core.state.AgentReference;
import dev.foldline.effects.agent.chat.ChatEndpoint;

import io.vavr.control.Option;

import java.util.Optional;

/**
 * The model that advises the tasks of a workflow: an agent of the configuration, or an endpoint. A
 * start checks it, so that a definition can be created without it.
 *
 * @param agent the agent's name, with a model behind a colon if it is to have another one
 * @param endpoint the endpoint that is used without an agent
 */
public record OrchestratorPlan(Optional<String> agent, Endpoint endpoint) {

    /**
     * An endpoint.
     *
     * @param keyVariable the name of the variable with its key, never a key
     */
    public record Endpoint(
            Optional<String> apiType,
            Optional<String> baseUrl,
            Optional<String> model,
            Optional<String> keyVariable) {

        public boolean isEmpty() {
            return apiType.isEmpty()
                    && baseUrl.isEmpty()
                    && model.isEmpty()
                    && keyVariable.isEmpty();
        }

        String address() {
            return baseUrl.orElse(ChatEndpoint.BASE_URL);
        }
    }

    /** Reads the group {@code orchestrator}; empty if it is not enabled. */
    static Option<OrchestratorPlan> read(FieldGroup group, boolean enabled) {
        var plan =
                new OrchestratorPlan(
                        group.text("agent"),
                        new Endpoint(
                                group.text("api_type"),
                                group.text("base_url"),
                                group.text("model"),
                                group.text("api_key_env")));
        group.refuseOthers();
        return enabled ? Option.of(plan) : Option.none();
    }

    /** Returns the agent as a chain names it. */
    public String entry() {
        return agent.orElseGet(
                () ->
                        new AgentReference(
                                        ChatEndpoint.UNNAMED,
                                        Option.of(endpoint.model().orElse(ChatEndpoint.MODEL)),
                                        Option.of(endpoint.address()),
                                        Option.ofOptional(endpoint.keyVariable()))
                                .text());
    }
}
