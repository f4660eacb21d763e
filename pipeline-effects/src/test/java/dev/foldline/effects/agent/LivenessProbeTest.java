package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** What counts as work while an agent is silent. */
class LivenessProbeTest {
    @TempDir Path tree;

    private void changed(Instant at) throws IOException {
        Files.setLastModifiedTime(Files.writeString(tree.resolve("a.txt"), "a"), FileTime.from(at));
    }

    private void looksOlder() throws IOException {
        Files.setLastModifiedTime(tree, FileTime.from(Instant.EPOCH));
    }

    @Test
    void a_file_that_changed_during_the_silence_is_work() throws IOException {
        var pulse = new LivenessProbe(tree, Duration.ofMinutes(5));
        changed(Instant.now().plusSeconds(1));
        looksOlder();
        assertThat(pulse.beats()).isTrue();
    }

    /**
     * Else a file that was unpacked with a wrong date would keep every silent agent alive until its
     * last deadline.
     */
    @Test
    void a_change_dated_in_the_future_is_no_sign_of_life() throws IOException {
        changed(Instant.now().plusSeconds(86_400));
        looksOlder();
        assertThat(new LivenessProbe(tree, Duration.ofMinutes(5)).beats()).isFalse();
    }

    /**
     * It was heard of then; else a file written just before would make each silence twice as long.
     */
    @Test
    void a_change_before_the_silence_or_the_call_is_no_sign_of_life()
            throws IOException, InterruptedException {
        changed(Instant.now().minusSeconds(1));
        looksOlder();
        assertThat(new LivenessProbe(tree, Duration.ofMinutes(5)).beats())
                .as("before the call")
                .isFalse();
        var pulse = new LivenessProbe(tree, Duration.ofMillis(1));
        changed(Instant.now());
        looksOlder();
        Thread.sleep(20);
        assertThat(pulse.beats()).as("before the silence").isFalse();
    }

    @Test
    void a_change_in_the_git_folder_is_no_sign_of_life() throws IOException {
        Files.createDirectory(tree.resolve(".git"));
        var pulse = new LivenessProbe(tree, Duration.ofMinutes(5));
        Files.setLastModifiedTime(
                Files.writeString(tree.resolve(".git/index"), "a"),
                FileTime.from(Instant.now().plusSeconds(1)));
        looksOlder();
        assertThat(pulse.beats()).isFalse();
    }
}
