package dev.foldline.app.report.file;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.RunFilter;
import dev.foldline.app.report.RunLine;
import dev.foldline.app.report.RunsReport;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.HashSet;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The runs of a night on one screen: those that need the user now, whenever that began, and then
 * those that something has happened to since a time. A run that another run has started is part of
 * that, unless it needs the user.
 *
 * @param documents about the runs, in the order of the page
 */
public record RecentRuns(Instant since, Vector<Map<String, Object>> documents) {
    private static final int SHOWN_MAX = 15;
    private static final Vector<String> ORDER =
            Vector.of("needs-you", "failed", "stopped", "running", "done");

    /**
     * @param source returns the document about one run
     */
    public static RecentRuns of(Runs runs, Instant since, RunsReport.Source source)
            throws IOException {
        var unfinished = HashSet.ofAll(UnfinishedRuns.of(runs));
        var found = new ArrayList<Map<String, Object>>();
        for (var run : runs.newestFirst()) {
            if (!Files.exists(run.events())) continue;
            var isRecent = isTouched(run, since);
            if (!isRecent && !unfinished.contains(run)) continue;
            var document = RunsReport.document(run, source);
            if (needsUser(document) || isRecent && isOwn(document)) found.add(document);
        }
        return new RecentRuns(since, Vector.ofAll(found).sortBy(RecentRuns::rank));
    }

    private static boolean isTouched(RunDirectory run, Instant since) throws IOException {
        return !Files.getLastModifiedTime(run.events()).toInstant().isBefore(since);
    }

    private static boolean isOwn(Map<String, Object> document) {
        return !(document.get("parent") instanceof String)
                && !(document.get("parent") instanceof Option<?> parent && parent.isDefined());
    }

    private static int rank(Map<String, Object> document) {
        var place =
                RunFilter.stateOf(RunLine.of(document).reason()).map(ORDER::indexOf).getOrElse(-1);
        return place < 0 ? ORDER.size() : place;
    }

    private static boolean needsUser(Map<String, Object> document) {
        return rank(document) == 0;
    }

    /** For programs: the same document as of a list. */
    public Map<String, Object> document() {
        return RunsReport.document(documents.asJava(), documents.size(), Option.none());
    }

    public String text(TextStyle paint) {
        var text = new StringBuilder(paint.strong(head())).append('\n');
        for (var each : documents.take(SHOWN_MAX)) {
            var line = RunLine.of(each);
            text.append('\n')
                    .append(needsUser(each) ? paint.careful(title(line)) : title(line))
                    .append("  ")
                    .append(line.id())
                    .append('\n')
                    .append("  ")
                    .append(Printable.line(sentence(line)))
                    .append('\n');
            next(each).forEach(command -> text.append("  next  ").append(command).append('\n'));
        }
        if (more() > 0) text.append("\nand ").append(more()).append(" more\n");
        return text.toString();
    }

    /** As a message or a comment. */
    public String markdown() {
        var text = new StringBuilder("### ").append(head()).append("\n\n");
        for (var each : documents.take(SHOWN_MAX)) {
            var line = RunLine.of(each);
            text.append("- ")
                    .append(
                            needsUser(each)
                                    ? "**" + MarkdownText.of(title(line)) + "**"
                                    : MarkdownText.of(title(line)))
                    .append(" `")
                    .append(line.id())
                    .append("`: ")
                    .append(MarkdownText.of(sentence(line)))
                    .append(next(each).map(command -> " `" + command + "`").getOrElse(""))
                    .append('\n');
        }
        if (more() > 0) text.append("- and ").append(more()).append(" more\n");
        return text.toString();
    }

    private String head() {
        int waiting = documents.count(RecentRuns::needsUser);
        return "Since "
                + LocalTimeFormatter.minute(since)
                + ": "
                + ValueFormatter.count(documents.size(), "run")
                + (waiting == 0
                        ? ", none needs you"
                        : waiting == 1 ? ", 1 needs you" : ", " + waiting + " need you");
    }

    private int more() {
        return documents.size() - SHOWN_MAX;
    }

    private static String title(RunLine line) {
        return Printable.line(line.title().getOrElse(line.id()));
    }

    private static String sentence(RunLine line) {
        return line.sentence().orElse(line.error()).getOrElse("This run cannot be read.");
    }

    /** The command that comes next for a run that needs the user. */
    private static Option<String> next(Map<String, Object> document) {
        return needsUser(document)
                        && document.get("next") instanceof List<?> commands
                        && !commands.isEmpty()
                ? Option.of(commands.getFirst().toString())
                : Option.none();
    }
}
