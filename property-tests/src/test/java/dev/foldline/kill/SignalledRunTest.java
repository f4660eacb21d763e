package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** An engine that is told to go leaves a run that can be taken up, and no agent behind. */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class SignalledRunTest {
    @TempDir static Path folder;
    private static KillTrials trials;

    @BeforeAll
    static void know_what_is_right() throws Exception {
        trials = KillTrials.in(folder);
    }

    @AfterAll
    static void each_signalled_run_can_be_resumed() {
        assertThat(trials.score().violations()).as(trials.score().toString()).isEmpty();
    }

    @Test
    @Thorough
    void a_termination_ends_the_agents_now_with_143() throws Exception {
        endsNow(List.of("TERM"), 143);
    }

    @Test
    @Thorough
    void a_closed_terminal_ends_the_agents_now_with_143() throws Exception {
        endsNow(List.of("HUP"), 143);
    }

    @Test
    @Thorough
    void a_second_ctrl_c_ends_the_agents_now_with_130() throws Exception {
        endsNow(List.of("INT", "INT"), 130);
    }

    @Test
    void a_first_ctrl_c_lets_the_agent_finish_and_pauses_with_130() throws Exception {
        var left = trials.signal(List.of("INT"), true);
        assertThat(left.exit()).isEqualTo(130);
        assertThat(left.has("effect_cancelled")).as(left.toString()).isFalse();
        assertThat(left.log().getLast()).contains("agent_finished");
    }

    private static void endsNow(List<String> signals, int exit) throws Exception {
        var left = trials.signal(signals, false);
        assertThat(left.exit()).as(left.toString()).isEqualTo(exit);
        assertThat(left.has("effect_cancelled")).as(left.toString()).isTrue();
        var paused =
                left.log().stream().filter(line -> line.contains("\"type\":\"paused\"")).toList();
        assertThat(paused)
                .isNotEmpty()
                .as("a person is told from the system")
                .allMatch(line -> line.contains("\"message\":\"terminated\"") == (exit == 143));
        assertThat(left.children()).isZero();
    }
}
