package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfiguredCommand;

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
            implements AgentSettings {
        public Command {
            env = List.copyOf(env);
        }
    }

    /**
     * A command line that is known.
     *
     * @param program the words before its arguments
     * @param env names of additional environment variables
     * @param permission {@code edit} or {@code all}
     * @param handIn {@code file} or {@code mcp}
     */
    record Known(
            String kind,
            Optional<ConfiguredCommand> program,
            List<String> env,
            Optional<String> model,
            String permission,
            String handIn)
            implements AgentSettings {
        public Known {
            env = List.copyOf(env);
        }
    }

    /** Plays a script in a child process; the path is absolute, the file may be missing. */
    record Scripted(Path script) implements AgentSettings {}
}
