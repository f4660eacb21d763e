package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/** The table of the durations of test classes, by which the build orders them. */
class DurationsTest {
    private static final double SECONDS_MAX = 20;

    /**
     * @param reason why it may take longer than others; empty if it need not
     */
    private record Duration(String type, double seconds, String reason) {
        static Duration of(String line) {
            var cells = line.split("\t");
            return new Duration(
                    cells[0], Double.parseDouble(cells[1]), cells.length > 4 ? cells[4] : "");
        }
    }

    private static Stream<Duration> read(String table) {
        return table.lines().filter(line -> line.startsWith("dev.")).map(Duration::of);
    }

    /** The classes that take long without a reason. */
    private static List<String> tooLong(String table) {
        return read(table)
                .filter(each -> each.seconds() > SECONDS_MAX && each.reason().isBlank())
                .map(Duration::type)
                .filter(type -> !isThorough(type))
                .toList();
    }

    private static boolean isThorough(String type) {
        return ProjectFiles.sourceOf(type)
                .filter(file -> ProjectFiles.read(file).contains("\n@Thorough\n"))
                .isPresent();
    }

    @Test
    void a_class_of_more_than_twenty_seconds_is_thorough_or_has_a_reason() {
        var table = ProjectFiles.read(ProjectFiles.TOP.resolve(".ci/durations.tsv"));
        assertThat(read(table)).isNotEmpty();
        assertThat(tooLong(table)).as("shorten them, or give a reason in the table").isEmpty();
    }

    @Test
    void a_class_that_takes_long_without_a_reason_is_named() {
        assertThat(
                        tooLong(
                                """
                                # builds in a row without a second try\t0
                                class\twall\tprocessor\tsecond tries\treason
                                dev.foldline.LongTest\t20.1
                                dev.foldline.OldTest\t99.0\t3.5\t2026-W48:2
                                dev.foldline.LawProperties\t99.0\t\t\tit searches
                                dev.foldline.ShortTest\t20.0\t30.0
                                """))
                .containsExactly("dev.foldline.LongTest", "dev.foldline.OldTest");
    }
}
