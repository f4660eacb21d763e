package dev.foldline.effects.agent;

import dev.foldline.core.workflow.CommandLine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How an agent is started. */
public sealed interface AgentDefinition {

    /**
     * Any program that works in the current folder. Its prompt is in the file {@code {prompt_file}} stands for, and on its
     * standard input.
     *
     * @param run may contain {@code {prompt_file}}, {@code {role}} and {@code {model}}
     * @param env names of environment variables it gets besides the usual ones
     * @param model what {@code {model}} stands for when the chain names none
     */
    record Program(CommandLine run, List<String> env, Optional<String> model) implements AgentDefinition {
        public Program {
            env = List.copyOf(env);
        }
    }

    /** A script that a child process plays: no model, no network, always the same. */
    record Scripted(Path script) implements AgentDefinition {}
}
