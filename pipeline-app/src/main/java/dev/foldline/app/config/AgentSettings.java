package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfiguredCommand;
import dev.foldline.effects.agent.chat.ChatEndpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How an agent named in the configuration is started. */
public sealed interface AgentSettings {
    /**
     * Any program.
     *
     * @param env names of additional environment variables
     * @param model what {@code {model}} stands for when the chain names none
     */
    record Command(ConfiguredCommand run, List<String> env, Optional<String> model)
            implements AgentSettings {}

    /**
     * A supported command line.
     *
     * @param program the words before its arguments
     * @param env names of additional environment variables
     */
    record Known(
            String kind,
            Optional<ConfiguredCommand> program,
            List<String> env,
            Optional<String> model,
            Permission permission,
            Submission submission)
            implements AgentSettings {}

    /** A model behind a chat endpoint. */
    record Chat(ChatEndpoint endpoint) implements AgentSettings {}

    /** Plays a script in a child process; the path is absolute, the file may be missing. */
    record Scripted(Path script) implements AgentSettings {}

    /** What a supported command line may do without confirmation. */
    enum Permission {
        EDIT,
        ALL
    }

    /** How a supported command line submits artifacts. */
    enum Submission {
        FILE,
        MCP
    }
}
