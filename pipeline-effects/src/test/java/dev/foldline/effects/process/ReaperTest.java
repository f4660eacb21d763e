package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.MachineRequirement;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

@EnabledOnOs(OS.LINUX)
class ReaperTest {
    /** What the system says of one that was asked, and not killed. */
    private static final int TERMINATED = 128 + 15;

    @TempDir Path folder;

    private final List<Process> started = new ArrayList<>();
    private final String run = "r" + UUID.randomUUID();

    @AfterEach
    void end_what_was_started() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void the_orphans_of_a_run_are_killed_and_no_other_process() throws Exception {
        Process ours = start("exec sleep 300", run, "3");
        Process stubborn = start("trap '' TERM; echo ready; while :; do sleep 1; done", run, "4");
        Process anotherRun = start("exec sleep 300", "other" + run, "3");
        Process unmarked = start("exec sleep 300", "", "");
        assertThat(stubborn.inputReader().readLine()).isEqualTo("ready");
        assertThat(Reaper.markedFor(run))
                .extracting(Reaper.Marked::pid)
                .contains(ours.pid(), stubborn.pid());
        assertThat(Reaper.reap(run, Duration.ofMillis(200)))
                .filteredOn(one -> one.pid() == ours.pid())
                .singleElement()
                .satisfies(one -> assertThat(one.marker()).isEqualTo(new ProcessMarker(run, 3)));
        ours.waitFor();
        stubborn.waitFor();
        assertThat(Reaper.markedFor(run)).isEmpty();
        assertThat(anotherRun.isAlive()).isTrue();
        assertThat(unmarked.isAlive()).isTrue();
        assertThat(Reaper.reap(run, Duration.ofMillis(200))).isEmpty();
    }

    @Test
    void a_process_that_becomes_another_program_after_the_signal_is_signalled_again()
            throws Exception {
        Process changing =
                start("trap : TERM; echo ready; sleep 300 & wait; exec sleep 300", run, "3");
        assertThat(changing.inputReader().readLine()).isEqualTo("ready");
        Reaper.reap(run, Duration.ofMinutes(2));
        assertThat(changing.waitFor()).isEqualTo(TERMINATED);
    }

    /** Its parent is a program that never asks for its exit status. */
    @Test
    void a_killed_process_whose_exit_status_nobody_collects_does_not_run() throws Exception {
        Process parent = start("sleep 300 & echo $!; exec sleep 300", run, "3");
        long id = Long.parseLong(parent.inputReader().readLine());
        var child =
                Reaper.markedFor(run).stream()
                        .filter(one -> one.pid() == id)
                        .findFirst()
                        .orElseThrow();
        assertThat(child.isRunning()).isTrue();
        child.process().destroyForcibly();
        while (child.isRunning()) Thread.onSpinWait();
        assertThat(child.folder()).as("the system shows none").isEmpty();
        Reaper.reap(run, Duration.ofMillis(200));
    }

    @Test
    void processes_without_a_marker_are_killed_with_their_parent() throws Exception {
        Process agent =
                start(
                        "env -i sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait",
                        run,
                        "3");
        long bare = Long.parseLong(agent.inputReader().readLine());
        ProcessHandle child = ProcessHandle.of(bare).orElseThrow();
        assertThat(Reaper.markedFor(run))
                .extracting(Reaper.Marked::pid)
                .contains(agent.pid(), bare);
        Reaper.reap(run, Duration.ofMillis(200));
        assertThat(ProcessTable.rows())
                .extracting(ProcessTable.Row::process)
                .doesNotContain(child, agent.toHandle());
    }

    @Test
    void orphans_without_a_marker_are_ended_with_the_leader_of_their_session() throws Exception {
        Process agent =
                start(
                        new ProcessBuilder(
                                "setsid",
                                "sh",
                                "-c",
                                "(env -i sh -c 'echo $$; exec sleep 300' &); exec sleep 300"),
                        Map.of(ProcessMarker.RUN, run, ProcessMarker.TICKET, "3"));
        long bare = Long.parseLong(agent.inputReader().readLine());
        ProcessHandle orphan = ProcessHandle.of(bare).orElseThrow();
        assertThat(orphan.parent()).as("an orphan").isNotEqualTo(Optional.of(agent.toHandle()));
        Reaper.reap(run, Duration.ofMillis(200));
        List<ProcessHandle> left =
                ProcessTable.rows().stream()
                        .map(ProcessTable.Row::process)
                        .filter(List.of(orphan, agent.toHandle())::contains)
                        .toList();
        orphan.destroyForcibly();
        assertThat(left).isEmpty();
    }

    @Test
    void a_process_that_a_tool_left_in_its_own_session_belongs_to_the_user() throws Exception {
        String self = "" + ProcessTable.ownSession();
        Process hook = start(new ProcessBuilder("sleep", "300"), ProcessMarker.forTools(run));
        Process daemon =
                start(
                        new ProcessBuilder("setsid", "--wait", "sleep", "300"),
                        Map.of(
                                ProcessMarker.RUN,
                                run,
                                ProcessMarker.TICKET,
                                "0",
                                ProcessMarker.SESSION,
                                "1" + self));
        var named = RunId.draw(new SecureRandom()).text();
        var words = new ArrayList<>(ProcessMarker.launcherOfTool(ProcessMarker.forTools(named)));
        words.addAll(List.of("setsid", "--wait", "env", "-i", "sh", "-c", "echo; exec sleep 300"));
        Process bare = start(new ProcessBuilder(words), Map.of());
        assertThat(bare.inputReader().readLine()).isEmpty();
        assertThat(Reaper.markerOf(bare.toHandle()).map(ProcessMarker::run))
                .as("it cannot speak for the user")
                .contains(named);
        assertThat(Reaper.reap(named, Duration.ofSeconds(5))).isEmpty();
        assertThat(Reaper.reap(run, Duration.ofSeconds(5)))
                .extracting(Reaper.Marked::pid)
                .containsExactly(hook.pid());
        hook.waitFor();
        assertThat(daemon.isAlive()).isTrue();
        assertThat(bare.isAlive()).isTrue();
    }

    /**
     * While it takes the other program on, the system shows nothing of what it was started with: an
     * orphan must not slip through there.
     */
    @Test
    void a_process_that_is_becoming_another_program_stays_known() throws Exception {
        Path restless = Files.writeString(folder.resolve("restless"), "#!/bin/sh\nexec \"$0\"\n");
        assertThat(restless.toFile().setExecutable(true)).isTrue();
        Process agent =
                start(
                        new ProcessBuilder(restless.toString()),
                        Map.of(ProcessMarker.RUN, run, ProcessMarker.TICKET, "3"));
        for (int look = 0; look < 4_000; look++) {
            assertThat(ProcessMarker.in(ProcessTable.environment(agent.pid())))
                    .as("look %s", look)
                    .contains(new ProcessMarker(run, 3));
        }
    }

    /**
     * Only a person with special rights can choose a process's number; without them, this is not
     * tried.
     */
    @Test
    void a_process_that_was_given_the_number_of_a_dead_one_is_not_touched() throws Exception {
        Process agent = start("exec sleep 300", run, "3");
        Reaper.Marked marked = Reaper.markedFor(run).getFirst();
        ProcessTree kin = new ProcessTree(agent.toHandle(), true, new ProcessMarker(run, 3), false);
        assertThat(kin.members()).containsExactly(agent.toHandle());
        agent.destroyForcibly().waitFor();
        // The system tells when a process began in hundredths of a second: no number comes back
        // sooner.
        Thread.sleep(30);
        Process other = withNumber(agent.pid());
        assertThat(marked.process().isAlive()).isFalse();
        marked.process().destroyForcibly();
        assertThat(kin.end(Duration.ofMillis(50))).isZero();
        assertThat(Reaper.reap(run, Duration.ofMillis(50))).isEmpty();
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void a_process_that_reuses_the_number_of_a_killed_one_is_not_touched() throws Exception {
        Process yielding = start("exec sleep 300", run, "3");
        Process stubborn = start("trap '' TERM; echo ready; read told", run, "3");
        assertThat(stubborn.inputReader().readLine()).isEqualTo("ready");
        CompletableFuture<List<Reaper.Marked>> reaped =
                CompletableFuture.supplyAsync(() -> Reaper.reap(run, Duration.ofMinutes(1)));
        yielding.waitFor();
        // As above: no number comes back sooner.
        Thread.sleep(30);
        Process other = withNumber(yielding.pid());
        stubborn.outputWriter().append("go\n").close();
        assertThat(reaped.join())
                .extracting(Reaper.Marked::pid)
                .contains(yielding.pid(), stubborn.pid());
        assertThat(other.isAlive()).isTrue();
    }

    private Process withNumber(long pid) throws IOException {
        Path last = Path.of("/proc/sys/kernel/ns_last_pid");
        for (int tries = 0; tries < 200; tries++) {
            try {
                Files.writeString(last, Long.toString(pid - 1));
            } catch (IOException notAllowed) {
                break;
            }
            // It leads a session, as the one before it did.
            Process other =
                    start(
                            new ProcessBuilder("setsid", "sh", "-c", "echo ready; exec sleep 300"),
                            Map.of());
            if (other.pid() == pid) {
                assertThat(other.inputReader().readLine()).isEqualTo("ready");
                return other;
            }
            other.destroyForcibly();
        }
        return MachineRequirement.missing(
                "the right to choose the number of a process (/proc/sys/kernel/ns_last_pid)");
    }

    @Test
    void a_command_started_by_an_agent_knows_for_whom_it_works() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String ask =
                java
                        + " -XX:+UseSerialGC -cp '"
                        + System.getProperty("java.class.path")
                        + "' '"
                        + ParentAgentQuery.class.getName()
                        + "'";
        assertThat(start(ask, run, "5").inputReader().readLine())
                .isEqualTo("Optional[" + new ProcessMarker(run, 5) + "]");
        assertThat(start("env -i " + ask + "; true", run, "6").inputReader().readLine())
                .isEqualTo("Optional[" + new ProcessMarker(run, 6) + "]");
    }

    /** A command that asks whether an agent has started it. */
    static final class ParentAgentQuery {
        private ParentAgentQuery() {}

        public static void main(String[] none) {
            System.out.println(Reaper.ourMarker());
        }
    }

    private Process start(String script, String runOfIt, String ticket) throws IOException {
        return start(
                new ProcessBuilder("sh", "-c", script),
                Map.of(ProcessMarker.RUN, runOfIt, ProcessMarker.TICKET, ticket));
    }

    private Process start(ProcessBuilder builder, Map<String, String> variables)
            throws IOException {
        builder.environment().putAll(variables);
        Process process = OwnChildren.start(builder.redirectError(ProcessBuilder.Redirect.INHERIT));
        started.add(process);
        return process;
    }
}
