package dev.foldline.app.command;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * The process a command runs in, as values, so that a test can be one.
 *
 * @param directory where the user stands
 * @param terminal whether a person looks at {@code out} and types into {@code in}
 * @param called what the user typed to call us
 */
public record Host(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        InputStream in,
        Path directory,
        boolean terminal,
        String called) {
    public Host {
        environment = Map.copyOf(environment);
        directory = directory.toAbsolutePath().normalize();
    }

    /** The same process with other streams. */
    Host printing(PrintStream elsewhere, PrintStream aside) {
        return new Host(elsewhere, aside, environment, in, directory, terminal, called);
    }
}
