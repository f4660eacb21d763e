package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.driver.JournalFault;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

class FailureReportTest {
    @TempDir Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void an_internal_error_is_reported_in_the_folder_of_the_run() throws IOException {
        var console = console();
        console.about(folder);
        assertThat(
                        new FailureReport(console, "status @", false)
                                .failed(new PipelineBug("no rule applies")))
                .isEqualTo(9);
        try (var files = Files.list(folder)) {
            var report = files.findFirst().orElseThrow();
            assertThat(output())
                    .startsWith(
                            "error: internal error: no rule applies\n  at: "
                                    + report
                                    + "\n  try: ");
            assertThat(Files.readString(report))
                    .contains("command: foldline status @")
                    .contains("PipelineBug: no rule applies")
                    .contains("FailureReportTest");
        }
    }

    @Test
    void a_report_without_a_run_goes_to_the_temporary_folder() throws IOException {
        assertThat(
                        new FailureReport(console(), "status", false)
                                .failed(new IllegalStateException("strange")))
                .isEqualTo(9);
        var place =
                Path.of(
                        output().lines()
                                .filter(line -> line.startsWith("  at: "))
                                .findFirst()
                                .orElseThrow()
                                .substring(6));
        assertThat(place).exists().content().contains("IllegalStateException: strange");
        Files.delete(place);
    }

    @Test
    void an_environment_error_is_not_a_bug() {
        assertThat(
                        new FailureReport(console(), "status", false)
                                .failed(new NoSuchFileException("/gone")))
                .isEqualTo(1);
        assertThat(output())
                .isEqualTo(
                        "error: no such file or directory\n"
                                + "  at: /gone\n"
                                + "  try: restore it from a backup\n");
    }

    @Test
    void a_log_that_cannot_be_written_is_no_internal_error() {
        var full =
                new JournalFault(
                        "cannot write the log: No space left on device",
                        new IOException("No space left on device"));
        assertThat(new FailureReport(console(), "run", false).failed(full)).isEqualTo(1);
        assertThat(output())
                .isEqualTo(
                        "error: the disk is full\n"
                                + "  try: free disk space (df -h shows the usage)\n");
        assertThat(folder).isEmptyDirectory();
    }

    private String output() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Console console() {
        var stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(
                new Host(
                        stream,
                        stream,
                        Map.of(),
                        new ByteArrayInputStream(new byte[0]),
                        folder,
                        false,
                        "foldline"),
                new GlobalOptions());
    }
}
