package dev.foldline.effects.process;

import dev.foldline.core.PipelineBug;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A child process to be run.
 *
 * @param command the program and its arguments; a program without a slash is looked up on the environment's {@code PATH}
 * @param directory where it runs
 * @param environment all it sees, besides the marker's variables; nothing is inherited
 * @param marker for whom it works
 * @param input what it reads
 * @param output where its two outputs are kept and how much of them
 * @param deadlines how long it may take
 */
public record ProcessSpec(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        Marker marker,
        Input input,
        OutputFiles output,
        Deadlines deadlines) {

    public ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new PipelineBug("a command needs a program");
        }
    }

    /** The same, run by a shell: what a string in the configuration means. */
    public static List<String> shell(String line) {
        return List.of("sh", "-c", line);
    }
}
