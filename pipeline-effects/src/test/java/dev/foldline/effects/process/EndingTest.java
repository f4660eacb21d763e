package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.foldline.effects.process.ProcessEnd.Cancelled;
import dev.foldline.effects.process.ProcessEnd.Deadline;
import dev.foldline.effects.process.ProcessEnd.Exited;
import dev.foldline.effects.process.ProcessEnd.TimedOut;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

class EndingTest {
    private static final Duration LONG = Scripts.LONG;
    private static final Duration SHORT = Scripts.SHORT;

    @TempDir Path directory;

    private Scripts scripts;

    @BeforeEach
    void a_directory() {
        scripts = new Scripts(directory);
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        assertThat(Reaper.markedFor(scripts.marker.run())).isEmpty();
    }

    @Test
    void a_silent_agent_is_killed_at_the_start_up_deadline() throws IOException {
        assertThat(ended("sleep 300", new Deadlines(SHORT, LONG, LONG, LONG)))
                .isEqualTo(new TimedOut(Deadline.START_UP));
    }

    @Test
    void an_agent_that_falls_silent_is_ended_at_the_idle_deadline() throws IOException {
        assertThat(ended("echo hello; sleep 300", new Deadlines(LONG, SHORT, LONG, LONG)))
                .isEqualTo(new TimedOut(Deadline.IDLE));
    }

    @Test
    void an_agent_that_talks_for_ever_is_ended_at_the_total_deadline() throws IOException {
        assertThat(
                        ended(
                                "while :; do echo x; sleep 0.01; done",
                                new Deadlines(LONG, LONG, SHORT, LONG)))
                .isEqualTo(new TimedOut(Deadline.TOTAL));
    }

    @Test
    void a_sign_of_life_other_than_output_puts_off_the_idle_deadline_but_not_the_total_one()
            throws IOException {
        Path asked = directory.resolve("asked");
        ProcessListener alive = new ProcessListener(line -> {}, line -> {}, () -> made(asked));
        ProcessSpec quiet =
                scripts.script("echo a; until [ -e asked ]; do sleep 0.05; done; echo b");
        ProcessResult result =
                scripts.runner.run(
                        Scripts.with(quiet, new Deadlines(SHORT, SHORT, LONG, LONG)), alive);
        assertThat(result.ended()).isEqualTo(new Exited(0));
        ProcessSpec endless =
                Scripts.with(
                        scripts.script("sleep 300"),
                        new Deadlines(SHORT, SHORT, Duration.ofSeconds(1), LONG));
        assertThat(scripts.runner.run(endless, alive).ended())
                .isEqualTo(new TimedOut(Deadline.TOTAL));
    }

    /** To ask may take its time, in which it goes on. */
    @Test
    void output_during_the_liveness_check_is_a_sign_of_life() throws IOException {
        CountDownLatch received = new CountDownLatch(1);
        Path asked = directory.resolve("asked");
        ProcessListener slow =
                new ProcessListener(
                        line -> {
                            if (line.equals("b")) received.countDown();
                        },
                        line -> {},
                        () -> Files.exists(asked) || made(asked) && !isOver(received));
        ProcessSpec quiet =
                scripts.script(
                        "echo a; until [ -e asked ]; do sleep 0.05; done; echo b; exec sleep 1");
        assertThat(
                        scripts.runner
                                .run(
                                        Scripts.with(quiet, new Deadlines(LONG, SHORT, LONG, LONG)),
                                        slow)
                                .ended())
                .isEqualTo(new Exited(0));
    }

    @Test
    void output_on_standard_error_is_a_sign_of_life_too() throws IOException {
        assertThat(
                        ended(
                                "echo hello >&2; sleep 300",
                                new Deadlines(Duration.ofSeconds(20), SHORT, LONG, LONG)))
                .isEqualTo(new TimedOut(Deadline.IDLE));
    }

    private static boolean made(Path file) {
        try {
            Files.write(file, new byte[0]);
            return true;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static boolean isOver(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    @Test
    void an_agent_that_closes_its_output_but_lives_on_is_ended() throws IOException {
        assertThat(
                        ended(
                                "echo bye; exec >&- 2>&-; sleep 300",
                                new Deadlines(LONG, SHORT, LONG, LONG)))
                .isEqualTo(new TimedOut(Deadline.IDLE));
    }

    @Test
    void a_cancelled_agent_may_tidy_up_within_its_grace() throws IOException {
        ProcessResult result =
                scripts.cancelledAtFirstLine(
                        "trap 'echo tidied; exit 0' TERM; echo ready; sleep 300 & wait", LONG);
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.out().tail()).isEqualTo("ready\ntidied\n");
    }

    /**
     * The child of a shell may lose the request on its way to the program it is to become; nothing
     * but the grace would end that one.
     */
    @Test
    void a_process_that_becomes_another_program_after_the_signal_is_signalled_again()
            throws IOException {
        ProcessResult result =
                scripts.cancelledAtFirstLine(
                        "trap : TERM; sh -c 'trap : TERM; echo ready; sleep 300 & wait; exec sleep"
                            + " 300' & while kill -0 $!; do wait $!; done 2>/dev/null; echo over",
                        LONG);
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.out().tail()).isEqualTo("ready\nover\n");
    }

    @Test
    void an_agent_that_ignores_the_request_is_killed_with_all_its_children() throws IOException {
        ProcessResult result =
                scripts.cancelledAtFirstLine(
                        "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo ready;"
                                + " while :; do sleep 1; done",
                        SHORT);
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.leftovers()).isPositive();
    }

    @Test
    void an_interrupted_wait_ends_the_process_and_stays_interrupted() throws IOException {
        Thread waiting = Thread.currentThread();
        ProcessSpec spec =
                Scripts.with(
                        scripts.script("trap '' TERM; echo ready; while :; do sleep 1; done"),
                        new Deadlines(LONG, LONG, LONG, SHORT));
        ProcessResult result =
                scripts.runner.run(spec, ProcessListener.ofLines(line -> waiting.interrupt()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.out().tail()).isEqualTo("ready\n");
    }

    @Test
    void a_grandchild_that_keeps_the_output_open_is_ended_with_its_parent() throws IOException {
        ProcessResult result = scripts.run("sleep 300 & echo done");
        assertThat(result.ended()).isEqualTo(new Exited(0));
        assertThat(result.out().tail()).isEqualTo("done\n");
        assertThat(result.leftovers()).isEqualTo(1);
    }

    @Test
    void a_daemon_in_a_session_of_its_own_is_found_by_its_marker() throws IOException {
        ProcessResult result =
                scripts.run("setsid sleep 300 >/dev/null 2>&1 & sleep 0.2; echo done");
        assertThat(result.leftovers()).isEqualTo(1);
        ProcessSpec stubborn =
                scripts.script(
                        "(trap '' HUP TERM; nohup setsid sh -c 'echo; sleep 300' >/dev/null 2>&1 &)"
                                + " ; sleep 0.2");
        assertThat(
                        scripts.runner
                                .run(Scripts.with(stubborn, new Deadlines(LONG, LONG, LONG, SHORT)))
                                .ended())
                .isEqualTo(new Exited(0));
    }

    /** Notifications are such processes: the desktop's used to end the mail's in delivery. */
    @Test
    void a_process_outside_runs_ends_without_those_of_the_same_purpose() throws Exception {
        RunningProcess first = outsideRuns("until [ -e later ]; do sleep 0.02; done");
        RunningProcess later = outsideRuns("touch later; until [ -e ended ]; do sleep 0.02; done");
        assertThat(first.await().ended()).isEqualTo(new Exited(0));
        assertThat(made(directory.resolve("ended"))).isTrue();
        assertThat(later.await().ended()).isEqualTo(new Exited(0));
    }

    private RunningProcess outsideRuns(String script) throws IOException {
        return assertInstanceOf(
                        ProcessRunner.Start.Running.class,
                        scripts.runner.start(
                                Scripts.outsideRuns(scripts.script(script), "trial"),
                                ProcessListener.NONE))
                .process();
    }

    @Test
    void a_child_without_the_marker_is_found_by_its_session() throws IOException {
        assertThat(scripts.run("env -i sleep 300 & sleep 0.2; echo done").leftovers()).isEqualTo(1);
    }

    @Test
    void a_process_that_is_killed_without_a_signal_is_counted_too() throws IOException {
        ProcessSpec left =
                Scripts.with(
                        scripts.script("sleep 300 & echo done"),
                        new Deadlines(LONG, LONG, LONG, Duration.ZERO));
        assertThat(scripts.runner.run(left).leftovers()).isEqualTo(1);
    }

    /** Without its parent, its session and its marker nothing shows any more for whom it works. */
    @Test
    void a_hidden_process_is_found_when_its_parent_has_ended() throws IOException {
        ProcessResult result =
                scripts.cancelledAtFirstLine(
                        "setsid env -i sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' &"
                                + " wait",
                        SHORT);
        long hidden = Long.parseLong(result.out().tail().strip());
        List<ProcessHandle> left =
                ProcessTable.rows().stream()
                        .map(ProcessTable.Row::process)
                        .filter(one -> one.pid() == hidden)
                        .toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertThat(left).isEmpty();
    }

    @Test
    void a_foreign_process_that_keeps_our_output_open_does_not_block_us() throws IOException {
        Process stranger =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "until [ -s pid ]; do sleep 0.05; done; exec 3> /proc/$(cat"
                                        + " pid)/fd/1; echo > held; exec sleep 300")
                        .directory(directory.toFile())
                        .start();
        try {
            ProcessResult result =
                    scripts.run("echo $$ > pid; until [ -s held ]; do sleep 0.05; done; echo done");
            assertThat(result.ended()).isEqualTo(new Exited(0));
            assertThat(result.out().tail()).isEqualTo("done\n");
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void a_program_that_starts_others_all_the_time_does_not_outrun_us() throws IOException {
        ProcessResult result =
                scripts.cancelledAtFirstLine(
                        "trap '' TERM; echo ready; n=0; while [ $n -lt 300 ]; do n=$((n+1)); (trap"
                                + " '' TERM; sleep 100) & sleep 0.005; done; wait",
                        SHORT);
        assertThat(result.ended()).isEqualTo(new Cancelled());
    }

    /** Each of them is gone before anybody can look at it. */
    @Test
    void a_chain_of_programs_that_each_start_the_next_and_exit_does_not_escape()
            throws IOException, InterruptedException {
        ProcessSpec chain =
                scripts.command(
                        "perl",
                        "-e",
                        "for $n (1 .. 200000) { open(F, '>', $n) if $n % 100 == 0; exit if fork }");
        assertThat(
                        scripts.runner
                                .run(
                                        Scripts.with(
                                                chain,
                                                new Deadlines(LONG, LONG, LONG, Duration.ZERO)))
                                .ended())
                .isEqualTo(new Exited(0));
        long links = links();
        Thread.sleep(300);
        assertThat(links()).isEqualTo(links).isLessThan(2000);
    }

    private long links() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+")).count();
        }
    }

    private ProcessEnd ended(String script, Deadlines deadlines) throws IOException {
        return scripts.runner.run(Scripts.with(scripts.script(script), deadlines)).ended();
    }
}
