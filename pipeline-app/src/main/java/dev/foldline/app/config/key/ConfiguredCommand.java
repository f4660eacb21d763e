package dev.foldline.app.config.key;

import java.util.List;

/** A program to start, as written in the configuration. */
public sealed interface ConfiguredCommand {
    /** A line for {@code sh -c}. */
    record Shell(String line) implements ConfiguredCommand {}

    /** A program and its arguments, started without a shell; never empty. */
    record Arguments(List<String> words) implements ConfiguredCommand {
        public Arguments {
            words = List.copyOf(words);
        }
    }

    /** Returns the command as messages show it. */
    default String text() {
        return switch (this) {
            case Shell(var line) -> line;
            case Arguments(var words) -> String.join(" ", words);
        };
    }

    /** Returns the command for a value as JSON has it. */
    static ConfiguredCommand of(Object value) {
        return value instanceof List<?> words
                ? new Arguments(words.stream().map(String.class::cast).toList())
                : new Shell((String) value);
    }
}
