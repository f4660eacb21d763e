package dev.foldline.app.command;

import java.util.List;
import java.util.function.Supplier;

/**
 * A command that is created when it is needed. Its names are known before: to load all commands
 * takes longer than most of them.
 *
 * @param names its name and its aliases
 * @param needsAll whether it looks at all other commands
 * @param command creates it
 */
public record CommandEntry(List<String> names, boolean needsAll, Supplier<Object> command) {
    public CommandEntry {
        names = List.copyOf(names);
    }

    public static CommandEntry of(String name, Supplier<Object> command) {
        return new CommandEntry(List.of(name), false, command);
    }

    /** The same command under another name as well. */
    public CommandEntry alias(String name) {
        return new CommandEntry(List.of(name(), name), needsAll, command);
    }

    /** The same command, which looks at all others. */
    public CommandEntry needingAll() {
        return new CommandEntry(names, true, command);
    }

    String name() {
        return names.getFirst();
    }
}
