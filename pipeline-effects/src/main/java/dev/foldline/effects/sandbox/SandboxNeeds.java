package dev.foldline.effects.sandbox;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a call needs outside the working tree.
 *
 * @param folders an agent's own folders, for its sessions and its sign-in; made if missing
 * @param files an agent's own files, if they exist
 * @param read programs and scripts
 * @param runFiles whether it reads the files of runs, as Foldline's MCP server does
 */
public record SandboxNeeds(
        List<Path> folders, List<Path> files, List<Path> read, boolean runFiles) {
    public static final SandboxNeeds NOTHING =
            new SandboxNeeds(List.of(), List.of(), List.of(), false);

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'=;|&()<>]+");

    public SandboxNeeds {
        folders = List.copyOf(folders);
        files = List.copyOf(files);
        read = List.copyOf(read);
    }

    /** Returns the needs of a command: the files and folders that it names. */
    public static SandboxNeeds of(List<String> words) {
        return new SandboxNeeds(List.of(), List.of(), named(words).toList(), false);
    }

    /** Returns the absolute paths in the words of a command or of a shell line. */
    public static Stream<Path> named(List<String> words) {
        return words.stream()
                .flatMap(BETWEEN_WORDS::splitAsStream)
                .filter(word -> word.startsWith("/") && word.length() > 1)
                .flatMap(SandboxNeeds::path);
    }

    private static Stream<Path> path(String word) {
        try {
            return Stream.of(Path.of(word).normalize());
        } catch (InvalidPathException none) {
            return Stream.empty();
        }
    }
}
