package dev.foldline.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Which classes a command loads. */
class LoadedClassesTest {
    private static final String TESTKIT = "dev.foldline.testkit.";

    @TempDir Path folder;

    @SuppressWarnings("NullAway.Init") // each test makes it
    private CliFixture place;

    /** The names of the classes of Foldline that a command loads. */
    private List<String> loaded(String... words) throws IOException, InterruptedException {
        var log = folder.resolve("classes.txt");
        var command = Engines.command(words);
        command.add(command.indexOf("-cp"), "-Xlog:class+load:file=" + log + ":none");
        command.add(command.indexOf("-cp"), "-Dorg.sqlite.tmpdir=" + temporary());
        var engine =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        engine.environment().putAll(place.environment);
        var started = engine.start();
        var output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(output).isZero();
        return Files.readAllLines(log).stream()
                .filter(
                        line ->
                                line.startsWith("dev.foldline.")
                                        || line.startsWith("java.net.http."))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("temporary"));
    }

    /**
     * Nor is a copy of the native library among the temporary files: what is there while it runs
     * stays there when it is killed.
     */
    @Test
    void only_verify_loads_the_testkit_and_a_run_without_a_collector_nothing_for_traces()
            throws Exception {
        place = CliFixture.ready(folder);
        var seen = Path.of(place.environment.get("HOME"), "seen");
        place.agent("ls -A '" + temporary() + "' >> " + seen + "\n" + AgentScripts.HELPFUL);
        assertThat(loaded("run", "Add work"))
                .contains("dev.foldline.app.Main", "dev.foldline.app.workflow.WorkflowRuntime")
                .noneMatch(name -> name.startsWith(TESTKIT))
                .noneMatch(name -> name.startsWith("dev.foldline.app.trace."))
                .noneMatch(name -> name.startsWith("java.net.http."));
        assertThat(seen).isEmptyFile();
        assertThat(loaded("status"))
                .contains("dev.foldline.app.Main")
                .noneMatch(name -> name.startsWith(TESTKIT));
        assertThat(
                        loaded(
                                "verify",
                                "--crash-points",
                                "1",
                                "--workflow",
                                "ralph",
                                "--world",
                                "calm"))
                .anyMatch(name -> name.startsWith(TESTKIT));
    }
}
