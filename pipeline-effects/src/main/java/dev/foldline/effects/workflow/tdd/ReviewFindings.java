package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.effects.artifact.JsonValues;

import io.vavr.collection.Vector;
import io.vavr.control.Either;

/**
 * Parses the output of a review command: an object with {@code findings}, or just their list. Each
 * finding becomes a task.
 */
public final class ReviewFindings {
    private ReviewFindings() {}

    /** Returns the tasks, none if the review found nothing, or why this is not a review. */
    public static Either<String, Vector<JsonValue.Obj>> tasks(byte[] content) {
        return JsonValues.read(content)
                .flatMap(
                        json ->
                                switch (json) {
                                    case JsonValue.Arr(var elements) -> tasks(elements);
                                    case JsonValue.Obj object
                                            when object.fields().containsKey("error") ->
                                            Either.left(
                                                    "the review says: "
                                                            + object.fields()
                                                                    .get("error")
                                                                    .get()
                                                                    .line());
                                    case JsonValue.Obj(var fields)
                                            when fields.get("findings").getOrElse(json)
                                                    instanceof JsonValue.Arr(var elements) ->
                                            tasks(elements);
                                    case JsonValue.Obj _, JsonValue.Text _, JsonValue.Bare _ ->
                                            Either.left(
                                                    "a review is an object with a list of findings,"
                                                            + " or that list");
                                });
    }

    private static Either<String, Vector<JsonValue.Obj>> tasks(Vector<JsonValue> elements) {
        var tasks = elements.flatMap(ReviewFindings::task);
        return tasks.size() == elements.size()
                ? Either.right(tasks)
                : Either.left("a finding is a text, or an object with a description");
    }

    /** A finding that is already a task is used unchanged. */
    private static Vector<JsonValue.Obj> task(JsonValue finding) {
        return switch (finding) {
            case JsonValue.Text(var text) when !text.isBlank() -> Vector.of(ActivePr.finding(text));
            case JsonValue.Obj object when object.text("taskName").isDefined() -> Vector.of(object);
            case JsonValue.Obj object when described(object) ->
                    Vector.of(ActivePr.finding(object.text("description").get()));
            case JsonValue.Text _, JsonValue.Obj _, JsonValue.Arr _, JsonValue.Bare _ ->
                    Vector.empty();
        };
    }

    private static boolean described(JsonValue.Obj object) {
        return object.text("description").exists(text -> !text.isBlank());
    }
}
