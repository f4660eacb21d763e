package dev.foldline.core.projection;

import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.event.GitEvent.Remark;
import dev.foldline.core.event.GitEvent.WorkObserved;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.util.Locale;
import java.util.function.Function;

/**
 * The machine-readable metadata of a commit's message: who made it, and the status of the work. It
 * is a block of lines {@code key: value} after the line {@code ---METADATA---}.
 *
 * @param status the status as the author wrote it; {@link #label} interprets it
 * @param nextAction the announced next action, if there is one
 * @param review the review of another terminal's work; usually empty
 */
public record CommitMetadata(
        TerminalAgent worker, String status, Option<String> nextAction, Hand hand, Review review) {
    public static final String MARKER = "---METADATA---";

    /** The error for a message without metadata. */
    public static final String NONE = "No valid metadata found in commit message";

    /**
     * The program that made the commit.
     *
     * @param order the terminal's position in its task
     */
    public record Hand(Option<Integer> order, Option<String> cli, Option<String> model) {
        public static final Hand UNTOLD = new Hand(Option.none(), Option.none(), Option.none());
    }

    /**
     * The review of a terminal's work.
     *
     * @param terminal the terminal under review; the one before the reviewer if none
     */
    public record Review(
            Option<String> severity, Option<String> terminal, Vector<ReviewIssue> issues) {
        public static final Review NONE = new Review(Option.none(), Option.none(), Vector.empty());
    }

    /** Returns metadata with a status only. */
    public static CommitMetadata of(TerminalAgent worker, String status) {
        return new CommitMetadata(worker, status, Option.none(), Hand.UNTOLD, Review.NONE);
    }

    /**
     * Parses a commit's message. The last of several blocks counts, and the first of several lines
     * with one key.
     *
     * @param json parses a JSON value; none if the text is not JSON
     * @return on the left, why the metadata cannot be parsed
     */
    public static Either<String, CommitMetadata> parse(
            String message, Function<String, Option<JsonValue>> json) {
        var said = fields(message);
        var worker =
                said.get("workflow_id")
                        .flatMap(
                                workflow ->
                                        said.get("task_id")
                                                .flatMap(
                                                        task ->
                                                                said.get("terminal_id")
                                                                        .map(
                                                                                terminal ->
                                                                                        new TerminalAgent(
                                                                                                workflow,
                                                                                                task,
                                                                                                terminal))));
        return worker.flatMap(by -> said.get("status").map(status -> of(by, status, said, json)))
                .toEither(NONE);
    }

    /**
     * Returns the keys that this worker's own metadata lacks. The result is empty if there is no
     * block, if it is complete, or if it names another worker.
     */
    public static Vector<String> lacks(TerminalAgent by, String message) {
        var said = fields(message);
        var whose =
                LinkedHashMap.of(
                        "workflow_id",
                        by.workflow(),
                        "task_id",
                        by.task(),
                        "terminal_id",
                        by.terminal());
        boolean isAnothers =
                whose.exists(each -> said.get(each._1()).exists(named -> !named.equals(each._2())));
        return isAnothers || !message.contains(MARKER)
                ? Vector.empty()
                : whose.keySet().toVector().append("status").reject(said::containsKey);
    }

    /** Returns whether a commit with this message was made for the workflow. */
    public static boolean isOf(String workflow, String message) {
        return madeFor(message).contains(workflow);
    }

    /** Returns whether the commit was made for another workflow. Most commits belong to none. */
    public static boolean isOfAnother(String workflow, String message) {
        return madeFor(message).exists(other -> !other.equals(workflow));
    }

    private static Option<String> madeFor(String message) {
        return parse(message, _ -> Option.none()).toOption().map(said -> said.worker().workflow());
    }

    private static CommitMetadata of(
            TerminalAgent by,
            String status,
            Map<String, String> said,
            Function<String, Option<JsonValue>> json) {
        var hand =
                new Hand(
                        said.get("terminal_order").flatMap(ReviewIssue::number),
                        said.get("cli"),
                        said.get("model"));
        return new CommitMetadata(
                by,
                status,
                said.get("next_action"),
                hand,
                new Review(
                        said.get("severity"),
                        said.get("reviewed_terminal"),
                        said.get("issues")
                                .map(issues -> ReviewIssue.list(issues, json))
                                .getOrElse(Vector.empty())));
    }

    private static LinkedHashMap<String, String> fields(String message) {
        var lines = Vector.ofAll(message.lines().map(String::strip));
        int marker = lines.lastIndexOf(MARKER);
        return marker < 0 ? LinkedHashMap.empty() : fields(lines.drop(marker + 1));
    }

    private static LinkedHashMap<String, String> fields(Vector<String> lines) {
        return lines.foldLeft(
                LinkedHashMap.empty(),
                (said, line) -> {
                    int colon = line.indexOf(':');
                    if (colon < 0) return said;
                    var key = line.substring(0, colon).strip();
                    var value = line.substring(colon + 1).strip();
                    return key.isEmpty() || value.isEmpty() || said.containsKey(key)
                            ? said
                            : said.put(key, value);
                });
    }

    /** Formats the block for a commit's message; {@link #parse} reverses it. */
    public String print() {
        return Vector.of(
                        MARKER,
                        "workflow_id: " + worker.workflow(),
                        "task_id: " + worker.task(),
                        "terminal_id: " + worker.terminal(),
                        "status: " + status)
                .appendAll(line("terminal_order", hand.order()))
                .appendAll(line("cli", hand.cli()))
                .appendAll(line("model", hand.model()))
                .appendAll(line("severity", review.severity()))
                .appendAll(line("reviewed_terminal", review.terminal()))
                .appendAll(
                        line(
                                "issues",
                                Option.of(review.issues())
                                        .filter(Vector::nonEmpty)
                                        .map(ReviewIssue::print)))
                .appendAll(line("next_action", nextAction))
                .mkString("\n");
    }

    private static Option<String> line(String key, Option<?> value) {
        return value.map(each -> key + ": " + each);
    }

    /** Returns the text and issues of a review or of a failure, or none for other work. */
    public Option<Remark> remark(String message) {
        var word = label();
        if (word.equals(WorkObserved.COMPLETED) || word.equals(WorkObserved.CHECKPOINT))
            return Option.none();
        var lines = Vector.ofAll(message.lines());
        var prose =
                lines.take(Math.max(0, lines.lastIndexWhere(line -> line.strip().equals(MARKER))))
                        .mkString("\n")
                        .strip();
        return Option.of(
                new Remark(
                        review.terminal(),
                        review.issues()
                                .map(issue -> "- " + issue.describe())
                                .prepend(prose)
                                .mkString("\n")
                                .strip()));
    }

    /** Returns the label of the status. An unknown status does not complete the terminal's work. */
    public String label() {
        boolean goesOn =
                nextAction
                        .map(CommitMetadata::lower)
                        .exists(Vector.of("continue", "retry")::contains);
        var word = lower(status);
        if (word.equals(WorkObserved.COMPLETED))
            return goesOn ? WorkObserved.CHECKPOINT : WorkObserved.COMPLETED;
        return WorkObserved.LABELS.contains(word) ? word : WorkObserved.CHECKPOINT;
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
