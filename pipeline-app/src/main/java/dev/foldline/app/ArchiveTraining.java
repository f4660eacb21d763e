package dev.foldline.app;

import dev.foldline.app.command.AnswerStream;
import dev.foldline.app.command.Host;
import dev.foldline.app.demo.Demo;
import dev.foldline.effects.table.NativeLibrary;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the common commands once on the demo's repository, with agents that answer at once, so that
 * a JVM that archives its loaded classes has loaded all of them. It prints nothing and leaves only
 * the native library in the given folder. It exits with 1 if a command failed.
 */
public final class ArchiveTraining {
    private static final int SECONDS_MAX = 180;

    /** Pauses and resumes a run, and queries it. */
    private static final List<String> COMMANDS =
            List.of(
                    "version",
                    "--help",
                    "plan",
                    "run --until development",
                    "status",
                    "resume",
                    "status --json",
                    "log --oneline",
                    "log --graph",
                    "cost",
                    "status --all",
                    "workflow list",
                    "show",
                    "explain @:20",
                    "replay @ --verify",
                    "blame @ slots.retry",
                    "diff @:20 @",
                    "report",
                    "gates",
                    "mcp");

    private static final String CLIENT =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tour","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_status","arguments":{}}}
            """;

    private ArchiveTraining() {}

    public static void main(String[] folder) throws IOException, InterruptedException {
        Thread.ofPlatform().daemon().start(ArchiveTraining::giveUpInTime);
        System.console();
        var home = Files.createTempDirectory("foldline-tour-").toRealPath();
        var environment =
                Map.of(
                        "HOME",
                        home.toString(),
                        "PATH",
                        System.getenv().getOrDefault("PATH", ""),
                        "GIT_CONFIG_NOSYSTEM",
                        "1");
        var repository = Demo.repository(environment);
        shortenWaits(repository);
        boolean seen =
                COMMANDS.stream().allMatch(command -> succeeds(repository, environment, command));
        remove(repository);
        remove(home);
        if (folder.length > 0) NativeLibrary.into(Path.of(folder[0]));
        System.exit(seen ? 0 : 1);
    }

    /** A script in place of the player, which would be a JVM for each call. */
    private static void shortenWaits(Path repository) throws IOException {
        var agent =
                Files.writeString(
                        repository.resolve(".git/foldline-tour-agent.sh"),
                        Demo.resource("tour-agent.sh.txt"));
        Files.writeString(
                repository.resolve("foldline.yaml"),
                Demo.resource("tour.yaml").replace("AGENT", '"' + agent.toString() + '"'));
    }

    private static boolean succeeds(
            Path repository, Map<String, String> environment, String command) {
        try (var nowhere = AnswerStream.to(OutputStream.nullOutputStream())) {
            var client = new ByteArrayInputStream(CLIENT.getBytes(StandardCharsets.UTF_8));
            return Main.run(
                            new Host(
                                    nowhere,
                                    nowhere,
                                    environment,
                                    client,
                                    repository,
                                    false,
                                    "foldline"),
                            command.split(" "))
                    == 0;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    /** Never reports an observer, because a build waits for the result. */
    private static void giveUpInTime() {
        try {
            TimeUnit.SECONDS.sleep(SECONDS_MAX);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }
}
