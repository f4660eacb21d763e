package dev.foldline.effects.agent;

import java.util.Map;
import java.util.Optional;

/** Values of the placeholders of a command line. Placeholders within a value are not replaced. */
record Placeholders(Map<String, String> values) {

    /** A placeholder found in a text. */
    record Found(String value, int length) {}

    /** Returns the placeholder that starts at an index of the text. */
    Optional<Found> at(String text, int place) {
        if (text.charAt(place) != '{') return Optional.empty();
        int end = text.indexOf('}', place) + 1;
        return end == 0
                ? Optional.empty()
                : Optional.ofNullable(values.get(text.substring(place, end)))
                        .map(value -> new Found(value, end - place));
    }

    /** Returns the text with every placeholder replaced, without quoting. */
    String fill(String text) {
        var filled = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            var found = at(text, at);
            filled.append(found.map(Found::value).orElse(text.substring(at, at + 1)));
            at += found.map(Found::length).orElse(1);
        }
        return filled.toString();
    }
}
