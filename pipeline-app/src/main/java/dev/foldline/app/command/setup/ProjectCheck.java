package dev.foldline.app.command.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a project is tested, by the build file at its top and the lock file of its tool beside it.
 * The first that is there counts.
 */
enum ProjectCheck {
    MAVEN_WRAPPER("mvnw", "", "./mvnw -q verify", "", "~/.m2"),
    MAVEN("pom.xml", "", "mvn -q verify", "", "~/.m2"),
    GRADLE_WRAPPER("gradlew", "", "./gradlew check", "", "~/.gradle"),
    CARGO("Cargo.toml", "", "cargo test", "", "~/.cargo"),
    GO("go.mod", "", "go test ./...", "", "~/.cache/go-build", "~/go"),
    PNPM("package.json", "\"test\"\\s*:", "pnpm test", "pnpm-lock.yaml", "~/.local/share/pnpm"),
    YARN("package.json", "\"test\"\\s*:", "yarn test", "yarn.lock", "~/.cache/yarn", "~/.yarn"),
    BUN("package.json", "\"test\"\\s*:", "bun run test", "bun.lock", "~/.bun"),
    NPM("package.json", "\"test\"\\s*:", "npm test", "", "~/.npm"),
    TOX("tox.ini", "", "tox", "", "~/.cache"),
    UV("pyproject.toml", "pytest", "uv run pytest", "uv.lock", "~/.cache/uv"),
    POETRY("pyproject.toml", "pytest", "poetry run pytest", "poetry.lock", "~/.cache/pypoetry"),
    PYTEST("pyproject.toml", "pytest", "python3 -m pytest", "", "~/.cache/pip"),
    MIX("mix.exs", "", "mix test", "", "~/.mix", "~/.hex"),
    MAKE("Makefile", "(?m)^test\\s*:", "make test", "");

    private static final int BYTES_MAX = 1_000_000;

    private final String file;
    private final Pattern content;
    private final String command;
    private final String lockFile;

    private final List<String> caches;

    ProjectCheck(String file, String content, String command, String lockFile, String... caches) {
        this.caches = List.of(caches);
        this.file = file;
        this.content = Pattern.compile(content);
        this.command = command;
        this.lockFile = lockFile;
    }

    String file() {
        return file;
    }

    /** The shell command. */
    String command() {
        return command;
    }

    /** Where the build tool keeps what it has downloaded and built, as grants name it. */
    List<String> caches() {
        return caches;
    }

    /** Finds the check of the project in a folder. */
    static Optional<ProjectCheck> of(Path folder) throws IOException {
        for (var each : Arrays.asList(values()))
            if (each.fits(folder.resolve(each.file)) && each.isLocked(folder))
                return Optional.of(each);
        return Optional.empty();
    }

    private boolean isLocked(Path folder) {
        return lockFile.isEmpty() || Files.exists(folder.resolve(lockFile));
    }

    private boolean fits(Path path) throws IOException {
        if (!Files.isRegularFile(path) || Files.size(path) > BYTES_MAX) return false;
        return content.pattern().isEmpty() || content.matcher(Files.readString(path)).find();
    }
}
