package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.CommandLine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A child process to run.
 *
 * @param command the program and its arguments; a program without a slash is looked up on the
 *     environment's {@code PATH}
 * @param directory its working directory
 * @param environment its complete environment except the marker's variables; nothing is inherited
 * @param marker the run and ticket it works for
 * @param input its standard input
 * @param output where its outputs are kept, and their limit
 * @param deadlines its deadlines
 * @param launcher the words before the program that start it, for example in a sandbox; none if it
 *     is started directly
 */
public record ProcessSpec(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        ProcessMarker marker,
        ProcessInput input,
        OutputFiles output,
        Deadlines deadlines,
        List<String> launcher) {

    public ProcessSpec {
        launcher = List.copyOf(launcher);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new PipelineBug("a command needs a program");
        }
    }

    /** Returns the same process, started by these words. */
    public ProcessSpec startedBy(List<String> words) {
        return new ProcessSpec(
                command, directory, environment, marker, input, output, deadlines, words);
    }

    /** Returns the words of a command. */
    public static List<String> words(CommandLine command) {
        return switch (command) {
            case CommandLine.Shell(var line) -> shell(line);
            case CommandLine.Submitted(var line) -> shell(line);
            case CommandLine.Arguments(var given) -> given.asJava();
            case CommandLine.Check(_, var run, _) -> words(run);
        };
    }

    /** Returns the command for a shell line, as used in the configuration. */
    public static List<String> shell(String line) {
        return List.of("sh", "-c", line);
    }
}
