package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.projection.JsonValue;

import io.vavr.collection.Vector;

/** Validates a submitted {@code ACTIVE_PR.json}. Unknown fields are accepted. */
public final class PlanFormat {
    private PlanFormat() {}

    private static final Vector<String> TEXTS =
            Vector.of("masterPlanPath", "prTitle", "summary", "verificationPlan");
    private static final Vector<String> TASK_STATUSES =
            Vector.of("TODO", "IN_PROGRESS", "DONE", "ERROR");
    private static final Vector<String> STEP_TYPES = Vector.of("RED", "GREEN", "REFACTOR");
    private static final Vector<String> STEP_STATUSES = Vector.of("TODO", "DONE");

    /** Returns all problems, each with its path. */
    public static Vector<String> problems(JsonValue value) {
        if (!(value instanceof JsonValue.Obj document))
            return Vector.of("the document: expected object");
        return TEXTS.flatMap(name -> text(document, name, name))
                .appendAll(blank(document))
                .appendAll(tasks(document));
    }

    private static Vector<String> blank(JsonValue.Obj document) {
        return document.text("prTitle")
                .filter(String::isBlank)
                .toVector()
                .map(_ -> "prTitle: expected a title");
    }

    private static Vector<String> tasks(JsonValue.Obj document) {
        if (!(document.fields().get("tasks").getOrElse(new JsonValue.Bare("absent"))
                instanceof JsonValue.Arr(var tasks))) return Vector.of("tasks: expected array");
        if (tasks.isEmpty()) return Vector.of("tasks: expected at least one task");
        return tasks.zipWithIndex().flatMap(each -> task(each._1(), "tasks[" + each._2() + "]"));
    }

    private static Vector<String> task(JsonValue value, String at) {
        if (!(value instanceof JsonValue.Obj task)) return Vector.of(at + ": expected object");
        var steps = task.fields().get("tdd_steps").getOrElse(new JsonValue.Arr(Vector.empty()));
        var wrong =
                steps instanceof JsonValue.Arr(var elements)
                        ? elements.zipWithIndex()
                                .flatMap(
                                        each ->
                                                step(
                                                        each._1(),
                                                        at + ".tdd_steps[" + each._2() + "]"))
                        : Vector.of(at + ".tdd_steps: expected array");
        return text(task, "taskName", at + ".taskName")
                .appendAll(word(task, "status", at, TASK_STATUSES))
                .appendAll(wrong);
    }

    private static Vector<String> step(JsonValue value, String at) {
        return value instanceof JsonValue.Obj step
                ? word(step, "type", at, STEP_TYPES)
                        .appendAll(text(step, "description", at + ".description"))
                        .appendAll(word(step, "status", at, STEP_STATUSES))
                : Vector.of(at + ": expected object");
    }

    private static Vector<String> text(JsonValue.Obj object, String name, String at) {
        return object.text(name).isDefined() ? Vector.empty() : Vector.of(at + ": expected string");
    }

    private static Vector<String> word(
            JsonValue.Obj object, String name, String at, Vector<String> words) {
        return object.text(name).exists(words::contains)
                ? Vector.empty()
                : Vector.of(at + "." + name + ": expected one of " + words.mkString(", "));
    }
}
