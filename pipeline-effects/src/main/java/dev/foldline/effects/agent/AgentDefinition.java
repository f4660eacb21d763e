package dev.foldline.effects.agent;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.agent.chat.ChatProgram;
import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.CallRequest.Permission;
import dev.foldline.effects.process.OwnJvm;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How an agent is started. */
public sealed interface AgentDefinition {

    /**
     * Any program that works in the current folder. It gets the prompt in the file that {@code
     * {prompt_file}} names, and on its standard input.
     *
     * @param run may contain {@code {prompt_file}}, {@code {role}} and {@code {model}}
     * @param env names of additional environment variables
     * @param model the value of {@code {model}} if the chain names none
     */
    record Program(CommandLine run, List<String> env, Optional<String> model)
            implements AgentDefinition {
        public Program {
            env = List.copyOf(env);
        }
    }

    /**
     * A supported agent CLI.
     *
     * @param program the words before its arguments
     * @param env names of environment variables in addition to the default ones and those of its
     *     adapter
     */
    record Known(
            Adapter adapter,
            List<String> program,
            List<String> env,
            Optional<String> model,
            Permission permission,
            HandIn handIn)
            implements AgentDefinition {
        public Known {
            program = List.copyOf(program);
            env = List.copyOf(env);
        }

        /** Returns the definition of an agent on the path with permission to edit. */
        public static Known of(Adapter adapter) {
            return new Known(
                    adapter,
                    List.of(adapter.name()),
                    List.of(),
                    Optional.empty(),
                    Permission.EDIT,
                    HandIn.FILE);
        }
    }

    /** Returns the program that is started. */
    default String starts() {
        return switch (this) {
            case BuiltIn _ -> "foldline";
            case Scripted scripted -> scripted.player().getFirst();
            case Chat chat -> chat.program().getFirst();
            case Known known -> known.program().getFirst();
            case Program(CommandLine.Arguments(var words), _, _) -> words.head();
            case Program(CommandLine.Submitted _, _, _), Program(CommandLine.Shell _, _, _) -> "sh";
            case Program(CommandLine.Check(_, var run, _), var env, var model) ->
                    new Program(run, env, model).starts();
        };
    }

    /** Returns the model used if a chain names none; the agent's default if none. */
    default Optional<String> usualModel() {
        return switch (this) {
            case BuiltIn _, Scripted _ -> Optional.empty();
            case Chat chat -> Optional.of(chat.endpoint().model());
            case Known known -> known.model();
            case Program program -> program.model();
        };
    }

    /** How artifacts are submitted. */
    enum HandIn {
        /** As files at the paths in the prompt. */
        FILE,
        /** As files, or through Foldline's MCP server. */
        MCP
    }

    /**
     * A model behind a chat endpoint. It has no tools and reads no files: its prompt contains the
     * run's changes, and its answer is the artifact.
     *
     * @param program the command that asks the model, without the endpoint
     */
    record Chat(ChatEndpoint endpoint, List<String> program) implements AgentDefinition {
        public Chat {
            program = List.copyOf(program);
        }

        /** Returns an agent whose calls are made by a child process. */
        public static Chat of(ChatEndpoint endpoint) {
            return new Chat(endpoint, OwnJvm.starting(ChatProgram.PROGRAM));
        }
    }

    /** The agent of Foldline for several attempts, which is no program and calls no model. */
    record BuiltIn() implements AgentDefinition {}

    /**
     * A script played by a child process: no model, no network, and always the same result.
     *
     * @param player the command that plays it, without the path of the script
     */
    record Scripted(Path script, List<String> player) implements AgentDefinition {
        public Scripted {
            player = List.copyOf(player);
        }
    }
}
