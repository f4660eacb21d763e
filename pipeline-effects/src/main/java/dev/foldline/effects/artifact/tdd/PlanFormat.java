package dev.foldline.effects.artifact.tdd;

import dev.foldline.core.projection.tdd.Json;
import io.vavr.collection.Vector;

/** What {@code ACTIVE_PR.json} must look like when it is handed in. Fields that are not named here may be there. */
public final class PlanFormat {
    private PlanFormat() {}

    private static final Vector<String> TEXTS = Vector.of("masterPlanPath", "prTitle", "summary", "verificationPlan");
    private static final Vector<String> TASK_STATUSES = Vector.of("TODO", "IN_PROGRESS", "DONE", "ERROR");
    private static final Vector<String> STEP_TYPES = Vector.of("RED", "GREEN", "REFACTOR");
    private static final Vector<String> STEP_STATUSES = Vector.of("TODO", "DONE");

    /** Everything that is wrong with it, each with its path. */
    public static Vector<String> problems(Json value) {
        if (!(value instanceof Json.Obj document)) return Vector.of("the document: expected object");
        return TEXTS.flatMap(name -> text(document, name, name)).appendAll(blank(document)).appendAll(tasks(document));
    }

    private static Vector<String> blank(Json.Obj document) {
        return document.text("prTitle").filter(String::isBlank).toVector().map(_ -> "prTitle: expected a title");
    }

    private static Vector<String> tasks(Json.Obj document) {
        if (!(document.fields().get("tasks").getOrElse(new Json.Bare("absent")) instanceof Json.Arr(var tasks))) return Vector.of("tasks: expected array");
        if (tasks.isEmpty()) return Vector.of("tasks: expected at least one task");
        return tasks.zipWithIndex().flatMap(each -> task(each._1(), "tasks[" + each._2() + "]"));
    }

    private static Vector<String> task(Json value, String at) {
        if (!(value instanceof Json.Obj task)) return Vector.of(at + ": expected object");
        var steps = task.fields().get("tdd_steps").getOrElse(new Json.Arr(Vector.empty()));
        var wrong = steps instanceof Json.Arr(var elements)
                ? elements.zipWithIndex().flatMap(each -> step(each._1(), at + ".tdd_steps[" + each._2() + "]")) : Vector.of(at + ".tdd_steps: expected array");
        return text(task, "taskName", at + ".taskName").appendAll(word(task, "status", at, TASK_STATUSES)).appendAll(wrong);
    }

    private static Vector<String> step(Json value, String at) {
        return value instanceof Json.Obj step
                ? word(step, "type", at, STEP_TYPES).appendAll(text(step, "description", at + ".description")).appendAll(word(step, "status", at, STEP_STATUSES))
                : Vector.of(at + ": expected object");
    }

    private static Vector<String> text(Json.Obj object, String name, String at) {
        return object.text(name).isDefined() ? Vector.empty() : Vector.of(at + ": expected string");
    }

    private static Vector<String> word(Json.Obj object, String name, String at, Vector<String> words) {
        return object.text(name).exists(words::contains) ? Vector.empty() : Vector.of(at + "." + name + ": expected one of " + words.mkString(", "));
    }
}
