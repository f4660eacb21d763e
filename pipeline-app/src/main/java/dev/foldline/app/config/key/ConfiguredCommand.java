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
}
