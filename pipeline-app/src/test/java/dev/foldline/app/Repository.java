package dev.foldline.app;

import dev.foldline.effects.memory.FolderTemplate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real git repository for a test. */
public final class Repository {
    private Repository() {}

    private static final FolderTemplate EMPTY = new FolderTemplate(Repository::initialize);
    private static final FolderTemplate WITH_ONE_COMMIT =
            new FolderTemplate(
                    folder -> {
                        initialize(folder);
                        Files.writeString(folder.resolve("README.md"), "hello\n");
                        git(folder, "add", "-A");
                        git(folder, "commit", "-q", "-m", "first");
                    });

    /** With one commit, and a user of its own. */
    public static Path withOneCommit(Path folder) throws IOException {
        return WITH_ONE_COMMIT.copyTo(folder);
    }

    public static Path empty(Path folder) throws IOException {
        return EMPTY.copyTo(folder);
    }

    private static void initialize(Path folder) throws IOException, InterruptedException {
        git(folder, "init", "-q", "-b", "main", "--template=");
        git(folder, "config", "user.name", "Somebody");
        git(folder, "config", "user.email", "somebody@example.org");
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
