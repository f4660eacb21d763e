package dev.foldline.app.report;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * What a run is for, and when it started.
 *
 * @param title the first line of its task; none if the text of the task is lost
 * @param updatedAt the time of its latest event
 */
public record RunOrigin(Option<String> title, Instant startedAt, Instant updatedAt) {
    private static final int CHARS_READ = 2000;

    /** What starts a heading, a quote or an item of a list in Markdown. */
    private static final Pattern MARKUP = Pattern.compile("^(?:#{1,6}|[-*>]|\\d{1,3}[.)])\\s+");

    /** The origin of a run with this state. */
    public static RunOrigin of(RunDirectory run, PipelineState state) throws IOException {
        var startedAt = run.beganAt();
        return new RunOrigin(
                title(run, state.header().task()),
                startedAt,
                LogReader.lastLine(run.events()).map(LogLine::at).orElse(startedAt));
    }

    private static Option<String> title(RunDirectory run, String task) {
        try {
            return title(run.blobs().text(task, CHARS_READ));
        } catch (IOException | IllegalArgumentException lost) {
            return Option.none();
        }
    }

    /** The first line with words, without the marks of Markdown. */
    static Option<String> title(String task) {
        return Option.ofOptional(
                        task.lines()
                                .map(line -> MARKUP.matcher(line.strip()).replaceFirst(""))
                                .filter(
                                        line ->
                                                line.codePoints()
                                                        .anyMatch(Character::isLetterOrDigit))
                                .findFirst())
                .map(ValueFormatter::oneLine);
    }

    /** The time from its start to its latest event. */
    public Duration took() {
        return Duration.between(startedAt, updatedAt);
    }
}
