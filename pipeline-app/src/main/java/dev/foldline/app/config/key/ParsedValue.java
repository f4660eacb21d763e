package dev.foldline.app.config.key;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;

import java.util.List;

/** What a type made of a piece of configuration: a value, or everything that is wrong with it. */
public sealed interface ParsedValue<T> {
    /** A value of the right type, within its bounds. */
    record Good<T>(T value) implements ParsedValue<T> {}

    /** Why there is none, every reason at once. */
    record Bad<T>(List<ConfigurationProblem> problems) implements ParsedValue<T> {
        public Bad {
            problems = List.copyOf(problems);
        }
    }

    static <T> ParsedValue<T> bad(Origin origin, String what, String remedy) {
        return new Bad<>(List.of(new ConfigurationProblem(origin, what, remedy)));
    }
}
