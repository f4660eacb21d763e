package dev.foldline.core.projection.tdd;

import dev.foldline.core.projection.BranchName;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.state.Item;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The document {@code ACTIVE_PR.json}: an agent's plan and its progress. Its tasks become the run's
 * work items, one for each step in order, and one for a task without steps.
 *
 * @param found keys of the tasks at the end that reviews have added; they are numbered after all
 *     tasks done at that time, whether or not the document contains those
 */
public record ActivePr(JsonValue.Obj document, Vector<String> found) {

    /** Tag of items that were replanned after the original plan failed. */
    public static final String REPLANNED = "REPLANNED";

    /** Prefix of the names of tasks that a review has added. */
    public static final String FEEDBACK = "Address code review feedback: ";

    public static final String RED = "RED";
    public static final String GREEN = "GREEN";

    private static final String REFACTOR = "REFACTOR";

    private static final String STEPS = "tdd_steps";
    private static final String TASKS = "tasks";
    private static final String STATUS = "status";
    private static final String DONE = "DONE";
    private static final String TODO = "TODO";

    public static final ActivePr EMPTY = new ActivePr(JsonValue.Obj.EMPTY);

    /** A document as an agent wrote it. */
    public ActivePr(JsonValue.Obj document) {
        this(document, Vector.empty());
    }

    /**
     * A task of the document.
     *
     * @param key prefix of its work items, equal in every document that contains the task
     */
    public record Task(String key, JsonValue.Obj fields) {
        public String name() {
            return fields.text("taskName").getOrElse("");
        }

        public Vector<JsonValue.Obj> steps() {
            return objects(fields.list(STEPS));
        }

        public boolean saysDone() {
            return fields.text(STATUS).contains(DONE);
        }

        /** Returns its planned work items. */
        public Vector<Item> items() {
            var steps = steps();
            return steps.isEmpty()
                    ? Vector.of(item(0, fields, Vector.of(GREEN)))
                    : steps.zipWithIndex().map(each -> item(each._2(), each._1(), tags(each._1())));
        }

        private Item item(int index, JsonValue.Obj step, Vector<String> tags) {
            var title =
                    step.text("description")
                            .orElse(() -> fields.text("description"))
                            .getOrElse(this::name);
            return new Item(
                    key
                            + "."
                            + index
                            + "-"
                            + print(
                                    tags.head()
                                            + (tags.contains(REFACTOR) ? REFACTOR : "")
                                            + ":"
                                            + title),
                    title,
                    tags,
                    Item.TODO);
        }

        /** The same position with different content is a different item. */
        private static String print(String content) {
            return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8))
                    .toString()
                    .substring(0, 13)
                    .replace("-", "");
        }

        /**
         * Returns whether a step is done. Older logs identify steps by their position in the task
         * only.
         */
        boolean isDone(Item item, Set<String> done) {
            return done.contains(item.id())
                    || done.contains(item.id().substring(0, item.id().lastIndexOf('-')));
        }

        private static Vector<String> tags(JsonValue.Obj step) {
            var type =
                    step.text("type")
                            .filter(word -> word.equals(RED) || word.equals(REFACTOR))
                            .getOrElse(GREEN);
            return type.equals(REFACTOR) ? Vector.of(GREEN, REFACTOR) : Vector.of(type);
        }
    }

    /** Returns the type of the step that a work item stands for. */
    static String stepType(Item item) {
        return Vector.of(RED, REFACTOR).find(item.tags()::contains).getOrElse(GREEN);
    }

    public String title() {
        return document.text("prTitle").getOrElse("");
    }

    public Option<String> masterPlanPath() {
        return document.text("masterPlanPath");
    }

    public Vector<Task> tasks() {
        Map<String, Integer> seen = HashMap.empty();
        Vector<Task> tasks = Vector.empty();
        var all = objects(document.list(TASKS));
        for (var fields : all.dropRight(found.size())) {
            var base = base(fields);
            int nth = seen.getOrElse(base, 0) + 1;
            seen = seen.put(base, nth);
            tasks = tasks.append(new Task(key(base, nth), fields));
        }
        return tasks.appendAll(found.zipWith(all.takeRight(found.size()), Task::new));
    }

    /** Returns all work items; those the document marks as done are done. */
    public Vector<Item> itemsAsWritten() {
        return tasks().flatMap(
                        task ->
                                task.items()
                                        .zip(
                                                task.steps().isEmpty()
                                                        ? Vector.of(task.fields())
                                                        : task.steps())
                                        .map(
                                                each ->
                                                        task.saysDone()
                                                                        || each._2()
                                                                                .text(STATUS)
                                                                                .contains(DONE)
                                                                ? each._1().with(Item.DONE)
                                                                : each._1()));
    }

    /** Returns the work items that remain to be done, whatever the document says about them. */
    public Vector<Item> itemsBesides(Set<String> done) {
        return tasks().flatMap(task -> task.items().reject(item -> task.isDone(item, done)));
    }

    /** Returns the task that a work item belongs to. */
    public Option<Task> taskOf(String item) {
        return tasks().find(
                        task -> task.items().exists(each -> task.isDone(each, HashSet.of(item))));
    }

    /** Returns the document with current statuses. */
    public ActivePr showing(Set<String> done) {
        if (!document.fields().containsKey(TASKS)) return this;
        var current = tasks().find(task -> !isDone(task, done)).map(Task::key);
        return new ActivePr(
                with(tasks().map(task -> taskDocument(task, done, current.contains(task.key())))),
                found);
    }

    /** Returns the document with a review's tasks appended. */
    public ActivePr and(Vector<Task> more) {
        return new ActivePr(
                with(tasks().appendAll(more).map(Task::fields)),
                found.appendAll(more.map(Task::key)));
    }

    /** Numbers these tasks after the work that is done. */
    public static Vector<Task> numbered(Vector<JsonValue.Obj> fields, Vector<String> doneItems) {
        var keys =
                doneItems
                        .map(item -> item.substring(0, Math.max(0, item.lastIndexOf('.'))))
                        .toSet();
        Vector<Task> tasks = Vector.empty();
        for (var each : fields) {
            var base = base(each);
            int nth = 1;
            while (keys.contains(key(base, nth))) nth++;
            keys = keys.add(key(base, nth));
            tasks = tasks.append(new Task(key(base, nth), each));
        }
        return tasks;
    }

    private static JsonValue.Obj taskDocument(Task task, Set<String> done, boolean current) {
        var items = task.items();
        var steps =
                task.steps()
                        .zip(items)
                        .map(
                                each ->
                                        (JsonValue)
                                                each._1()
                                                        .with(
                                                                STATUS,
                                                                task.isDone(each._2(), done)
                                                                        ? DONE
                                                                        : TODO));
        var word =
                isDone(task, done)
                        ? DONE
                        : current && items.exists(item -> task.isDone(item, done))
                                ? "IN_PROGRESS"
                                : TODO;
        var shown = task.fields().with(STATUS, word);
        return steps.isEmpty() ? shown : shown.with(STEPS, new JsonValue.Arr(steps));
    }

    private static boolean isDone(Task task, Set<String> done) {
        return task.items().forAll(item -> task.isDone(item, done));
    }

    private JsonValue.Obj with(Vector<JsonValue.Obj> tasks) {
        return document.with(TASKS, new JsonValue.Arr(tasks.map(task -> task)));
    }

    private static String base(JsonValue.Obj task) {
        var name = task.text("taskName").getOrElse("");
        return BranchName.slug(name) + "-" + Integer.toHexString(name.hashCode());
    }

    private static String key(String base, int nth) {
        return nth == 1 ? base : base + "-" + nth;
    }

    private static Vector<JsonValue.Obj> objects(Vector<JsonValue> values) {
        return values.flatMap(
                value ->
                        value instanceof JsonValue.Obj object
                                ? Vector.of(object)
                                : Vector.<JsonValue.Obj>empty());
    }

    /** Returns a task for a finding of a review. */
    public static JsonValue.Obj finding(String description) {
        var step =
                new JsonValue.Obj(
                        LinkedHashMap.of(
                                "type",
                                new JsonValue.Text(GREEN),
                                "description",
                                new JsonValue.Text(description),
                                STATUS,
                                new JsonValue.Text(TODO)));
        return JsonValue.Obj.EMPTY
                .with("taskName", FEEDBACK + description)
                .with(STATUS, TODO)
                .with(STEPS, new JsonValue.Arr(Vector.of(step)));
    }
}
