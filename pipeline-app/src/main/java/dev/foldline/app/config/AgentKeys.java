package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;
import dev.foldline.app.config.key.Group;
import dev.foldline.effects.agent.chat.ChatEndpoint;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of an agent that the user defines. */
public record AgentKeys(
        @Doc(
                        "Kind of agent: any program, one that speaks the Agent Client Protocol, a"
                            + " chat endpoint, a script, or a supported agent CLI. A supported CLI"
                            + " needs no definition if the agent has its name.")
                @ConfigKey(form = Form.KIND)
                Optional<String> kind,
        @Doc(
                        "For a command: the program to start; {prompt_file} is the path of the"
                                + " prompt. For acp: the program that speaks the protocol. For a"
                                + " supported agent CLI: the program and its first arguments"
                                + " (default: its name).")
                @ConfigKey(
                        kinds = {"command", "acp", "cli"},
                        neededBy = {"command", "acp"})
                Optional<ConfiguredCommand> run,
        @Doc("For a scripted agent: the script, relative to this configuration file.")
                @ConfigKey(kinds = "scripted", neededBy = "scripted")
                Optional<Path> script,
        @Doc("Additional environment variables for this agent; not allowed for a scripted agent.")
                @ConfigKey(
                        form = Form.VARIABLE,
                        range = "0..200",
                        kinds = {"command", "acp", "cli"})
                List<String> env,
        @Doc(
                        "The model when a role names none: the value of {model} in a command, or"
                                + " the model that a chat endpoint or a supported agent CLI uses.")
                @ConfigKey(
                        form = Form.MODEL,
                        kinds = {"command", "acp", "cli", "openai"},
                        neededBy = "openai")
                Optional<String> model,
        @Doc(
                        "For a supported agent CLI, and for acp: what it may do without"
                                + " confirmation. all allows every command.")
                @ConfigKey(
                        standard = "edit",
                        kinds = {"acp", "cli"})
                AgentSettings.Permission permission,
        @Doc(
                        "For a supported agent CLI, and for acp: how it submits artifacts. mcp"
                            + " starts Foldline's MCP server with it; not for gemini, which reads"
                            + " only its own settings.")
                @ConfigKey(
                        standard = "file",
                        kinds = {"acp", "cli"})
                AgentSettings.Submission submit,
        @Group("") Endpoint endpoint,
        SandboxKeys.Override sandbox) {
    /** How a chat endpoint is reached. */
    public record Endpoint(
            @Doc(
                            "For a chat endpoint: its address before /chat/completions. Any server"
                                    + " that is compatible with OpenAI's.")
                    @ConfigKey(
                            standard = ChatEndpoint.BASE_URL,
                            form = Form.ADDRESS,
                            kinds = "openai")
                    String baseUrl,
            @Doc(
                            "For a chat endpoint: the name of the environment variable with its"
                                    + " key. Without one, no key is sent.")
                    @ConfigKey(form = Form.VARIABLE, kinds = "openai")
                    Optional<String> apiKeyEnv,
            Prices prices) {}

    /** What the tokens of a model cost. */
    public record Prices(
            @Doc(
                            "For a chat endpoint: price of a million input tokens, in US dollars."
                                    + " With both prices, the agent reports its cost.")
                    @ConfigKey(range = "0..100000", kinds = "openai")
                    Optional<BigDecimal> input,
            @Doc("For a chat endpoint: price of a million output tokens, in US dollars.")
                    @ConfigKey(range = "0..100000", kinds = "openai")
                    Optional<BigDecimal> output) {
        Optional<ChatEndpoint.Prices> both() {
            return input.flatMap(in -> output.map(out -> new ChatEndpoint.Prices(in, out)));
        }
    }

    /** How the agent is started. One without a kind is of the kind it is named after. */
    AgentSettings settings(String name) {
        return switch (kind.orElse(name)) {
            case "command" -> new AgentSettings.Command(run.orElseThrow(), env, model);
            case "openai" ->
                    new AgentSettings.Chat(
                            new ChatEndpoint(
                                    URI.create(endpoint.baseUrl()),
                                    model.orElseThrow(),
                                    endpoint.apiKeyEnv(),
                                    endpoint.prices().both()));
            case "scripted" -> new AgentSettings.Scripted(script.orElseThrow());
            case String known ->
                    new AgentSettings.Known(known, run, env, model, permission, submit);
        };
    }
}
