package dev.foldline.app;

import dev.foldline.app.command.Host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The command line in this process: words in, exit code and both streams out. */
public final class Cli {
    private final Path directory;
    private final Map<String, String> environment = new HashMap<>();

    private Cli(Path directory) {
        this.directory = directory;
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
        environment.put("HOME", directory.toString());
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
    }

    public static Cli in(Path directory) {
        return new Cli(directory);
    }

    public Cli variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** What a command answered. */
    public record Answer(int exit, String out, String err) {}

    public Answer run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        try (var outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
                var errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            var host =
                    new Host(
                            outStream,
                            errStream,
                            environment,
                            new ByteArrayInputStream(new byte[0]),
                            directory,
                            false,
                            "foldline");
            int exit = Main.run(host, arguments);
            return new Answer(
                    exit,
                    out.toString(StandardCharsets.UTF_8),
                    err.toString(StandardCharsets.UTF_8));
        }
    }
}
