package dev.foldline.app.mcp;

import dev.foldline.effects.redact.ControlCharacters;

import io.vavr.collection.LinkedHashMap;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A line about a document that is the structured content of an answer: its sentence, or else the
 * values that it has at its top level.
 *
 * @param title of the tool
 * @param redaction is applied to a value before it is cut: no pattern finds half a secret
 */
record AnswerSummary(String title, UnaryOperator<String> redaction) {
    private static final int VALUE_MAX = 80;
    private static final int VALUES_MAX = 8;
    private static final String SEE = " (see structuredContent)";

    /** For example {@code Run cost: run rabc, total 3 (see structuredContent)}. */
    String of(Map<?, ?> document) {
        return document.get("sentence") instanceof String sentence
                ? title + ": " + ControlCharacters.escape(redaction.apply(sentence)) + SEE
                : values(document);
    }

    private String values(Map<?, ?> document) {
        return LinkedHashMap.<Object, Object>ofAll(document)
                .filter((name, value) -> !name.equals("schema") && isShown(value))
                .take(VALUES_MAX)
                .map(each -> each._1() + " " + shortened(each._2().toString()))
                .mkString(title + ": ", ", ", SEE);
    }

    private static boolean isShown(Object value) {
        return value instanceof String text
                ? !text.isEmpty()
                : value instanceof Number || value instanceof Boolean;
    }

    private String shortened(String value) {
        var line = ControlCharacters.escape(redaction.apply(value).lines().findFirst().orElse(""));
        return line.length() <= VALUE_MAX ? line : line.substring(0, VALUE_MAX) + "...";
    }
}
