package dev.foldline.effects.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scans a text for secrets and checks patterns at indicating words. */
final class SecretScanner {
    private final AhoCorasick words;
    private final Judge judge;

    /** A range of text to redact. */
    record Span(int from, int to, SecretKind kind) {}

    /** Checks the secret indicated by a word. */
    @FunctionalInterface
    interface Judge {
        /**
         * @param word index of the word
         * @param end end of the word
         * @param from start of the text that may be inspected
         * @param to end of the text that may be inspected
         */
        Optional<Span> at(String text, int word, int end, int from, int to);
    }

    SecretScanner(List<String> words, Judge judge) {
        this.words = new AhoCorasick(words);
        this.judge = judge;
    }

    /** Finds secrets in a part of a text without markers. */
    @FunctionalInterface
    interface Finder {
        void find(String text, int from, int to, List<Span> spans);
    }

    /** Returns the secrets in order, without overlaps and without parts of markers. */
    List<Span> in(String text) {
        return betweenMarkers(text, this::find);
    }

    static List<Span> betweenMarkers(String text, Finder finder) {
        var spans = new ArrayList<Span>();
        int from = 0;
        for (int marker = SecretKind.nextMarker(text, 0);
                marker >= 0;
                marker = SecretKind.nextMarker(text, from)) {
            finder.find(text, from, marker, spans);
            from = text.indexOf(']', marker) + 1;
        }
        finder.find(text, from, text.length(), spans);
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
