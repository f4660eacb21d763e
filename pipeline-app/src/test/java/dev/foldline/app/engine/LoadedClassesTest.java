package dev.foldline.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Agents;
import dev.foldline.app.command.operate.Place;

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

    private Place place;

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

    @Test
    void only_verify_loads_the_testkit() throws Exception {
        place = Place.ready(folder);
        place.agent(Agents.HELPFUL);
        for (var words :
                List.of(
                        List.of("version"),
                        List.of("--help"),
                        List.of("run", "Add work"),
                        List.of("status"),
                        List.of("log"))) {
            assertThat(loaded(words.toArray(String[]::new)))
                    .as("%s", words)
                    .contains("dev.foldline.app.Main")
                    .noneMatch(name -> name.startsWith(TESTKIT));
        }
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
