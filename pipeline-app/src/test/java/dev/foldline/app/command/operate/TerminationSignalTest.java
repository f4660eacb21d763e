package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run whose process is terminated. {@code timeout} and a closed terminal send more than one
 * signal.
 */
class TerminationSignalTest {
    @TempDir Path folder;

    @Test
    void a_run_pauses_once_regardless_of_the_number_of_signals() throws Exception {
        var place = CliFixture.ready(folder);
        var home = Path.of(place.environment.get("HOME"));
        place.agent(
                "trap 'until [ -e \"$HOME/go\" ]; do sleep 0.05; done; exit 1' TERM\n"
                        + "touch \"$HOME/begun\"\n"
                        + "sleep 300 & wait");
        var builder =
                new ProcessBuilder(Engines.command("run", "Add work"))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("said").toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var run = builder.start();
        try {
            CliFixture.until("it works", () -> Files.exists(home.resolve("begun")), run::isAlive);
            for (var signal : List.of("TERM", "TERM", "HUP")) {
                assertThat(
                                new ProcessBuilder("kill", "-" + signal, Long.toString(run.pid()))
                                        .start()
                                        .waitFor())
                        .isZero();
                CliFixture.until(
                        "Paused by you",
                        () -> place.foldline("log").out().contains("paused because"),
                        run::isAlive);
            }
            Files.createFile(home.resolve("go"));
            assertThat(run.waitFor()).isEqualTo(143);
        } finally {
            run.destroyForcibly();
        }
        assertThat(Files.readString(home.resolve("said")))
                .containsOnlyOnce("paused because its driver was shut down");
        assertThat(place.foldline("log").out())
                .containsOnlyOnce("paused because its driver was shut down");
    }
}
