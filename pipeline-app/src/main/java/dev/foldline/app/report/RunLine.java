package dev.foldline.app.report;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One line of the list of runs, read from the document about the run.
 *
 * @param reason one word for its state
 * @param state the same for people: how it is done, if that deserves a look
 * @param cost for example {@code $2.00}; with a plus if some calls reported no cost, and a tilde if
 *     a part is estimated
 * @param error what went wrong last
 * @param sentence how it stands; none of a run that cannot be read
 */
public record RunLine(
        String id,
        Option<String> title,
        Option<String> workflow,
        String reason,
        String state,
        Option<Instant> startedAt,
        Option<Duration> took,
        String cost,
        Option<String> error,
        Option<String> sentence) {
    private static final String FORMAT = "%-17s  %-20s  %-16s  %8s  %9s  %-9s  %s%n";
    private static final Set<String> BAD = HashSet.of("failed", "halted", "unreadable", "log_cut");

    /** Ways of being done that a user should look at. */
    private static final Set<String> SPECIAL = HashSet.of("no_commits", "report_only");

    private static final Set<String> GOOD = HashSet.of("completed", "running");

    /** The line about a run. */
    public static RunLine of(Map<String, Object> document) {
        var started = time(document, "started_at");
        return new RunLine(
                text(object(document, "run"), "id").getOrElse(""),
                text(document, "title"),
                text(object(document, "run"), "workflow"),
                text(document, "reason").getOrElse(""),
                state(document),
                started,
                started.flatMap(
                        from -> time(document, "updated_at").map(to -> Duration.between(from, to))),
                cost(object(document, "spent")),
                text(object(document, "error"), "message"),
                text(document, "sentence"));
    }

    private static String state(Map<String, Object> document) {
        return text(document, "completion")
                .map(word -> word.toLowerCase(Locale.ROOT))
                .filter(SPECIAL::contains)
                .orElse(text(document, "reason"))
                .getOrElse("");
    }

    private static String cost(Map<?, ?> spent) {
        var usd = text(spent, "usd").map(BigDecimal::new);
        boolean isPart =
                RunLine.<Number>value(spent, "usd_unreported")
                        .exists(calls -> calls.longValue() > 0);
        if (usd.isEmpty()) return isPart ? "unknown" : "-";
        boolean isEstimated = RunLine.<Object>value(spent, "usd_estimated").isDefined();
        return (isEstimated ? "~" : "")
                + "$"
                + ValueFormatter.cents(usd.get())
                + (isPart ? "+" : "");
    }

    /** The head of the table. */
    public static String head(TextStyle paint) {
        return paint.strong(
                FORMAT.formatted("RUN", "STATE", "STARTED", "TOOK", "COST", "WORKFLOW", "TITLE")
                        .replaceAll(" +\n", "\n"));
    }

    /** The line of the table, and below it the sentence. */
    public String text(TextStyle paint) {
        var line =
                FORMAT.formatted(
                        id,
                        "\0",
                        startedAt.map(LocalTimeFormatter::minute).getOrElse(""),
                        duration(),
                        cost,
                        workflow.getOrElse(""),
                        titleOrError());
        return line.replace("%-20s".formatted("\0"), state(paint)).stripTrailing()
                + "\n"
                + sentence.map(words -> "  " + Printable.line(words) + "\n").getOrElse("");
    }

    /** The time that it took, or nothing. */
    public String duration() {
        return took.map(time -> ValueFormatter.duration(time.toMillis())).getOrElse("");
    }

    /** Its title, or else what went wrong. */
    public String titleOrError() {
        return Printable.line(title.orElse(error).getOrElse(""));
    }

    /** The column of its state. */
    public String state(TextStyle paint) {
        var word = "%-20s".formatted(state.replace('_', ' '));
        if (SPECIAL.contains(state)) return paint.careful(word);
        return BAD.contains(reason)
                ? paint.bad(word)
                : GOOD.contains(reason) ? paint.good(word) : paint.careful(word);
    }

    private static Map<?, ?> object(Map<?, ?> document, String name) {
        return RunLine.<Map<?, ?>>value(document, name).getOrElse(Map.of());
    }

    private static Option<String> text(Map<?, ?> document, String name) {
        return RunLine.<Object>value(document, name).map(Object::toString);
    }

    /** A time, as it was made or as it was read from a file. */
    private static Option<Instant> time(Map<?, ?> document, String name) {
        return text(document, name).map(Instant::parse);
    }

    /** A value of a document, whichever way its absence is written. */
    @SuppressWarnings("unchecked") // the documents are RunDocument's own
    private static <T> Option<T> value(Map<?, ?> document, String name) {
        return switch (document.get(name)) {
            case null -> Option.none();
            case Optional<?> optional -> Option.ofOptional((Optional<T>) optional);
            case Option<?> option -> (Option<T>) option;
            case Object present -> Option.of((T) present);
        };
    }
}
