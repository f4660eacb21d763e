package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Each start of a process costs milliseconds in every call, and most of them in a helper of Java.
 */
class ProcessStartsTest {
    @TempDir Path directory;

    @Test
    void a_call_starts_its_program_and_no_other_process() throws IOException {
        var scripts = new Scripts(directory);
        scripts.run("true");
        var file = directory.resolve("starts.jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.ProcessStart");
            recording.start();
            scripts.run("echo counted");
            recording.dump(file);
        }
        assertThat(commands(file)).singleElement().asString().contains("echo counted");
    }

    private static List<String> commands(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .map(event -> event.getString("command"))
                .toList();
    }

    @Test
    void a_group_is_killed_with_the_system_and_with_a_shell() throws Exception {
        assertKilled(ProcessGroup::kill);
        assertKilled(ProcessGroup::killByShell);
    }

    /** Kills a group by its leader. */
    private interface Killer {
        void kill(long leader);
    }

    private static void assertKilled(Killer killer) throws Exception {
        var leader = new ProcessBuilder("setsid", "sh", "-c", "sleep 300 & echo; wait").start();
        assertThat(leader.getInputStream().read()).isEqualTo('\n');
        var child = leader.children().findFirst().orElseThrow();
        killer.kill(leader.pid());
        assertThat(leader.waitFor()).isEqualTo(128 + 9);
        child.onExit().get(1, TimeUnit.MINUTES);
    }
}
