package dev.foldline.effects.agent;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Asked.Permission;
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

    /**
     * A command line that we know.
     *
     * @param program the words before its arguments
     * @param env names of environment variables it gets besides the usual ones and those its adapter names
     */
    record Known(Adapter adapter, List<String> program, List<String> env, Optional<String> model, Permission permission, HandIn handIn)
            implements AgentDefinition {
        public Known {
            program = List.copyOf(program);
            env = List.copyOf(env);
        }

        /** As it is on the path, allowed to edit. */
        public static Known of(Adapter adapter) {
            return new Known(adapter, List.of(adapter.name()), List.of(), Optional.empty(), Permission.EDIT, HandIn.FILE);
        }
    }

    /** The program that is started for it. */
    default String starts() {
        return switch (this) {
            case Scripted _ -> Path.of(System.getProperty("java.home"), "bin", "java").toString();
            case Known known -> known.program().getFirst();
            case Program(CommandLine.Arguments(var words), _, _) -> words.head();
            case Program(CommandLine.HandedIn _, _, _), Program(CommandLine.Shell _, _, _) -> "sh";
        };
    }

    /** The model it is asked for when a chain names none; its own choice if none. */
    default Optional<String> usualModel() {
        return switch (this) {
            case Scripted _      -> Optional.empty();
            case Known known     -> known.model();
            case Program program -> program.model();
        };
    }

    /** How artifacts are handed in. */
    enum HandIn {
        /** As files, where the prompt says. */
        FILE,
        /** As files, or by way of our own server. */
        MCP
    }

    /** A script that a child process plays: no model, no network, always the same. */
    record Scripted(Path script) implements AgentDefinition {}
}
