package dev.foldline.effects.guard;

import dev.foldline.effects.files.FileBaseline;
import dev.foldline.effects.files.FileBaseline.State;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The user's and the system's configuration of git, which the user may edit during a call. A change
 * of what only commands at a terminal use is theirs. Everything else can name a program, or decide
 * what a commit contains and where it goes.
 */
final class UserSettings {
    private static final List<Path> FILES =
            List.of(Path.of(".gitconfig"), Path.of("gitconfig"), Path.of("git", "config"));

    /** The sections that no git command of Foldline uses. */
    private static final Set<String> OF_TERMINALS =
            Set.of("advice", "alias", "color", "column", "difftool", "gui", "help", "mergetool");

    private static final Pattern HEADER = Pattern.compile("[ \t\r]*\\[([A-Za-z0-9.-]+)][ \t\r]*");

    /** A line with one setting, or none at all. */
    private static final Pattern SETTING =
            Pattern.compile(
                    "[ \t\r]*([#;].*|[A-Za-z][A-Za-z0-9-]*[ \t\r]*(=.*)?)?", Pattern.DOTALL);

    /** A line that the next one continues. */
    private static final Pattern UNFINISHED = Pattern.compile(".*\\\\\r?", Pattern.DOTALL);

    private UserSettings() {}

    /** Returns whether a file of the user's differs in such settings at most. */
    static boolean isUsedAsItWas(FileBaseline file) throws IOException {
        if (FILES.stream().noneMatch(name -> file.file().endsWith(name))) return false;
        var now = FileBaseline.at(file.file());
        var before = content(file.state());
        var after = content(now.state());
        return now.folder().equals(file.folder())
                && before.isPresent()
                && after.isPresent()
                && used(before.get()).equals(used(after.get()));
    }

    private static Optional<String> content(State state) {
        return switch (state) {
            case State.Nothing _ -> Optional.of("");
            case State.Plain plain -> Optional.of(plain.content());
            case State.Link _, State.Large _, State.Other _ -> Optional.empty();
        };
    }

    /** Returns the lines that count: all of them, if a line might be read in another way. */
    static List<String> used(String configuration) {
        var lines = List.of(configuration.split("\n", -1));
        if (lines.stream().anyMatch(line -> UNFINISHED.matcher(line).matches())) return lines;
        var used = new ArrayList<String>();
        boolean isOfTerminals = false;
        for (var line : lines) {
            var header = HEADER.matcher(line);
            if (header.matches())
                isOfTerminals = OF_TERMINALS.contains(header.group(1).toLowerCase(Locale.ROOT));
            else if (line.stripLeading().startsWith("[")) isOfTerminals = false;
            else if (isOfTerminals && !SETTING.matcher(line).matches()) return lines;
            if (!isOfTerminals && !line.isBlank()) used.add(line);
        }
        return used;
    }
}
