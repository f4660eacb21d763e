package dev.foldline.app.config;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.source.ConfigurationProblem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configuration sources written to a temporary directory, and what becomes of them. */
final class ConfigFixture {
    static final Catalogue CATALOGUE =
            new Catalogue(
                    Map.of(
                            "ralph",
                            List.of("planning", "development", "review"),
                            "feature",
                            List.of("plan", "merge")),
                    Map.of("metered", Cost.MONEY_AND_TOKENS, "unmetered", Cost.UNKNOWN));

    private final Path directory;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<FlagValue> flags = new ArrayList<>();

    ConfigFixture(Path directory) {
        this.directory = directory;
        environment.put("XDG_CONFIG_HOME", directory.resolve("home").toString());
    }

    ConfigFixture file(String text) {
        return write(repository().resolve("foldline.yaml"), text);
    }

    ConfigFixture userFile(String text) {
        return write(userFile(), text);
    }

    ConfigFixture variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    ConfigFixture flag(FlagValue flag) {
        flags.add(flag);
        return this;
    }

    ConfigFixture set(String assignment) {
        return flag(FlagValue.set(assignment));
    }

    Path repository() {
        return directory.resolve("repository");
    }

    Path userFile() {
        return directory.resolve("home/foldline/config.yaml");
    }

    Configuration load() {
        return Configuration.load(Sources.of(repository(), environment, flags), CATALOGUE);
    }

    Settings settings() {
        return load().settings();
    }

    /**
     * Every problem as it is shown, the user's file shown as {@code USER}; empty if the
     * configuration is good.
     */
    List<String> problems() {
        try {
            load();
            return List.of();
        } catch (InvalidConfiguration invalid) {
            return invalid.problems().stream()
                    .map(ConfigurationProblem::describe)
                    .map(line -> line.replace(userFile().toString(), "USER"))
                    .toList();
        }
    }

    Optional<String> origin(String key) {
        return load().report().rows().stream()
                .filter(row -> row.key().equals(key))
                .findFirst()
                .map(row -> row.origin().describe().replace(userFile().toString(), "USER"));
    }

    private ConfigFixture write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
