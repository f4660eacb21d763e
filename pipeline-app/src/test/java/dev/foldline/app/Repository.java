package dev.foldline.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real git repository for a test. */
public final class Repository {
    private Repository() {}

    /** With one commit, and a user of its own. */
    public static Path withOneCommit(Path folder) throws IOException, InterruptedException {
        empty(folder);
        Files.writeString(folder.resolve("README.md"), "hello\n");
        git(folder, "add", "-A");
        git(folder, "commit", "-q", "-m", "first");
        return folder;
    }

    public static Path empty(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        git(folder, "init", "-q", "-b", "main");
        git(folder, "config", "user.name", "Somebody");
        git(folder, "config", "user.email", "somebody@example.org");
        return folder;
    }

    public static String git(Path folder, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.environment().put("HOME", folder.toString());
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(command + ": " + output);
        return output.strip();
    }
}
