package dev.foldline.app.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where configuration is looked for.
 *
 * @param directory the top of the working tree, or the current directory outside one; holds {@code
 *     foldline.yaml}
 * @param userFile the user's own file, which need not exist
 * @param environment the variables of the process; those named {@code FOLDLINE_*} count, empty ones
 *     do not
 * @param flags in the order typed; a later one wins over an earlier one for the same key
 */
public record Sources(
        Path directory,
        Optional<Path> userFile,
        Map<String, String> environment,
        List<FlagValue> flags) {
    /** The name of the repository's file. */
    public static final String FILE_NAME = "foldline.yaml";

    public Sources {
        directory = directory.toAbsolutePath().normalize();
        environment = Map.copyOf(environment);
        flags = List.copyOf(flags);
    }

    /**
     * The usual places: the user's file is {@code foldline/config.yaml} below XDG_CONFIG_HOME, else
     * below ~/.config.
     */
    public static Sources of(
            Path directory, Map<String, String> environment, List<FlagValue> flags) {
        return new Sources(directory, userFile(environment), environment, flags);
    }

    private static Optional<Path> userFile(Map<String, String> environment) {
        return absolute(environment, "XDG_CONFIG_HOME")
                .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".config")))
                .map(config -> config.resolve("foldline").resolve("config.yaml"));
    }

    /** A relative one is ignored, as the XDG specification asks. */
    private static Optional<Path> absolute(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(text -> !text.isEmpty() && text.indexOf('\0') < 0)
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    Path file() {
        return directory.resolve(FILE_NAME);
    }
}
