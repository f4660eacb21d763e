package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.effects.process.OwnChildren;
import dev.foldline.effects.process.OwnJvm;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A driver in a process and a session of its own: it outlives the command that started it, and the
 * terminal.
 */
public final class BackgroundDriver {
    private BackgroundDriver() {}

    /** What the driver would have shown, in the run's directory. */
    public static final String OUTPUT = "driver.log";

    private static final long LOOK_AGAIN_MILLIS = 50;
    private static final int LOOKS_MAX = 2400;
    private static final int TOLD_CHARS_MAX = 4000;

    /**
     * A run that another process has taken.
     *
     * @param root of the working tree of the run
     */
    public record Taken(long pid, Path root) {}

    /** Where a driver is started, and with which variables. */
    public record Ground(Path directory, Map<String, String> environment) {}

    /**
     * Starts a process that drives the run, and waits until it owns the run.
     *
     * @param words of the command that resumes the run
     * @throws UserError if it never came to own the run
     */
    public static Taken start(Ground ground, Workspace here, Started started, List<String> words)
            throws IOException, InterruptedException {
        var run = started.log().directory();
        started.close();
        var root = started.workspace().root();
        if (started.workspace() != here) started.workspace().close();
        return new Taken(owner(ground, run, words, List.of(run.lock())), root);
    }

    /**
     * Starts a process that waits for a slot for a workflow and then drives it, and returns as soon
     * as it waits.
     *
     * @throws UserError if it never came to wait or to own the run
     */
    public static void queue(Ground ground, RunDirectory run, List<String> words)
            throws IOException, InterruptedException {
        owner(ground, run, words, List.of(run.queued(), run.lock()));
    }

    /** Starts a process, and returns its id as soon as it holds one of the locks. */
    private static long owner(Ground ground, RunDirectory run, List<String> words, List<Path> locks)
            throws IOException, InterruptedException {
        long logged = Files.size(run.events());
        long reported = size(output(run));
        var driver = start(ground, run, words);
        for (int look = 0; look < LOOKS_MAX; look++) {
            var ended = driver.waitFor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            if (ended
                    && (driver.exitValue() == ExitCode.LOCKED.value()
                            || Files.size(run.events()) == logged))
                throw failed(run, driver.exitValue(), reported);
            if (ended || isHeld(locks, driver.pid())) return driver.pid();
        }
        throw new UserError(
                "process "
                        + driver.pid()
                        + " was started for run "
                        + run.id()
                        + " but does not drive it yet",
                output(run).toString(),
                "foldline status " + run.id(),
                ExitCode.UNAVAILABLE);
    }

    private static boolean isHeld(List<Path> locks, long pid) throws IOException {
        for (var lock : locks)
            if (RunLock.holder(lock).filter(holder -> holder.pid() == pid).isPresent()) return true;
        return false;
    }

    private static Process start(Ground ground, RunDirectory run, List<String> words)
            throws IOException {
        var command = new ArrayList<>(session(ground));
        command.add(OwnJvm.java());
        command.addAll(OwnJvm.archive());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agent") && !option.startsWith("-javaagent"))
                .forEach(command::add);
        command.addAll(List.of("-cp", OwnJvm.classPath(), ThisProgram.MAIN_CLASS));
        command.addAll(words);
        var builder =
                new ProcessBuilder(command)
                        .directory(ground.directory().toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output(run).toFile()));
        builder.environment().clear();
        builder.environment().putAll(ground.environment());
        LauncherLocale.set(builder.environment());
        return OwnChildren.start(builder);
    }

    /**
     * Where there is no {@code setsid}, {@code nohup} does what matters: the end of the terminal
     * ends nothing.
     */
    private static List<String> session(Ground ground) {
        var path = ground.environment().getOrDefault("PATH", "");
        return Stream.of("setsid", "nohup")
                .flatMap(name -> Programs.find(name, path, Path.of("/")).stream())
                .map(Path::toString)
                .limit(1)
                .toList();
    }

    private static UserError failed(RunDirectory run, int exit, long from) throws IOException {
        var all = Files.readAllBytes(output(run));
        int started = (int) Math.clamp(from, 0, all.length);
        var said = new String(all, started, all.length - started, StandardCharsets.UTF_8).strip();
        var code =
                Stream.of(ExitCode.values())
                        .filter(each -> each.value() == exit && exit != 0)
                        .findFirst()
                        .orElse(ExitCode.FAILED);
        return new UserError(
                "the run was created, but its driver could not be started: "
                        + said.substring(0, Math.min(said.length(), TOLD_CHARS_MAX)),
                output(run).toString(),
                "foldline resume " + run.id(),
                code);
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** The output of the driver of a run. */
    public static Path output(RunDirectory run) {
        return run.path().resolve(OUTPUT);
    }
}
