package dev.foldline.effects.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The walk over a text that finds what is secret: at certain words it stops and looks closer. */
final class Sightings {
    private final Words words;
    private final Judge judge;

    /** A place in a text that is redacted. */
    record Span(int from, int to, Kind kind) {}

    /** Says what a word gives away. */
    @FunctionalInterface
    interface Judge {
        /**
         * @param word which one, by its index
         * @param end where it ends
         * @param from where the text may be looked at
         * @param to and where no longer
         */
        Optional<Span> at(String text, int word, int end, int from, int to);
    }

    Sightings(List<String> words, Judge judge) {
        this.words = new Words(words);
        this.judge = judge;
    }

    /** What is secret, in order; nothing overlaps, and nothing of a marker is in it. */
    List<Span> in(String text) {
        var spans = new ArrayList<Span>();
        int from = 0;
        for (int marker = Kind.nextMarker(text, 0); marker >= 0; marker = Kind.nextMarker(text, from)) {
            find(text, from, marker, spans);
            from = text.indexOf(']', marker) + 1;
        }
        find(text, from, text.length(), spans);
        return spans;
    }

    private void find(String text, int from, int to, List<Span> spans) {
        int state = 0;
        int clean = from;
        for (int at = from; at < to; at++) {
            state = words.step(state, text.charAt(at));
            if (words.endingIn(state).length == 0) continue;
            var span = endingAt(text, state, at + 1, clean, to);
            if (span.isEmpty()) continue;
            spans.add(span.get());
            clean = span.get().to();
            at = clean - 1;
            state = 0;
        }
    }

    private Optional<Span> endingAt(String text, int state, int end, int from, int to) {
        for (int word : words.endingIn(state)) {
            var span = judge.at(text, word, end, from, to);
            if (span.isPresent()) return span;
        }
        return Optional.empty();
    }
}
