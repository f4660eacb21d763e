package dev.foldline.core.projection.runtime;

import dev.foldline.core.effect.Worker;
import dev.foldline.core.event.GitEvent.Remark;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.projection.tdd.Json;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;

/**
 * What a commit's message says to the machine: who made it, and how far the work is. A block of lines {@code key: value} behind a
 * line {@code ---METADATA---}.
 *
 * @param status in the words of whoever wrote it; {@link #label} says what it means
 * @param nextAction what is to come next, if it was said
 * @param review what it says about another terminal's work; mostly nothing
 */
public record CommitMetadata(Worker worker, String status, Option<String> nextAction, Hand hand, Review review) {
    public static final String MARKER = "---METADATA---";

    /** What is said of a message without such a block. */
    public static final String NONE = "No valid metadata found in commit message";

    /**
     * By what it was made.
     *
     * @param order the terminal's place in its task
     */
    public record Hand(Option<Integer> order, Option<String> cli, Option<String> model) {
        public static final Hand UNTOLD = new Hand(Option.none(), Option.none(), Option.none());
    }

    /**
     * What was found in the work of a terminal.
     *
     * @param terminal whose work it was; if none, the one before the reviewer
     */
    public record Review(Option<String> severity, Option<String> terminal, Vector<Issue> issues) {
        public static final Review NONE = new Review(Option.none(), Option.none(), Vector.empty());
    }

    /** The metadata that a worker says nothing else in. */
    public static CommitMetadata of(Worker worker, String status) { return new CommitMetadata(worker, status, Option.none(), Hand.UNTOLD, Review.NONE); }

    /**
     * Reads a commit's message. Of two blocks the last counts, of two lines with one key the first.
     *
     * @param json reads a JSON value, or finds that a text is none
     * @return on the left why there is nothing to read
     */
    public static Either<String, CommitMetadata> parse(String message, Function<String, Option<Json>> json) {
        var said = said(message);
        var worker = said.get("workflow_id").flatMap(workflow -> said.get("task_id").flatMap(task -> said.get("terminal_id").map(terminal -> new Worker(workflow, task, terminal))));
        return worker.flatMap(by -> said.get("status").map(status -> of(by, status, said, json))).toEither(NONE);
    }

    /** What a block that may be this worker's own has to say besides, to be read; nothing where there is none, where all is said, or where it names another. */
    public static Vector<String> lacks(Worker by, String message) {
        var said = said(message);
        var whose = LinkedHashMap.of("workflow_id", by.workflow(), "task_id", by.task(), "terminal_id", by.terminal());
        boolean isAnothers = whose.exists(each -> said.get(each._1()).exists(named -> !named.equals(each._2())));
        return isAnothers || !message.contains(MARKER) ? Vector.empty() : whose.keySet().toVector().append("status").reject(said::containsKey);
    }

    /** Whether a commit with this message was made for the workflow. */
    public static boolean isOf(String workflow, String message) { return madeFor(message).contains(workflow); }

    /** Whether it was made for another one. Most commits are nobody's. */
    public static boolean isOfAnother(String workflow, String message) { return madeFor(message).exists(other -> !other.equals(workflow)); }

    private static Option<String> madeFor(String message) { return parse(message, _ -> Option.none()).toOption().map(said -> said.worker().workflow()); }

    private static CommitMetadata of(Worker by, String status, Map<String, String> said, Function<String, Option<Json>> json) {
        var hand = new Hand(said.get("terminal_order").flatMap(Issue::number), said.get("cli"), said.get("model"));
        return new CommitMetadata(by, status, said.get("next_action"), hand,
                new Review(said.get("severity"), said.get("reviewed_terminal"), said.get("issues").map(issues -> Issue.list(issues, json)).getOrElse(Vector.empty())));
    }

    private static LinkedHashMap<String, String> said(String message) {
        var lines = Vector.ofAll(message.lines().map(String::strip));
        int marker = lines.lastIndexOf(MARKER);
        return marker < 0 ? LinkedHashMap.empty() : said(lines.drop(marker + 1));
    }

    private static LinkedHashMap<String, String> said(Vector<String> lines) {
        return lines.foldLeft(LinkedHashMap.empty(), (said, line) -> {
            int colon = line.indexOf(':');
            var key = colon < 0 ? "" : line.substring(0, colon).strip();
            var value = line.substring(colon + 1).strip();
            return key.isEmpty() || value.isEmpty() || said.containsKey(key) ? said : said.put(key, value);
        });
    }

    /** The block, as it is to stand in a commit's message; {@link #parse} gives the same back. */
    public String print() {
        return Vector.of(MARKER, "workflow_id: " + worker.workflow(), "task_id: " + worker.task(), "terminal_id: " + worker.terminal(), "status: " + status)
                .appendAll(line("terminal_order", hand.order())).appendAll(line("cli", hand.cli())).appendAll(line("model", hand.model()))
                .appendAll(line("severity", review.severity())).appendAll(line("reviewed_terminal", review.terminal()))
                .appendAll(line("issues", Option.of(review.issues()).filter(Vector::nonEmpty).map(Issue::print)))
                .appendAll(line("next_action", nextAction)).mkString("\n");
    }

    private static Option<String> line(String key, Option<?> value) { return value.map(each -> key + ": " + each); }

    /** What the message says of the work that is found good or wanting, or in vain: its text, and what was found. Of other work, nothing. */
    public Option<Remark> remark(String message) {
        var word = label();
        if (word.equals(WorkObserved.COMPLETED) || word.equals(WorkObserved.CHECKPOINT)) return Option.none();
        var lines = Vector.ofAll(message.lines());
        var prose = lines.take(Math.max(0, lines.lastIndexWhere(line -> line.strip().equals(MARKER)))).mkString("\n").strip();
        return Option.of(new Remark(review.terminal(), review.issues().map(issue -> "- " + issue.told()).prepend(prose).mkString("\n").strip()));
    }

    /** What it means for its terminal. Work whose status nobody knows does not go on to the next one. */
    public String label() {
        boolean goesOn = nextAction.map(CommitMetadata::lower).exists(Vector.of("continue", "retry")::contains);
        var word = lower(status);
        if (word.equals(WorkObserved.COMPLETED)) return goesOn ? WorkObserved.CHECKPOINT : WorkObserved.COMPLETED;
        return WorkObserved.LABELS.contains(word) ? word : WorkObserved.CHECKPOINT;
    }

    private static String lower(String word) { return word.toLowerCase(Locale.ROOT); }
}
