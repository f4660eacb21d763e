package dev.foldline.effects.report;

import dev.foldline.effects.redact.AnsiSequence;
import dev.foldline.effects.report.TestCase.Outcome;
import dev.foldline.effects.report.TestCaseCollector.TooManyNames;

import io.vavr.control.Option;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the names of failed tests from the lines of a check's output that match a pattern: the
 * first group, or the whole match if the pattern has none. The report lists only failed tests.
 */
public final class FailureLines {
    static final int LINE_CHARS_MAX = 4_000;
    static final long LINE_STEPS_MAX = 40_000_000;
    static final long STEPS_MAX = 400_000_000;

    private static final String OUTPUT = "output";

    private final Pattern pattern;
    private final TestCaseCollector cases = new TestCaseCollector();
    private long steps;

    private FailureLines(Pattern pattern) {
        this.pattern = pattern;
    }

    public static ReportResult read(CharSequence output, Pattern pattern) {
        try {
            return new FailureLines(pattern).read(new StringReader(output.toString()), OUTPUT);
        } catch (IOException unreadable) {
            return unreadable(OUTPUT, unreadable);
        }
    }

    public static ReportResult read(Path output, Pattern pattern) {
        var name = String.valueOf(output.getFileName());
        try (var file =
                new BufferedReader(
                        new InputStreamReader(
                                Files.newInputStream(output), StandardCharsets.UTF_8))) {
            return new FailureLines(pattern).read(file, name);
        } catch (IOException unreadable) {
            return unreadable(name, unreadable);
        }
    }

    private ReportResult read(Reader output, String name) throws IOException {
        var line = new StringBuilder();
        try {
            for (int each = output.read(); each >= 0; each = output.read()) {
                if (each == '\n' || each == '\r') {
                    find(line);
                    line.setLength(0);
                } else if (line.length() < LINE_CHARS_MAX) {
                    line.append((char) each);
                }
            }
            find(line);
            return new ReportResult.Read(cases.report());
        } catch (StepCount.TooManySteps | StackOverflowError endless) {
            return new ReportResult.Unreadable(
                    name,
                    "the pattern %s takes too long on a line of %,d characters; use one with fewer repetitions"
                            .formatted(pattern, line.length()));
        } catch (TooManyNames tooMany) {
            return new ReportResult.Unreadable(name, String.valueOf(tooMany.getMessage()));
        }
    }

    private void find(StringBuilder line) throws TooManyNames {
        if (line.isEmpty()) return;
        var count = new StepCount(Math.min(LINE_STEPS_MAX, STEPS_MAX - steps));
        var match = pattern.matcher(count.of(AnsiSequence.without(line.toString())));
        var name = match.find() ? TestName.of(name(match)) : "";
        steps += count.steps();
        if (!name.isEmpty()) cases.add(new TestCase("", name, Outcome.FAILED));
    }

    private static String name(Matcher match) {
        return match.groupCount() == 0
                ? match.group()
                : Option.of(match.group(1)).getOrElse(match.group());
    }

    private static ReportResult unreadable(String name, IOException unreadable) {
        return new ReportResult.Unreadable(name, "cannot be read: " + unreadable.getMessage());
    }
}
