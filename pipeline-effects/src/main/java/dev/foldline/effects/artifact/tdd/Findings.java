package dev.foldline.effects.artifact.tdd;

import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.effects.artifact.JsonValues;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/** What a review command prints: an object with {@code findings}, or their list alone. Each becomes a task. */
public final class Findings {
    private Findings() {}

    /** The tasks, none if the review found nothing; or why this is no review. */
    public static Either<String, Vector<Json.Obj>> tasks(byte[] content) {
        return JsonValues.read(content).flatMap(json -> switch (json) {
            case Json.Arr(var elements)                                        -> tasks(elements);
            case Json.Obj object when object.fields().containsKey("error")     -> Either.left("the review says: " + object.fields().get("error").get().line());
            case Json.Obj(var fields) when fields.get("findings").getOrElse(json) instanceof Json.Arr(var elements) -> tasks(elements);
            case Json.Obj _, Json.Text _, Json.Bare _                          -> Either.left("a review is an object with a list of findings, or that list");
        });
    }

    private static Either<String, Vector<Json.Obj>> tasks(Vector<Json> elements) {
        var tasks = elements.flatMap(Findings::task);
        return tasks.size() == elements.size() ? Either.right(tasks) : Either.left("a finding is a text, or an object with a description");
    }

    /** A task that is ready-made is taken as it is. */
    private static Vector<Json.Obj> task(Json finding) {
        return switch (finding) {
            case Json.Text(var text) when !text.isBlank()                           -> Vector.of(ActivePr.finding(text));
            case Json.Obj object when object.text("taskName").isDefined()           -> Vector.of(object);
            case Json.Obj object when described(object)                             -> Vector.of(ActivePr.finding(object.text("description").get()));
            case Json.Text _, Json.Obj _, Json.Arr _, Json.Bare _                   -> Vector.empty();
        };
    }

    private static boolean described(Json.Obj object) { return object.text("description").exists(text -> !text.isBlank()); }
}
