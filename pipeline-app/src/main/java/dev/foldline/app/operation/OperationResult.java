package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.output.TextStyle;

import java.io.IOException;
import java.util.Map;

/**
 * What an operation returns.
 *
 * @param document the same for every front end: a value that {@link
 *     dev.foldline.app.output.JsonOutput} can write
 * @param text what the command line prints without {@code --json}, with its line feeds
 * @param exit the exit code of the command
 */
public record OperationResult(Map<String, ?> document, Text text, ExitCode exit) {

    /** Writes the text when the command line prints it. */
    @FunctionalInterface
    public interface Text {
        String in(TextStyle style) throws IOException, InterruptedException;
    }

    public static OperationResult of(Map<String, ?> document, Text text) {
        return new OperationResult(document, text, ExitCode.DONE);
    }
}
