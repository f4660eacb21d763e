package dev.foldline.app.workflow;

import dev.foldline.app.config.AgentSettings;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.workflow.definition.DefinitionReader;
import dev.foldline.app.workflow.definition.OrchestratorPlan;
import dev.foldline.core.state.AgentReference;
import dev.foldline.effects.store.RunDirectory;

import java.util.Map;
import java.util.Optional;

/** Checks, before a workflow starts, that the model that orchestrates it can be called. */
record OrchestratorCheck(
        RunDirectory workflow, OrchestratorPlan plan, Map<String, String> environment) {
    private static final String OPENAI = "openai";

    /**
     * @throws UserError if it cannot be called
     */
    void refuse(Settings settings) {
        if (plan.agent().isPresent()) refuse(settings, plan.agent().get());
        else refuse(plan.endpoint());
    }

    private void refuse(Settings settings, String agent) {
        if (!plan.endpoint().isEmpty())
            throw invalid("it names an agent and an endpoint", "keep one of them");
        var name = AgentReference.of(agent).name();
        var configured = settings.team().agents().get(name);
        if (configured == null)
            throw invalid(
                    "there is no agent '" + name + "'",
                    "define it in foldline.yaml, below agents: with kind: openai");
        if (!(configured instanceof AgentSettings.Chat(var endpoint)))
            throw invalid(
                    "the agent '" + name + "' is not of the kind openai",
                    "name an agent without tools: a model behind a chat endpoint");
        if (endpoint.missingKey(environment).isPresent()) throw withoutKey(endpoint.keyVariable());
    }

    private void refuse(OrchestratorPlan.Endpoint endpoint) {
        var type = endpoint.apiType().orElse(OPENAI);
        if (!type.equals(OPENAI))
            throw invalid("api_type is '" + type + "'", "write api_type: openai");
        if (endpoint.baseUrl().filter(url -> !DefinitionReader.isAddress(url)).isPresent())
            throw invalid(
                    "base_url is no http or https address without user, query and fragment",
                    "write one, such as https://llm.example.com/v1");
        if (endpoint.model().filter(String::isBlank).isPresent())
            throw invalid("model is empty", "name one: model: gpt-4o");
        var key = endpoint.keyVariable();
        if (key.filter(name -> !DefinitionReader.isKeyVariable(name)).isPresent())
            throw invalid(
                    "api_key_env is no name of a variable for a key",
                    DefinitionReader.KEY_VARIABLE);
        if (key.filter(name -> !environment.getOrDefault(name, "").isBlank()).isEmpty())
            throw withoutKey(key);
    }

    private UserError withoutKey(Optional<String> variable) {
        return new UserError(
                "Orchestrator API key not configured for workflow " + workflow.id(),
                workflow.path().toString(),
                variable.map(name -> "set the variable " + name)
                        .orElse("name the variable with the key: api_key_env: OPENAI_API_KEY"),
                ExitCode.FAILED);
    }

    private UserError invalid(String problem, String remedy) {
        return new UserError(
                "Invalid orchestrator config: " + problem,
                workflow.path().toString(),
                remedy,
                ExitCode.FAILED);
    }
}
