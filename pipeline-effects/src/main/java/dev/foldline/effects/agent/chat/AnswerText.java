package dev.foldline.effects.agent.chat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the JSON in a model's answer. */
final class AnswerText {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final Pattern REASONING = Pattern.compile("(?s)^\\s*<think>.*?</think>");
    private static final Pattern FENCED =
            Pattern.compile("(?ms)^[ \\t]*(`{3,}|~{3,})[^\\n`]*\\n(.*?)^[ \\t]*\\1[ \\t]*$");

    /** Prose with more braces than this is not searched to its end. */
    private static final int STARTS_MAX = 200;

    private AnswerText() {}

    /**
     * Returns the JSON object that the answer is, else that of its last code block, else its last
     * object; the whole text if it contains none.
     */
    static String json(String answer) {
        var text = REASONING.matcher(answer).replaceFirst("").strip();
        if (isObject(text)) return text;
        return fenced(text).or(() -> lastObject(text)).orElse(text);
    }

    private static Optional<String> fenced(String text) {
        return FENCED.matcher(text)
                .results()
                .map(block -> block.group(2).strip())
                .filter(AnswerText::isObject)
                .reduce((first, second) -> second);
    }

    private static Optional<String> lastObject(String text) {
        Optional<String> found = Optional.empty();
        int at = text.indexOf('{');
        for (int start = 0; start < STARTS_MAX && at >= 0; start++) {
            var end = endOfObject(text, at);
            if (end.isPresent()) found = Optional.of(text.substring(at, end.get()));
            at = text.indexOf('{', end.orElse(at + 1));
        }
        return found;
    }

    private static boolean isObject(String text) {
        return text.startsWith("{")
                && endOfObject(text, 0).filter(end -> text.substring(end).isBlank()).isPresent();
    }

    /** Returns the end of the object that starts here, if it is one. */
    private static Optional<Integer> endOfObject(String text, int start) {
        try (var parser = MAPPER.createParser(text.substring(start))) {
            JsonNode node = MAPPER.readTree(parser);
            return node != null && node.isObject()
                    ? Optional.of(start + (int) parser.currentLocation().getCharOffset())
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
