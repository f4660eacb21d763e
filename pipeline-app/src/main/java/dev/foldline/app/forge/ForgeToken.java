package dev.foldline.app.forge;

import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.process.OwnChildren;
import dev.foldline.effects.process.Programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Reads the token of a forge: from a variable, from gh for GitHub, or from git's credential helper.
 * It is never an argument of a program, and no agent gets the variables.
 *
 * @param host the host of the forge, as gh and git know it
 */
record ForgeToken(ForgeKind kind, String host, Path root, Map<String, String> environment)
        implements ForgeAccess.Token {
    private static final long SECONDS_MAX = 20;

    @Override
    public Optional<String> read() {
        return kind.variables().stream()
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .findFirst()
                .or(this::login)
                .or(this::credential);
    }

    private Optional<String> login() {
        return kind == ForgeKind.GITHUB
                ? output(List.of("gh", "auth", "token", "--hostname", host), "")
                : Optional.empty();
    }

    private Optional<String> credential() {
        return output(List.of("git", "credential", "fill"), "protocol=https\nhost=" + host + "\n\n")
                .flatMap(
                        answer ->
                                answer.lines()
                                        .filter(line -> line.startsWith("password="))
                                        .map(line -> line.substring("password=".length()))
                                        .filter(password -> !password.isBlank())
                                        .findFirst());
    }

    private Optional<String> output(List<String> command, String input) {
        var path = environment.getOrDefault("PATH", "");
        var program = Programs.find(command.getFirst(), path, root);
        if (program.isEmpty()) return Optional.empty();
        var words = new ArrayList<>(command);
        words.set(0, program.get().toString());
        var builder = new ProcessBuilder(words).directory(root.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("GIT_TERMINAL_PROMPT", "0");
        builder.environment().put("GIT_ASKPASS", "true");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            var process = OwnChildren.start(builder);
            try (var out = process.getOutputStream()) {
                out.write(input.getBytes(StandardCharsets.UTF_8));
            }
            var text =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                            .strip();
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
            else if (process.exitValue() == 0 && !text.isEmpty()) return Optional.of(text);
        } catch (IOException unusable) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
