package dev.foldline.effects.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.process.ProcessEnd.Cancelled;
import dev.foldline.effects.process.ProcessEnd.Deadline;
import dev.foldline.effects.process.ProcessEnd.Exited;
import dev.foldline.effects.process.ProcessEnd.LauncherFailed;
import dev.foldline.effects.process.ProcessEnd.Signalled;
import dev.foldline.effects.process.ProcessEnd.StartFailed;
import dev.foldline.effects.process.ProcessEnd.TimedOut;
import dev.foldline.effects.sandbox.Sandboxes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process in a sandbox is run, read and ended like any other. */
class SandboxedProcessTest {
    private static final Duration LONG = Scripts.LONG;
    private static final Duration SHORT = Scripts.SHORT;

    @TempDir Path directory;

    private Scripts scripts;
    private List<String> launcher;

    @BeforeEach
    void a_sandbox() throws IOException {
        launcher = Sandboxes.launcher(directory);
        scripts = new Scripts(directory.toRealPath());
    }

    @AfterEach
    void no_process_of_the_run_is_left() {
        assertThat(Reaper.markedFor(scripts.marker.run())).isEmpty();
    }

    @Test
    void streams_and_exit_codes_are_those_of_the_program() throws IOException {
        var result =
                scripts.runner.run(
                        Scripts.with(
                                sandboxed("read -r line; echo \"<$line>\"; echo err >&2; exit 42"),
                                new ProcessInput.Text("hello\n")));
        assertThat(result.ended()).isEqualTo(new Exited(42));
        assertThat(result.out().tail()).isEqualTo("<hello>\n");
        assertThat(result.err().tail()).isEqualTo("err\n");
        assertThat(run("kill -SEGV $$").ended()).isEqualTo(new Signalled(11));
    }

    @Test
    void a_program_that_cannot_be_started_is_reported() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        var gone = scripts.command(folder.resolve("none").toString()).startedBy(launcher);
        assertThat(scripts.runner.run(gone).ended()).isInstanceOf(StartFailed.class);
        var broken =
                scripts.script("true")
                        .startedBy(List.of(launcher.getFirst(), "--bind", "/none", "/none"));
        assertThat(scripts.runner.run(broken).ended())
                .isEqualTo(
                        new LauncherFailed(
                                "bwrap: Can't find source path /none: No such file or directory"));
    }

    @Test
    void a_cancelled_agent_may_tidy_up_within_its_grace() throws IOException {
        var result =
                scripts.cancelledAtFirstLine(
                        sandboxed("trap 'echo tidied; exit 0' TERM; echo ready; sleep 300 & wait"),
                        LONG);
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.out().tail()).isEqualTo("ready\ntidied\n");
    }

    @Test
    void an_agent_that_ignores_the_request_is_killed_with_all_its_children() throws IOException {
        var result =
                scripts.cancelledAtFirstLine(
                        sandboxed(
                                "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo"
                                        + " ready; while :; do sleep 1; done"),
                        SHORT);
        assertThat(result.ended()).isEqualTo(new Cancelled());
        assertThat(result.leftovers()).isPositive();
    }

    @Test
    void deadlines_hold() throws IOException {
        assertThat(
                        scripts.runner
                                .run(
                                        Scripts.with(
                                                sandboxed("echo hello; sleep 300"),
                                                new Deadlines(LONG, SHORT, LONG, LONG)))
                                .ended())
                .isEqualTo(new TimedOut(Deadline.IDLE));
    }

    @Test
    void the_whole_tree_ends_with_the_program() throws IOException {
        var result = run("setsid env -i sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 & echo done");
        assertThat(result.ended()).isEqualTo(new Exited(0));
    }

    /** Otherwise a thread that ends would end the calls that it has started. */
    @Test
    void a_call_outlives_the_thread_that_has_started_it() throws Exception {
        var started = new RunningProcess[1];
        Thread starter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        if (scripts.runner.start(
                                                        sandboxed(
                                                                "until [ -e go ]; do sleep 0.05;"
                                                                        + " done; echo there"),
                                                        ProcessListener.NONE)
                                                instanceof ProcessRunner.Start.Running(var process))
                                            started[0] = process;
                                    } catch (IOException failed) {
                                        throw new AssertionError(failed);
                                    }
                                });
        starter.join();
        Files.createFile(directory.resolve("go"));
        var result = started[0].await();
        assertThat(result.ended()).isEqualTo(new Exited(0));
        assertThat(result.out().tail()).isEqualTo("there\n");
    }

    @Test
    void the_processor_time_of_its_programs_is_seen() throws Exception {
        var spec = sandboxed("echo ready; while :; do :; done");
        if (!(scripts.runner.start(spec, ProcessListener.NONE)
                instanceof ProcessRunner.Start.Running(var process)))
            throw new AssertionError("it did not start");
        double most = 0;
        for (int n = 0; n < 50 && most < 0.1; n++)
            most = Math.max(most, process.load(Duration.ofMillis(100)));
        process.cancel();
        process.await();
        assertThat(most).isGreaterThan(0.1);
    }

    @Test
    void a_call_ends_with_its_driver() throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("sh", "-c", "\"$@\" & echo started; wait", "driver"));
        words.addAll(launcher);
        words.addAll(List.of("sh", "-c", "echo > ready; exec sleep 300"));
        var builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().putAll(scripts.marker.variables());
        var driver = builder.start();
        assertThat(Poller.within(LONG, ProcessTree.CHECKS).poll(this::isReady, ready -> ready))
                .isTrue();
        assertThat(Reaper.markedFor(scripts.marker.run())).hasSizeGreaterThan(3);
        driver.destroyForcibly();
        assertThat(
                        Poller.within(LONG, ProcessTree.CHECKS)
                                .poll(() -> Reaper.markedFor(scripts.marker.run()), List::isEmpty))
                .isEmpty();
    }

    private boolean isReady() {
        return Files.exists(directory.resolve("ready"));
    }

    private ProcessSpec sandboxed(String script) {
        return scripts.script(script).startedBy(launcher);
    }

    private ProcessResult run(String script) throws IOException {
        return scripts.runner.run(sandboxed(script));
    }
}
