package dev.foldline.app.config.key;

import dev.foldline.app.config.source.Node;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What may be written for a key. A type reads a value from a node and says in words what it admits.
 *
 * @param <T> the value a key of this type has
 */
public sealed interface KeyType<T> {
    /** One word or phrase of a given form; {@code what} completes "is not ...". */
    record Word(String what, Pattern form) implements KeyType<String> {
        /** One of {@code options}, which are plain words. */
        public static Word choice(List<String> options) {
            return new Word(
                    "one of " + String.join(", ", options),
                    Pattern.compile(String.join("|", options)));
        }
    }

    /** A whole number, both bounds included. */
    record Whole(int min, int max) implements KeyType<Integer> {}

    /** {@code true} or {@code false}. */
    record Bool() implements KeyType<Boolean> {}

    /** US dollars with at most two decimals, both bounds included. */
    record Money(BigDecimal min, BigDecimal max) implements KeyType<BigDecimal> {}

    /** A duration in the form of {@link DurationText}, both bounds included. */
    record Span(Duration min, Duration max) implements KeyType<Duration> {}

    /** Distinct words in order. */
    record Words(Word each, int min, int max) implements KeyType<List<String>> {}

    /** One command. */
    record Line() implements KeyType<ConfiguredCommand> {}

    /** Commands in order. */
    record Lines(int max) implements KeyType<List<ConfiguredCommand>> {}

    /**
     * The value in {@code node}, or what is wrong with it; problems name the key as {@code key}.
     */
    default ParsedValue<T> read(String key, Node node) {
        return KeyReader.read(this, key, node);
    }

    /** What is admitted, completing "must be ..." or "write ...". */
    default String phrase() {
        return switch (this) {
            case Word(var what, _) -> what;
            case Whole(var min, var max) -> "a whole number from " + min + " to " + max;
            case Bool _ -> "true or false";
            case Money(var min, var max) -> "an amount in US dollars from " + min + " to " + max;
            case Span(var min, var max) ->
                    "a duration from "
                            + DurationText.write(min)
                            + " to "
                            + DurationText.write(max)
                            + ", as in 90s or 1h30m";
            case Words(var each, var min, _) ->
                    (min == 0 ? "a list, each " : "a list of at least " + min + ", each ")
                            + each.what();
            case Line _ -> "a shell line or a list of arguments";
            case Lines _ -> "a list of commands, each a shell line or a list of arguments";
        };
    }

    /**
     * A value of any type as JSON has it: a string, an Integer, a BigDecimal, or a list of those.
     */
    static Object plain(Object value) {
        return KeyReader.plain(value);
    }
}
