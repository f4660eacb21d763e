package dev.foldline.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

class EnginesTest {
    private static String output(ProcessBuilder engine) throws Exception {
        var started = engine.redirectErrorStream(true).start();
        var said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isZero();
        return said;
    }

    /** An engine whose JVM is told this too. */
    private static List<String> run(String option, String... words) {
        var command = Engines.command(words);
        command.add(command.indexOf("-XX:+UseSerialGC"), option);
        return command;
    }

    @Test
    void the_archive_of_classes_is_one_that_the_engines_can_use() throws Exception {
        assertThat(Engines.command("version"))
                .as("the archive")
                .anyMatch(word -> word.startsWith("-XX:SharedArchiveFile="));
        assertThat(output(new ProcessBuilder(run("-Xshare:on", "version"))))
                .as("else a JVM goes without, and says nothing")
                .startsWith("foldline ");
    }
}
