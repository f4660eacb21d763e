package dev.foldline.effects.report;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;

/** The reports that real tools wrote, and how tests read them. */
final class Reports {
    private Reports() {}

    static Path folder() {
        try {
            URL readme = Objects.requireNonNull(Reports.class.getResource("/reports/README.md"));
            return Objects.requireNonNull(Path.of(readme.toURI()).getParent());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static Vector<Path> files() throws IOException {
        try (var files = Files.walk(folder())) {
            return Vector.ofAll(files.filter(each -> each.toString().endsWith(".xml")).sorted());
        }
    }

    static TestReport report(ReportResult reading) {
        return assertInstanceOf(ReportResult.Read.class, reading).report();
    }

    static ReportResult.Unreadable unreadable(ReportResult reading) {
        return assertInstanceOf(ReportResult.Unreadable.class, reading);
    }

    /** Reads the only report in a folder. */
    static ReportResult read(Path folder, String xml) throws IOException {
        Files.writeString(folder.resolve("report.xml"), xml);
        return JUnitReports.read(folder, "report.xml", Instant.EPOCH);
    }
}
