package dev.foldline.effects.process;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.foldline.effects.store.RunId;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Shell scripts run as child processes of a test, each test with a run of its own. */
final class Scripts {
    static final Duration LONG = Duration.ofMinutes(2);
    static final Duration SHORT = Duration.ofMillis(300);
    static final String PATH = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");

    final ProcessRunner runner = new ProcessRunner();
    final ProcessMarker marker = new ProcessMarker(RunId.draw(new SecureRandom()).text(), 7);
    final Path directory;

    Scripts(Path directory) {
        this.directory = directory;
    }

    ProcessSpec command(String... command) {
        return new ProcessSpec(
                List.of(command),
                directory,
                Map.of("PATH", PATH),
                marker,
                new ProcessInput.Nothing(),
                OutputFiles.in(directory.resolve("output"), "7"),
                new Deadlines(LONG, LONG, LONG, LONG),
                List.of());
    }

    ProcessSpec script(String script) {
        return command("sh", "-c", script);
    }

    ProcessResult run(String script) throws IOException {
        return runner.run(script(script));
    }

    static ProcessSpec with(ProcessSpec spec, ProcessInput input) {
        return new ProcessSpec(
                spec.command(),
                spec.directory(),
                spec.environment(),
                spec.marker(),
                input,
                spec.output(),
                spec.deadlines(),
                spec.launcher());
    }

    static ProcessSpec outsideRuns(ProcessSpec spec, String purpose) {
        return new ProcessSpec(
                spec.command(),
                spec.directory(),
                spec.environment(),
                ProcessMarker.outsideRuns(purpose),
                spec.input(),
                OutputFiles.in(spec.directory().resolve("outside"), purpose),
                spec.deadlines(),
                spec.launcher());
    }

    static ProcessSpec with(ProcessSpec spec, Map<String, String> environment) {
        return new ProcessSpec(
                spec.command(),
                spec.directory(),
                environment,
                spec.marker(),
                spec.input(),
                spec.output(),
                spec.deadlines(),
                List.of());
    }

    static ProcessSpec with(ProcessSpec spec, Deadlines deadlines) {
        return new ProcessSpec(
                spec.command(),
                spec.directory(),
                spec.environment(),
                spec.marker(),
                spec.input(),
                spec.output(),
                deadlines,
                spec.launcher());
    }

    static ProcessSpec keeping(ProcessSpec spec, long bytesMax) {
        OutputFiles files = new OutputFiles(spec.output().out(), spec.output().err(), bytesMax);
        return new ProcessSpec(
                spec.command(),
                spec.directory(),
                spec.environment(),
                spec.marker(),
                spec.input(),
                files,
                spec.deadlines(),
                List.of());
    }

    /** Runs a script that is cancelled as soon as it prints a line. */
    ProcessResult cancelledAtFirstLine(String script, Duration grace) throws IOException {
        return cancelledAtFirstLine(script(script), grace);
    }

    ProcessResult cancelledAtFirstLine(ProcessSpec process, Duration grace) throws IOException {
        RunningProcess[] running = new RunningProcess[1];
        Object started = new Object();
        synchronized (started) {
            ProcessListener canceller =
                    ProcessListener.ofLines(
                            line -> {
                                synchronized (started) {
                                    running[0].cancel();
                                }
                            });
            ProcessSpec spec = with(process, new Deadlines(LONG, LONG, LONG, grace));
            running[0] =
                    assertInstanceOf(
                                    ProcessRunner.Start.Running.class,
                                    runner.start(spec, canceller))
                            .process();
        }
        return running[0].await();
    }
}
