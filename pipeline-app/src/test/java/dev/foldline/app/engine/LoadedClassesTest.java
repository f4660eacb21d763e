package dev.foldline.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.machine.Thorough;

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
        var engine =
                new ProcessBuilder(command)
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        engine.environment().putAll(place.environment);
        var started = engine.start();
        var output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(output).isZero();
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("dev.foldline."))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    private void doesNotLoadTheTestkit(String... words) throws IOException, InterruptedException {
        assertThat(loaded(words))
                .as("%s", List.of(words))
                .contains("dev.foldline.app.Main")
                .noneMatch(name -> name.startsWith(TESTKIT));
    }

    @Test
    @Thorough
    void commands_that_only_show_something_do_not_load_the_testkit() throws Exception {
        place = CliFixture.gated(folder);
        doesNotLoadTheTestkit("version");
        doesNotLoadTheTestkit("--help");
        doesNotLoadTheTestkit("status");
        doesNotLoadTheTestkit("log");
    }

    @Test
    void only_verify_loads_the_testkit() throws Exception {
        place = CliFixture.ready(folder);
        place.agent(AgentScripts.HELPFUL);
        doesNotLoadTheTestkit("run", "Add work");
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
