package dev.foldline.effects.agent;

import java.util.Map;
import java.util.Optional;

/** What the placeholders of a command line stand for. What a value itself contains is never filled again. */
record Placeholders(Map<String, String> values) {

    /** A placeholder found in a text. */
    record Found(String value, int length) {}

    /** The placeholder that begins at a place of the text. */
    Optional<Found> at(String text, int place) {
        if (text.charAt(place) != '{') return Optional.empty();
        int end = text.indexOf('}', place) + 1;
        return end == 0 ? Optional.empty()
                : Optional.ofNullable(values.get(text.substring(place, end))).map(value -> new Found(value, end - place));
    }

    /** A text in which every placeholder is replaced, as it is. */
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
