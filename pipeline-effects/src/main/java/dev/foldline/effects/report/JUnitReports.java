package dev.foldline.effects.report;

import dev.foldline.effects.redact.ControlCharacters;
import dev.foldline.effects.report.ReportFiles.Found;
import dev.foldline.effects.report.ReportFiles.ReportFile;
import dev.foldline.effects.report.TestCaseCollector.TooManyNames;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

import javax.xml.stream.XMLStreamException;

/**
 * Reads the reports in JUnit XML that a command wrote. The files are written by tests, so nothing
 * in them is trusted: sizes, numbers and depths are limited.
 */
public final class JUnitReports {
    static final long FILE_BYTES_MAX = 64L << 20;
    static final long ALL_BYTES_MAX = 256L << 20;

    private static final int REASON_CHARS_MAX = 300;

    /** The time of a file may be that of the kernel's last tick. */
    private static final Duration TICK = Duration.ofMillis(20);

    private JUnitReports() {}

    /** Returns why a text is no glob of report files. */
    public static Option<String> problemOf(String glob) {
        return ReportGlob.problemOf(glob);
    }

    /**
     * Reads the files of a glob without a problem.
     *
     * @param since when the command started: older files are of an earlier command
     */
    public static ReportResult read(Path root, String glob, Instant since) {
        try {
            return switch (ReportFiles.find(root, ReportGlob.of(glob))) {
                case Found.TooMany(var reason) -> new ReportResult.Unreadable(glob, reason);
                case Found.Files(var files, var links) -> {
                    var written = files.filter(each -> isSince(each.writtenAt(), since));
                    yield written.isEmpty() ? noReport(glob, since, files, links) : read(written);
                }
            };
        } catch (IOException unreadable) {
            return new ReportResult.Unreadable(glob, reason(unreadable));
        }
    }

    private static ReportResult read(Vector<ReportFile> files) {
        var cases = new TestCaseCollector();
        var parser = new JUnitParser(cases);
        long bytes = 0;
        for (var each : files) {
            bytes += each.bytes();
            var problem = problemOf(each, bytes).orElse(() -> parse(each, parser));
            if (problem.isDefined()) return new ReportResult.Unreadable(each.name(), problem.get());
        }
        return new ReportResult.Read(cases.report());
    }

    private static Option<String> problemOf(ReportFile report, long bytesSoFar) {
        if (report.bytes() == 0) return Option.of("the file is empty");
        if (report.bytes() > FILE_BYTES_MAX)
            return Option.of(
                    "the file has %,d bytes, more than %,d"
                            .formatted(report.bytes(), FILE_BYTES_MAX));
        return Option.when(
                bytesSoFar > ALL_BYTES_MAX,
                "the reports up to this one have more than %,d bytes".formatted(ALL_BYTES_MAX));
    }

    private static Option<String> parse(ReportFile report, JUnitParser parser) {
        try (var file = open(report)) {
            parser.parse(file);
            return Option.none();
        } catch (XMLStreamException invalid) {
            return Option.of("not JUnit XML: " + reason(invalid));
        } catch (TooManyNames tooMany) {
            return Option.of(String.valueOf(tooMany.getMessage()));
        } catch (IOException unreadable) {
            return Option.of(reason(unreadable));
        }
    }

    /** A file that grows or is replaced by a link meanwhile is bounded all the same. */
    private static InputStream open(ReportFile report) throws IOException {
        return new BoundedInput(
                Files.newInputStream(report.path(), LinkOption.NOFOLLOW_LINKS), FILE_BYTES_MAX);
    }

    /** Some file systems store whole seconds. */
    private static boolean isSince(Instant writtenAt, Instant since) {
        var earliest =
                writtenAt.equals(writtenAt.truncatedTo(ChronoUnit.SECONDS))
                        ? since.truncatedTo(ChronoUnit.SECONDS)
                        : since.minus(TICK);
        return !writtenAt.isBefore(earliest);
    }

    private static ReportResult noReport(
            String glob, Instant since, Vector<ReportFile> files, Vector<String> links) {
        return new ReportResult.NoReport(
                files.maxBy(Comparator.comparing(ReportFile::writtenAt))
                        .map(newest -> isOld(glob, since, newest))
                        .getOrElse(
                                () ->
                                        links.headOption()
                                                .map(link -> isLink(glob, link))
                                                .getOrElse("no file matches " + glob)));
    }

    private static String isOld(String glob, Instant since, ReportFile newest) {
        return "no file that matches %s was written since the command started at %s; the newest is %s of %s"
                .formatted(
                        glob,
                        since.truncatedTo(ChronoUnit.MILLIS),
                        ControlCharacters.escape(newest.name()),
                        newest.writtenAt().truncatedTo(ChronoUnit.MILLIS));
    }

    private static String isLink(String glob, String link) {
        return "no file matches %s; %s is a symbolic link, which is not followed"
                .formatted(glob, ControlCharacters.escape(link));
    }

    private static String reason(XMLStreamException invalid) {
        var text = String.valueOf(invalid.getMessage());
        int message = text.indexOf("Message: ");
        var reason = message < 0 ? text : text.substring(message + "Message: ".length());
        var place = invalid.getLocation();
        return place == null || place.getLineNumber() < 1
                ? visible(reason)
                : "line %d, column %d: %s"
                        .formatted(place.getLineNumber(), place.getColumnNumber(), visible(reason));
    }

    private static String reason(IOException unreadable) {
        return "cannot be read: " + visible(String.valueOf(unreadable.getMessage()));
    }

    private static String visible(String reason) {
        var line = ControlCharacters.escape(reason.replaceAll("\\s+", " ").strip());
        return line.length() <= REASON_CHARS_MAX
                ? line
                : line.substring(0, REASON_CHARS_MAX) + "...";
    }
}
