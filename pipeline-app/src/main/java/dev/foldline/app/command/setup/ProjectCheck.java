package dev.foldline.app.command.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a project is tested, by the build file at its top. The first that is there counts. */
enum ProjectCheck {
    MAVEN_WRAPPER("mvnw", "", "./mvnw -q verify"),
    MAVEN("pom.xml", "", "mvn -q verify"),
    GRADLE_WRAPPER("gradlew", "", "./gradlew check"),
    CARGO("Cargo.toml", "", "cargo test"),
    GO("go.mod", "", "go test ./..."),
    NPM("package.json", "\"test\"\\s*:", "npm test"),
    TOX("tox.ini", "", "tox"),
    PYTEST("pyproject.toml", "pytest", "python3 -m pytest"),
    MIX("mix.exs", "", "mix test"),
    MAKE("Makefile", "(?m)^test\\s*:", "make test");

    private static final int BYTES_MAX = 1_000_000;

    private final String file;
    private final Pattern content;
    private final String command;

    ProjectCheck(String file, String content, String command) {
        this.file = file;
        this.content = Pattern.compile(content);
        this.command = command;
    }

    String file() {
        return file;
    }

    /** The shell command. */
    String command() {
        return command;
    }

    /** Finds the check of the project in a folder. */
    static Optional<ProjectCheck> of(Path folder) throws IOException {
        for (var each : Arrays.asList(values()))
            if (each.fits(folder.resolve(each.file))) return Optional.of(each);
        return Optional.empty();
    }

    private boolean fits(Path path) throws IOException {
        if (!Files.isRegularFile(path) || Files.size(path) > BYTES_MAX) return false;
        return content.pattern().isEmpty() || content.matcher(Files.readString(path)).find();
    }
}
