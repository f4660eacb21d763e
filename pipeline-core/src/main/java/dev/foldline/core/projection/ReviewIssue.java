package dev.foldline.core.projection;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.function.Function;

/**
 * An issue found by a reviewer.
 *
 * @param line line in the file, from 1
 */
public record ReviewIssue(
        Option<String> severity,
        Option<String> file,
        Option<Integer> line,
        String message,
        Option<String> suggestion) {

    /** Returns an issue with a message only. */
    public static ReviewIssue of(String message) {
        return new ReviewIssue(Option.none(), Option.none(), Option.none(), message, Option.none());
    }

    /**
     * Parses the issues of a JSON array. Text that is not an array becomes a single issue, so that
     * no part of a review is lost.
     */
    static Vector<ReviewIssue> list(String text, Function<String, Option<JsonValue>> json) {
        return json.apply(text)
                .flatMap(
                        read ->
                                read instanceof JsonValue.Arr(var elements)
                                        ? Option.of(elements.map(ReviewIssue::of))
                                        : Option.<Vector<ReviewIssue>>none())
                .getOrElse(() -> Vector.of(of(text)));
    }

    private static ReviewIssue of(JsonValue element) {
        if (!(element instanceof JsonValue.Obj issue))
            return of(element instanceof JsonValue.Text(var text) ? text : element.line());
        var line =
                issue.fields()
                        .get("line")
                        .flatMap(
                                value ->
                                        value instanceof JsonValue.Bare(var word)
                                                ? number(word)
                                                : Option.<Integer>none());
        return new ReviewIssue(
                textOf(issue, "severity"),
                textOf(issue, "file"),
                line,
                issue.text("message").getOrElse(""),
                textOf(issue, "suggestion"));
    }

    private static Option<String> textOf(JsonValue.Obj issue, String name) {
        return issue.text(name).filter(text -> !text.isBlank());
    }

    /** Parses a number, or returns none if the text is not one. */
    static Option<Integer> number(String word) {
        return word.matches("-?[0-9]{1,9}") ? Option.of(Integer.parseInt(word)) : Option.none();
    }

    /** Formats the issues as a JSON array on one line. */
    static String print(Vector<ReviewIssue> issues) {
        return new JsonValue.Arr(issues.map(ReviewIssue::json)).line();
    }

    private JsonValue json() {
        var fields =
                LinkedHashMap.<String, Option<JsonValue>>of(
                        "severity",
                        severity.map(JsonValue.Text::new),
                        "file",
                        file.map(JsonValue.Text::new),
                        "line",
                        line.map(number -> new JsonValue.Bare(Integer.toString(number))),
                        "message",
                        Option.of(new JsonValue.Text(message)),
                        "suggestion",
                        suggestion.map(JsonValue.Text::new));
        return new JsonValue.Obj(fields.filterValues(Option::isDefined).mapValues(Option::get));
    }

    /**
     * Formats the issue for users and prompts on one line: severity, location, message and
     * suggestion.
     */
    public String describe() {
        var where =
                file.map(name -> name + line.map(number -> ":" + number).getOrElse("") + ": ")
                        .getOrElse("");
        return severity.map(word -> "[" + word + "] ").getOrElse("")
                + where
                + message
                + suggestion.map(text -> " (" + text + ")").getOrElse("");
    }
}
