package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Main;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

class AnswerStreamTest {
    private static final String FULL = "No space left on device";

    @TempDir Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Where nothing can be written. */
    private static final class UnwritableStream extends OutputStream {
        private final IOException fault;

        UnwritableStream(IOException fault) {
            this.fault = fault;
        }

        @Override
        public void write(int octet) throws IOException {
            throw fault;
        }
    }

    private int run(
            IOException fault, Path where, Map<String, String> environment, String... words) {
        var said = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Main.run(
                new Host(
                        AnswerStream.to(new UnwritableStream(fault)),
                        said,
                        environment,
                        InputStream.nullInputStream(),
                        where,
                        false,
                        "foldline"),
                words);
    }

    private int run(IOException fault, String... words) {
        return run(fault, folder, Map.of(), words);
    }

    private String output() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void an_unwritable_output_is_an_error_in_one_line() {
        assertThat(run(new IOException(FULL), "schema")).isEqualTo(1);
        assertThat(output()).isEqualTo("error: cannot write the output: " + FULL + "\n");
    }

    @Test
    void an_unwritable_output_is_an_error_in_json_and_help_too() {
        assertThat(run(new IOException(FULL), "schema", "--json")).isEqualTo(1);
        assertThat(run(new IOException(FULL), "--help")).isEqualTo(1);
        assertThat(output().lines())
                .containsExactly(
                        "error: cannot write the output: " + FULL,
                        "error: cannot write the output: " + FULL);
    }

    @Test
    void an_error_without_a_reason_of_the_system_is_reported_without_one() {
        assertThat(run(new IOException(), "schema")).isEqualTo(1);
        assertThat(output()).isEqualTo("error: cannot write the output\n");
    }

    @Test
    void a_closed_pipe_is_no_error() {
        assertThat(run(new IOException("Broken pipe"), "schema")).isZero();
        assertThat(output()).isEmpty();
    }

    @Test
    void a_command_that_failed_keeps_its_exit() {
        assertThat(run(new IOException(FULL), "schema", "nope", "--json")).isEqualTo(2);
    }

    @Test
    void a_run_completes_and_reports_at_its_end_that_its_output_failed() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(
                        run(
                                new IOException(FULL),
                                place.root,
                                place.environment,
                                "run",
                                "--reviews",
                                "0",
                                "Add work"))
                .isEqualTo(1);
        assertThat(output().lines()).last().isEqualTo("error: cannot write the output: " + FULL);
        assertThat(place.committed()).containsExactly("work.txt");
        assertThat(place.foldline("status").exit()).isZero();
    }

    /** The stream of the process itself, which the others stand for. */
    @ParameterizedTest
    @ValueSource(strings = {">/dev/full", ">&-"})
    @EnabledOnOs(OS.LINUX)
    void an_unwritable_output_is_reported_in_the_exit_code(String where) throws Exception {
        var process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "\"$@\" " + where,
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.foldline.app.Main",
                                "schema")
                        .start();
        process.getOutputStream().close();
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("error: cannot write the output: ")
                .hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
