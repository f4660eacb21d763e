package dev.foldline.effects.git;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A program that the driver, or a git command of the driver, starts because the configuration says
 * so. It runs outside every sandbox.
 *
 * @param setting the name of the setting, for example {@code filter.lfs.clean}
 * @param command as it is written there: a path, or a line for a shell
 */
public record ConfiguredProgram(String setting, String command) {
    private static final Pattern SETTINGS =
            Pattern.compile(
                    "filter\\..*\\.(clean|smudge|process)"
                            + "|diff\\.(external|.*\\.(command|textconv))"
                            + "|merge\\..*\\.driver"
                            + "|credential\\.(.*\\.)?helper"
                            + "|core\\.(fsmonitor|editor|sshcommand|askpass|gitproxy|pager"
                            + "|alternaterefscommand)"
                            + "|sequence\\.editor"
                            + "|gpg\\.(.*\\.)?(program|defaultkeycommand)"
                            + "|hook\\..*\\.command"
                            + "|uploadpack\\.packobjectshook"
                            + "|interactive\\.difffilter"
                            + "|trailer\\..*\\.(command|cmd)");
    private static final Set<String> NO_PROGRAMS = Set.of("", "true", "false", "cache", "store");
    private static final Pattern SEPARATORS = Pattern.compile("[\\s'\"`;&|<>()=!]+");

    /** Returns the program that a setting of git names, if the setting is of that kind. */
    public static Optional<ConfiguredProgram> of(String key, String value) {
        return SETTINGS.matcher(key.toLowerCase(Locale.ROOT)).matches()
                        && !NO_PROGRAMS.contains(value.strip().toLowerCase(Locale.ROOT))
                ? Optional.of(new ConfiguredProgram(key, value))
                : Optional.empty();
    }

    /**
     * Returns the files in a folder that the command names, as paths in the folder. What such a
     * file starts in turn is not known.
     */
    public List<Path> filesIn(Path root) {
        return SEPARATORS
                .splitAsStream(command)
                .filter(word -> !word.isEmpty())
                .flatMap(word -> file(root, word).stream())
                .distinct()
                .toList();
    }

    private static Optional<Path> file(Path root, String word) {
        try {
            var file = root.resolve(word).normalize();
            return file.startsWith(root) && Files.isRegularFile(file)
                    ? Optional.of(file)
                    : Optional.empty();
        } catch (InvalidPathException unspeakable) {
            return Optional.empty();
        }
    }
}
