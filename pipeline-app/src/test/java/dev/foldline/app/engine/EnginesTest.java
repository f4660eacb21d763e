package dev.foldline.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EnginesTest {
    @Test
    void the_archive_of_classes_is_one_that_the_engines_can_use() throws Exception {
        var command = Engines.command("version");
        assertThat(command).as("the archive").anyMatch(word -> word.startsWith("-XX:SharedArchiveFile="));
        command.add(command.indexOf("-XX:+UseSerialGC"), "-Xshare:on"); // else a JVM goes without, and says nothing
        var engine = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(engine.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(engine.waitFor()).as(said).isZero();
        assertThat(said).startsWith("foldline ");
    }
}
