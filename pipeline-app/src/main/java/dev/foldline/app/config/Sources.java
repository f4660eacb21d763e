package dev.foldline.app.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
        return userFolder(environment).map(folder -> folder.resolve("config.yaml"));
    }

    /** Where the user's own configuration is; none without a home folder. */
    public static Optional<Path> userFolder(Map<String, String> environment) {
        return absolute(environment, "XDG_CONFIG_HOME")
                .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".config")))
                .map(config -> config.resolve("foldline"));
    }

    /** A relative one is ignored, as the XDG specification asks. */
    private static Optional<Path> absolute(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(text -> !text.isEmpty() && text.indexOf('\0') < 0)
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    /**
     * Returns whether a file or a variable may set keys of a group: they are not parsed, because
     * that takes longer than most commands.
     */
    public boolean mention(String group) throws IOException {
        var variables = "FOLDLINE_" + group.toUpperCase(Locale.ROOT) + "_";
        if (environment.keySet().stream().anyMatch(name -> name.startsWith(variables))) return true;
        for (var file : Stream.concat(Stream.of(file()), userFile.stream()).toList())
            if (Files.isRegularFile(file)
                    && Files.readString(file)
                            .lines()
                            .map(String::strip)
                            .anyMatch(line -> !line.startsWith("#") && line.contains(group)))
                return true;
        return false;
    }

    Path file() {
        return directory.resolve(FILE_NAME);
    }
}
