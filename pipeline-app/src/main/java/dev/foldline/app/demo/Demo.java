package dev.foldline.app.demo;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.TaskText;
import dev.foldline.core.PipelineBug;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A small throw-away repository and a script that plays all agents: the whole of {@code ralph},
 * without a key or a network.
 */
public final class Demo {
    private Demo() {}

    private static final List<String> FILES = List.of("greet.sh", "test.sh", "README.md");
    private static final String TEST = "world.sh";
    private static final long GIT_SECONDS_MAX = 60;

    /** Makes the repository in a new folder. */
    public static Path repository(Map<String, String> environment)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("foldline-demo-").toRealPath();
        git(folder, environment, "init", "-q", "-b", "main");
        git(folder, environment, "config", "user.name", "Foldline demo");
        git(folder, environment, "config", "user.email", "demo@example.org");
        git(folder, environment, "config", "commit.gpgsign", "false");
        for (String file : FILES) Files.writeString(folder.resolve(file), resource(file + ".txt"));
        Files.writeString(
                Files.createDirectory(folder.resolve("tests")).resolve(TEST),
                resource(TEST + ".txt"));
        git(folder, environment, "add", "-A");
        git(folder, environment, "commit", "-q", "-m", "Greet the world");
        Path script =
                Files.writeString(
                        folder.resolve(".git").resolve("foldline-demo-script.json"),
                        resource("script.json"));
        Files.writeString(
                folder.resolve("foldline.yaml"),
                resource("foldline.yaml").replace("SCRIPT", '"' + script.toString() + '"'));
        Files.writeString(folder.resolve(TaskText.FILE), resource("PROMPT.md.txt"));
        return folder;
    }

    private static void git(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        environment.forEach(
                (name, value) -> {
                    if (!name.startsWith("GIT_")) builder.environment().put(name, value);
                });
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(GIT_SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0)
            throw new UserError(
                    "git " + arguments[0] + " failed: " + output.strip(),
                    folder.toString(),
                    "foldline doctor",
                    ExitCode.FAILED);
    }

    public static String resource(String name) {
        try (InputStream in = Demo.class.getResourceAsStream("/dev/foldline/app/demo/" + name)) {
            if (in == null) throw new PipelineBug("missing resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PipelineBug("unreadable resource " + name, unreadable);
        }
    }
}
