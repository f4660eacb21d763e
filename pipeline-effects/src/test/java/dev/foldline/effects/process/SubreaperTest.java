package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.foldline.effects.process.ProcessEnd.Exited;
import dev.foldline.effects.process.ProcessTable.Row;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Processes that have left their session, cleared their environment and lost their parent: nothing
 * but the system knows whose they are.
 */
@EnabledOnOs(OS.LINUX)
class SubreaperTest {
    /** Starts a process that is out of sight, and waits until it is there. */
    private static final String HIDE =
            "env -i setsid -f sh -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 300'; until [ -e"
                    + " pid ]; do sleep 0.02; done";

    /** Starts a process of its own that hides, of which every parent is gone. */
    private static final String FORK_TWICE =
            "perl -MPOSIX -e 'exit if fork; setsid; exit if fork; %ENV = (); open(F, q{>},"
                + " q{pid.new}); print F $$; close F; rename q{pid.new}, q{pid}; sleep 300'; until"
                + " [ -e pid ]; do sleep 0.02; done";

    @TempDir Path directory;

    private final List<ProcessHandle> hidden = new ArrayList<>();

    @AfterEach
    void end_what_is_left() {
        hidden.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void a_process_that_left_its_session_environment_and_parent_is_killed_with_its_call()
            throws IOException {
        for (String hide : List.of(HIDE, FORK_TWICE)) {
            Files.deleteIfExists(directory.resolve("pid"));
            assertThat(new Scripts(directory).run(hide).ended()).isEqualTo(new Exited(0));
            assertThat(hidden(directory)).as(hide).isEmpty();
        }
    }

    @Test
    void a_process_that_has_also_lowered_its_limits_is_killed_too() throws IOException {
        assertThat(
                        new Scripts(directory)
                                .run("prlimit --pid $$ --locks=5:5 --rttime=500000:500000; " + HIDE)
                                .ended())
                .isEqualTo(new Exited(0));
        assertThat(hidden(directory)).isEmpty();
    }

    /** A server drives many runs in one process. */
    @Test
    void each_of_two_concurrent_calls_kills_its_own_processes() throws Exception {
        Scripts first = new Scripts(Files.createDirectory(directory.resolve("first")));
        Scripts second = new Scripts(Files.createDirectory(directory.resolve("second")));
        RunningProcess longer =
                assertInstanceOf(
                                ProcessRunner.Start.Running.class,
                                first.runner.start(
                                        first.script(
                                                HIDE + "; until [ -e over ]; do sleep 0.02; done"),
                                        ProcessListener.NONE))
                        .process();
        CompletableFuture<ProcessResult> end = CompletableFuture.supplyAsync(longer::await);
        while (Files.notExists(first.directory.resolve("pid"))) Thread.onSpinWait();
        second.run(HIDE);
        assertThat(hidden(second.directory)).isEmpty();
        assertThat(hidden(first.directory)).isPresent();
        Files.createFile(first.directory.resolve("over"));
        assertThat(end.get().ended()).isEqualTo(new Exited(0));
        assertThat(hidden(first.directory)).isEmpty();
    }

    @Test
    void exit_codes_are_those_of_our_children_and_no_orphan_stays_a_zombie() throws IOException {
        Scripts scripts = new Scripts(directory);
        for (int code = 0; code < 40; code++) {
            assertThat(
                            scripts.run(
                                            "(setsid -f true); (setsid -f sh -c 'exit 9'); exit "
                                                    + code)
                                    .ended())
                    .isEqualTo(new Exited(code));
        }
        while (!Subreaper.adopted(ProcessTable.zombies()).isEmpty()) Thread.onSpinWait();
    }

    @Test
    void a_process_started_by_this_one_in_a_session_of_its_own_is_no_orphan() throws Exception {
        Process driver =
                OwnChildren.start(new ProcessBuilder("setsid", "sh", "-c", "read told; exit 7"));
        hidden.add(driver.toHandle());
        new Scripts(directory).run(HIDE);
        driver.outputWriter().append("go\n").close();
        assertThat(driver.waitFor()).isEqualTo(7);
    }

    /**
     * In a container the leader of the driver's session is often outside, and the system shows 0
     * for it.
     */
    @Test
    void orphans_of_a_driver_whose_session_has_no_leader_here_are_found() {
        ProcessHandle self = ProcessHandle.current();
        List<Row> children =
                List.of(
                        new Row(self, 7, 40, 40, 0),
                        new Row(self, 7, 0, 0, 0),
                        new Row(self, 8, 41, 41, 0));
        assertThat(Subreaper.inOtherSessions(children, 7, 0)).containsExactly(children.getFirst());
        assertThat(Subreaper.inOtherSessions(children, 7, 40))
                .as("its own session, and one that is not shown")
                .isEmpty();
    }

    /** The driver is dead, and so its orphans are the system's. */
    @Test
    void the_processes_of_a_dead_driver_are_known_by_their_limits() throws Exception {
        ProcessMarker marker = new Scripts(directory).marker;
        List<String> words = new ArrayList<>(List.of("prlimit"));
        words.addAll(MarkerLimits.options(marker));
        words.addAll(List.of("sh", "-c", HIDE));
        assertThat(
                        new ProcessBuilder(words)
                                .directory(directory.toFile())
                                .inheritIO()
                                .start()
                                .waitFor())
                .isZero();
        ProcessHandle left = hidden(directory).orElseThrow();
        assertThat(Reaper.markerOf(left)).contains(marker);
        assertThat(Reaper.reap(marker.run(), Duration.ofSeconds(20)))
                .extracting(Reaper.Marked::pid)
                .contains(left.pid());
        assertThat(hidden(directory)).isEmpty();
    }

    @Test
    void every_marker_is_read_as_it_was_written() throws IOException {
        Scripts scripts = new Scripts(directory);
        for (long ticket : List.of(1L, 77L, (1L << 40) - 1)) {
            ProcessMarker marker = new ProcessMarker(scripts.marker.run(), ticket);
            List<String> words = new ArrayList<>(List.of("prlimit"));
            words.addAll(MarkerLimits.options(marker));
            words.addAll(List.of("sleep", "300"));
            Process process = new ProcessBuilder(words).start();
            hidden.add(process.toHandle());
            while (MarkerLimits.of(process.pid()).isEmpty()) Thread.onSpinWait();
            assertThat(MarkerLimits.of(process.pid())).contains(marker);
        }
        assertThat(MarkerLimits.options(new ProcessMarker("no-run", 1))).isEmpty();
    }

    private Optional<ProcessHandle> hidden(Path folder) throws IOException {
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        Optional<ProcessHandle> alive =
                ProcessTable.rows().stream()
                        .map(ProcessTable.Row::process)
                        .filter(one -> one.pid() == pid)
                        .findFirst();
        alive.ifPresent(hidden::add);
        return alive;
    }
}
