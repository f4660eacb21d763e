package dev.foldline.effects.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds programs as an operating system does. */
public final class Programs {
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private Programs() {}

    /**
     * Returns the executable file of a program.
     *
     * @param name with a slash, a path relative to {@code directory}; without, a name to look up
     * @param searchPath the value of {@code PATH}, may be empty
     */
    public static Optional<Path> find(String name, String searchPath, Path directory) {
        if (name.indexOf('/') >= 0) {
            return executable(directory, name);
        }
        return SEPARATOR
                .splitAsStream(searchPath)
                .filter(entry -> !entry.isEmpty() && !name.isEmpty())
                .flatMap(entry -> executable(directory, entry + "/" + name).stream())
                .findFirst();
    }

    /** Returns a program of Linux that starts others, found on this process's own path. */
    static Optional<Path> ofSystem(String name) {
        return ProcessTable.showsSessions()
                ? find(name, System.getenv().getOrDefault("PATH", "/usr/bin:/bin"), Path.of("/"))
                : Optional.empty();
    }

    private static Optional<Path> executable(Path directory, String name) {
        try {
            Path file = directory.resolve(name);
            return Files.isRegularFile(file) && Files.isExecutable(file)
                    ? Optional.of(file.toAbsolutePath())
                    : Optional.empty();
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }
}
