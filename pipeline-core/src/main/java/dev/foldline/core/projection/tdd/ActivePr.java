package dev.foldline.core.projection.tdd;

import dev.foldline.core.projection.BranchName;
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
 * The document {@code ACTIVE_PR.json}: what an agent planned, and how far it is. Its tasks become the run's work items, one for each
 * step in order, and one for a task without steps.
 *
 * @param found keys of the tasks at its end that reviews have found: numbered behind all that was done then, in the document or not
 */
public record ActivePr(Json.Obj document, Vector<String> found) {

    /** Of steps behind which a commit is asked for while their task is unfinished. */
    public static final String CHECKPOINT = "CHECKPOINT";

    /** Of what was planned again because it could not be done at first. */
    public static final String REPLANNED = "REPLANNED";

    /** How the names of tasks begin that a review has found. */
    public static final String FEEDBACK = "Address code review feedback: ";

    public static final String RED = "RED";
    public static final String GREEN = "GREEN";

    private static final String REFACTOR = "REFACTOR";

    private static final String STEPS = "tdd_steps";
    private static final String TASKS = "tasks";
    private static final String STATUS = "status";
    private static final String DONE = "DONE";
    private static final String TODO = "TODO";

    public static final ActivePr EMPTY = new ActivePr(Json.Obj.EMPTY);

    /** As an agent wrote it. */
    public ActivePr(Json.Obj document) { this(document, Vector.empty()); }

    /**
     * A task of the document.
     *
     * @param key what its work items are called after: alike in every document that has the task
     */
    public record Task(String key, Json.Obj fields) {
        public String name() { return fields.text("taskName").getOrElse(""); }

        public Vector<Json.Obj> steps() { return objects(fields.list(STEPS)); }

        public boolean saysDone() { return fields.text(STATUS).contains(DONE); }

        /** Its work items as they are planned. */
        public Vector<Item> items() {
            var steps = steps();
            return steps.isEmpty() ? Vector.of(item(0, fields, Vector.of(GREEN)))
                    : steps.zipWithIndex().map(each -> item(each._2(), each._1(), tags(each._1(), each._2() == steps.size() - 1)));
        }

        private Item item(int index, Json.Obj step, Vector<String> tags) {
            var title = step.text("description").orElse(() -> fields.text("description")).getOrElse(this::name);
            return new Item(key + "." + index + "-" + print(tags.head() + (tags.contains(REFACTOR) ? REFACTOR : "") + ":" + title), title, tags, Item.TODO);
        }

        /** What was done under another content was something else. */
        private static String print(String content) {
            return UUID.nameUUIDFromBytes(content.getBytes(StandardCharsets.UTF_8)).toString().substring(0, 13).replace("-", "");
        }

        /** Whether a step is among those done; older logs tell them apart by their place in the task alone. */
        boolean isDone(Item item, Set<String> done) { return done.contains(item.id()) || done.contains(item.id().substring(0, item.id().lastIndexOf('-'))); }

        private static Vector<String> tags(Json.Obj step, boolean last) {
            var type = step.text("type").filter(word -> word.equals(RED) || word.equals(REFACTOR)).getOrElse(GREEN);
            var kind = type.equals(RED) ? Vector.of(RED) : type.equals(GREEN) ? Vector.of(GREEN) : Vector.of(GREEN, type);
            return last || type.equals(RED) ? kind : kind.append(CHECKPOINT);
        }
    }

    public String title() { return document.text("prTitle").getOrElse(""); }

    public Option<String> masterPlanPath() { return document.text("masterPlanPath"); }

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

    /** All work items, those done that the document says are done. */
    public Vector<Item> itemsAsWritten() {
        return tasks().flatMap(task -> task.items().zip(task.steps().isEmpty() ? Vector.of(task.fields()) : task.steps())
                .map(each -> task.saysDone() || each._2().text(STATUS).contains(DONE) ? each._1().with(Item.DONE) : each._1()));
    }

    /** The work items that are still to do, whatever the document says of them. */
    public Vector<Item> itemsBesides(Set<String> done) {
        return tasks().flatMap(task -> task.items().reject(item -> task.isDone(item, done)));
    }

    /** The task that a work item belongs to. */
    public Option<Task> taskOf(String item) { return tasks().find(task -> task.items().exists(each -> task.isDone(each, HashSet.of(item)))); }

    /** The same document with statuses as they are. */
    public ActivePr showing(Set<String> done) {
        if (!document.fields().containsKey(TASKS)) return this;
        var current = tasks().find(task -> !isDone(task, done)).map(Task::key);
        return new ActivePr(with(tasks().map(task -> shown(task, done, current.contains(task.key())))), found);
    }

    /** The same document with what a review has found behind its own tasks. */
    public ActivePr and(Vector<Task> more) {
        return new ActivePr(with(tasks().appendAll(more).map(Task::fields)), found.appendAll(more.map(Task::key)));
    }

    /** These tasks as they would be numbered behind work that is done. */
    public static Vector<Task> numbered(Vector<Json.Obj> fields, Vector<String> doneItems) {
        var keys = doneItems.map(item -> item.substring(0, Math.max(0, item.lastIndexOf('.')))).toSet();
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

    private static Json.Obj shown(Task task, Set<String> done, boolean current) {
        var items = task.items();
        var steps = task.steps().zip(items).map(each -> (Json) each._1().with(STATUS, task.isDone(each._2(), done) ? DONE : TODO));
        var word = isDone(task, done) ? DONE : current && items.exists(item -> task.isDone(item, done)) ? "IN_PROGRESS" : TODO;
        var shown = task.fields().with(STATUS, word);
        return steps.isEmpty() ? shown : shown.with(STEPS, new Json.Arr(steps));
    }

    private static boolean isDone(Task task, Set<String> done) { return task.items().forAll(item -> task.isDone(item, done)); }

    private Json.Obj with(Vector<Json.Obj> tasks) { return document.with(TASKS, new Json.Arr(tasks.map(task -> task))); }

    private static String base(Json.Obj task) {
        var name = task.text("taskName").getOrElse("");
        return BranchName.slug(name) + "-" + Integer.toHexString(name.hashCode());
    }

    private static String key(String base, int nth) { return nth == 1 ? base : base + "-" + nth; }

    private static Vector<Json.Obj> objects(Vector<Json> values) {
        return values.flatMap(value -> value instanceof Json.Obj object ? Vector.of(object) : Vector.<Json.Obj>empty());
    }

    /** A task made of what a review found. */
    public static Json.Obj finding(String description) {
        var step = new Json.Obj(LinkedHashMap.of("type", new Json.Text(GREEN), "description", new Json.Text(description), STATUS, new Json.Text(TODO)));
        return Json.Obj.EMPTY.with("taskName", FEEDBACK + description).with(STATUS, TODO)
                .with(STEPS, new Json.Arr(Vector.of(step)));
    }
}
