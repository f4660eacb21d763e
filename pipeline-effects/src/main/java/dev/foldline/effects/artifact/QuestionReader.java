package dev.foldline.effects.artifact;

import dev.foldline.core.state.Question;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.redact.TextEnd;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Reads what an agent asks: the artifact {@code question}, or a text. A question is never refused:
 * what has another form than expected is its text. Everything is redacted, then cut.
 */
public record QuestionReader(Redaction redaction) {
    /** The artifact that any call may submit. */
    public static final String ARTIFACT = "question";

    /** More questions of one call are dropped. */
    static final int QUESTIONS_MAX = 5;

    static final int TEXT_CHARS_MAX = 4_000;

    /** As many lines as a page about a run shows of a question. */
    static final int LAST_LINES_MAX = 20;

    private static final int DETAIL_CHARS_MAX = 500;
    private static final int OPTIONS_MAX = 10;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\n\t]]");

    /** Returns what the call has submitted. */
    public Vector<Question> read(ExchangeFolder exchange) throws IOException {
        return Option.ofOptional(exchange.read(ARTIFACT)).toVector().flatMap(this::questions);
    }

    /** Returns the questions in the content of the artifact: one, or a list. */
    public Vector<Question> questions(byte[] content) {
        return switch (ArtifactJson.read(content)) {
            case ArtifactJson.Read.NotJson _ ->
                    question(Question.of(new String(content, StandardCharsets.UTF_8))).toVector();
            case ArtifactJson.Read.Tree(var node) -> questions(node);
        };
    }

    /** Returns the questions in a JSON value of a tool or an artifact. */
    public Vector<Question> questions(JsonNode node) {
        var several = node.isArray() ? node : node.path("questions");
        return several.isArray()
                ? Vector.ofAll(several.values()).flatMap(this::one).take(QUESTIONS_MAX)
                : one(node).toVector();
    }

    private Option<Question> one(JsonNode node) {
        if (node.isString()) return question(Question.of(node.asString()));
        var text =
                Vector.of("text", "question", "message", "prompt")
                        .map(name -> node.path(name).asString(""))
                        .find(each -> !each.isBlank());
        return question(
                new Question(
                        text.getOrElse(() -> node.isEmpty() ? "" : node.toString()),
                        Vector.ofAll(node.path("options").values()).map(QuestionReader::option),
                        detail(node, "recommendation"),
                        detail(node, "depends_on")));
    }

    private static String option(JsonNode node) {
        return node.isString() ? node.asString() : node.path("label").asString("");
    }

    private static Option<String> detail(JsonNode node, String name) {
        return Option.of(node.path(name).asString("")).filter(text -> !text.isBlank());
    }

    /** Returns the question without secrets and within its bounds; none without a text. */
    public Option<Question> question(Question raw) {
        var text = shown(raw.text(), TEXT_CHARS_MAX);
        return Option.when(
                !text.isEmpty(),
                () ->
                        new Question(
                                text,
                                raw.options()
                                        .take(OPTIONS_MAX)
                                        .map(each -> shown(each, DETAIL_CHARS_MAX))
                                        .reject(String::isEmpty),
                                raw.recommendation().map(each -> shown(each, DETAIL_CHARS_MAX)),
                                raw.dependent().map(each -> shown(each, DETAIL_CHARS_MAX))));
    }

    /** Returns the end of what an agent said last: what it asks comes after its explanations. */
    public String lastWords(String raw) {
        var plain = plain(raw);
        var end =
                Vector.ofAll(TextEnd.of(plain, TEXT_CHARS_MAX).lines())
                        .takeRight(LAST_LINES_MAX)
                        .mkString("\n")
                        .strip();
        return end.length() == plain.length() ? plain : "... " + end;
    }

    private String plain(String raw) {
        return CONTROL.matcher(redaction.text(raw)).replaceAll("").strip();
    }

    private String shown(String raw, int charsMax) {
        var plain = plain(raw);
        return plain.length() <= charsMax
                ? plain
                : plain.substring(
                                0,
                                Character.isHighSurrogate(plain.charAt(charsMax - 1))
                                        ? charsMax - 1
                                        : charsMax)
                        + " ... ("
                        + (plain.length() - charsMax)
                        + " more characters)";
    }
}
