package dev.foldline.core.projection.runtime;

import dev.foldline.core.projection.tdd.Json;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Something that a reviewer found.
 *
 * @param line in the file, counted from 1
 */
public record Issue(Option<String> severity, Option<String> file, Option<Integer> line, String message, Option<String> suggestion) {

    /** Only what is wrong. */
    public static Issue of(String message) { return new Issue(Option.none(), Option.none(), Option.none(), message, Option.none()); }

    /** The issues of a JSON array. What is none is one issue that says just that, so that nothing a reviewer wrote is lost. */
    static Vector<Issue> list(String text, Function<String, Option<Json>> json) {
        return json.apply(text).flatMap(read -> read instanceof Json.Arr(var elements) ? Option.of(elements.map(Issue::of)) : Option.<Vector<Issue>>none())
                .getOrElse(() -> Vector.of(of(text)));
    }

    private static Issue of(Json element) {
        if (!(element instanceof Json.Obj issue)) return of(element instanceof Json.Text(var text) ? text : element.line());
        var line = issue.fields().get("line").flatMap(value -> value instanceof Json.Bare(var word) ? number(word) : Option.<Integer>none());
        return new Issue(said(issue, "severity"), said(issue, "file"), line, issue.text("message").getOrElse(""), said(issue, "suggestion"));
    }

    private static Option<String> said(Json.Obj issue, String name) { return issue.text(name).filter(text -> !text.isBlank()); }

    /** A number that is written so; none if it is no such number. */
    static Option<Integer> number(String word) {
        return word.matches("-?[0-9]{1,9}") ? Option.of(Integer.parseInt(word)) : Option.none();
    }

    /** As a JSON array on one line. */
    static String print(Vector<Issue> issues) { return new Json.Arr(issues.map(Issue::json)).line(); }

    private Json json() {
        var fields = LinkedHashMap.<String, Option<Json>>of("severity", severity.map(Json.Text::new), "file", file.map(Json.Text::new),
                "line", line.map(number -> new Json.Bare(Integer.toString(number))), "message", Option.of(new Json.Text(message)), "suggestion", suggestion.map(Json.Text::new));
        return new Json.Obj(fields.filterValues(Option::isDefined).mapValues(Option::get));
    }

    /** For people and prompts, on one line: how bad, where, what, and what would help. */
    public String told() {
        var where = file.map(name -> name + line.map(number -> ":" + number).getOrElse("") + ": ").getOrElse("");
        return severity.map(word -> "[" + word + "] ").getOrElse("") + where + message + suggestion.map(text -> " (" + text + ")").getOrElse("");
    }
}
