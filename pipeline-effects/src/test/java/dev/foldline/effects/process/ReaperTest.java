package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ReaperTest {
    private final List<Process> started = new ArrayList<>();
    private final String run = "r" + UUID.randomUUID();

    @AfterEach
    void end_what_was_started() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void the_orphans_of_a_run_are_ended_and_nobody_else() throws Exception {
        Process ours = start("exec sleep 300", run, "3");
        Process stubborn = start("trap '' TERM; echo ready; while :; do sleep 1; done", run, "4");
        Process anotherRun = start("exec sleep 300", "other" + run, "3");
        Process unmarked = start("exec sleep 300", "", "");
        assertThat(stubborn.inputReader().readLine()).isEqualTo("ready");
        assertThat(Reaper.markedFor(run)).extracting(Reaper.Marked::pid).contains(ours.pid(), stubborn.pid());
        assertThat(Reaper.reap(run, Duration.ofMillis(200)))
                .filteredOn(one -> one.pid() == ours.pid())
                .singleElement()
                .satisfies(one -> assertThat(one.marker()).isEqualTo(new Marker(run, 3)))
                .satisfies(one -> assertThat(one.startedAt()).isPresent());
        ours.waitFor();
        stubborn.waitFor();
        assertThat(Reaper.markedFor(run)).isEmpty();
        assertThat(anotherRun.isAlive()).isTrue();
        assertThat(unmarked.isAlive()).isTrue();
        assertThat(Reaper.reap(run, Duration.ofMillis(200))).isEmpty();
    }

    @Test
    void one_ticket_can_be_ended_alone() throws Exception {
        Process three = start("exec sleep 300", run, "3");
        Process four = start("exec sleep 300", run, "4");
        assertThat(Reaper.reap(new Marker(run, 3), Duration.ofSeconds(5))).extracting(Reaper.Marked::pid).contains(three.pid());
        three.waitFor();
        assertThat(four.isAlive()).isTrue();
    }

    @Test
    void a_command_started_by_an_agent_knows_for_whom_it_works() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String ask = java + " -XX:+UseSerialGC -cp '" + System.getProperty("java.class.path") + "' '" + Asking.class.getName() + "'";
        assertThat(start(ask, run, "5").inputReader().readLine()).isEqualTo("Optional[" + new Marker(run, 5) + "]");
        assertThat(start("env -i " + ask + "; true", run, "6").inputReader().readLine())
                .isEqualTo("Optional[" + new Marker(run, 6) + "]");
    }

    /** A command that asks whether an agent has started it. */
    static final class Asking {
        private Asking() {}

        public static void main(String[] none) {
            System.out.println(Reaper.ourMarker());
        }
    }

    private Process start(String script, String runOfIt, String ticket) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(Marker.RUN, runOfIt);
        builder.environment().put(Marker.TICKET, ticket);
        Process process = builder.start();
        started.add(process);
        return process;
    }
}
