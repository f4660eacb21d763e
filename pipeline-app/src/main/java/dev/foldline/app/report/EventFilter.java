package dev.foldline.app.report;

import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.workflow.Phase;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Selects events of a log.
 *
 * @param failuresOnly only events that report a failure
 * @param phase only events of the phase with this id
 * @param since only events from this time on
 * @param pattern only events whose line matches, in upper or lower case
 */
public record EventFilter(
        boolean failuresOnly, Option<String> phase, Option<Instant> since, Option<Pattern> pattern)
        implements Predicate<ReplayStep> {
    private static final TextStyle PLAIN = new TextStyle(false);
    private static final Pattern OFFSET = Pattern.compile("T.*(?:Z|[+-]\\d\\d:\\d\\d)$");
    private static final Pattern DAYS = Pattern.compile("\\d{1,5}d");

    /** Selects all events. */
    public static final EventFilter ALL =
            new EventFilter(false, Option.none(), Option.none(), Option.none());

    /**
     * Reads a filter as users write it.
     *
     * @param since an age such as {@code 2h} before {@code now}, a date, or a time as in the log
     * @param expression a regular expression
     * @throws UserError if a text has another form
     */
    public static EventFilter of(
            boolean failuresOnly,
            Option<String> phase,
            Option<String> since,
            Option<String> expression,
            Instant now) {
        return new EventFilter(
                failuresOnly,
                phase,
                since.map(text -> time(text, now, "--since")),
                expression.map(EventFilter::pattern));
    }

    /**
     * Returns this filter, if the workflow of the run has its phase.
     *
     * @throws UserError if it has no such phase
     */
    public EventFilter knownTo(RunHistory history) throws IOException {
        return phase.isEmpty() ? this : knownTo(history.latest().state());
    }

    private EventFilter knownTo(PipelineState state) {
        var phases =
                state.workflow()
                        .stages()
                        .flatMap(stage -> stage.phases().map(Phase::id))
                        .distinct();
        if (phase.forAll(phases::contains)) return this;
        throw new UserError(
                "the workflow "
                        + state.workflow().name()
                        + " has no phase "
                        + phase.get()
                        + "; it has "
                        + phases.mkString(", "),
                "--phase",
                "foldline workflow show " + state.workflow().name(),
                ExitCode.USAGE);
    }

    @Override
    public boolean test(ReplayStep step) {
        return (!failuresOnly || LogLines.isFailure(step.event()))
                && phase.forAll(step.phase()::equals)
                && since.forAll(time -> !step.at().isBefore(time))
                && pattern.forAll(each -> each.matcher(LogLines.full(step, PLAIN)).find());
    }

    /**
     * Reads an age such as {@code 2h} or {@code 7d} before {@code now}, a local time of the day
     * such as {@code 20:00}, which means the latest one, or a local date or time. A time may end
     * with Z or an offset.
     *
     * @param field where it is given
     * @throws UserError if the text has another form
     */
    public static Instant time(String text, Instant now, String field) {
        if (DAYS.matcher(text).matches())
            return now.minus(Duration.ofDays(Long.parseLong(text.substring(0, text.length() - 1))));
        var age = DurationText.parse(text);
        if (age.isPresent()) return now.minus(age.get());
        try {
            var here = ZoneId.systemDefault();
            if (text.length() == "20:00".length()) return latest(LocalTime.parse(text), now, here);
            if (text.length() == "2026-01-31".length())
                return LocalDate.parse(text).atStartOfDay(here).toInstant();
            var time = text.replace(' ', 'T');
            return OFFSET.matcher(time).find()
                    ? Instant.parse(time)
                    : LocalDateTime.parse(time).atZone(here).toInstant();
        } catch (DateTimeException other) {
            throw new UserError(
                    "'" + text + "' is neither an age nor a time",
                    field,
                    "use 2h, 7d, 20:00, 2026-01-31, 2026-01-31T08:00, or 2026-01-31T08:00:00Z for"
                            + " UTC",
                    ExitCode.USAGE);
        }
    }

    private static Instant latest(LocalTime time, Instant now, ZoneId here) {
        var today = now.atZone(here).with(time);
        return (today.toInstant().isAfter(now) ? today.minusDays(1) : today).toInstant();
    }

    private static Pattern pattern(String expression) {
        try {
            return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        } catch (PatternSyntaxException broken) {
            throw new UserError(
                    "'" + expression + "' is not a regular expression: " + broken.getDescription(),
                    "--grep",
                    "put a backslash before characters such as ( and [",
                    ExitCode.USAGE);
        }
    }
}
