package dev.foldline.kill;

import dev.foldline.app.engine.Engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The application in a process of its own, started with the words the launcher starts it with. */
final class ApplicationProcess implements AutoCloseable {
    /** What a process is said to end with that was ended by signal 9. */
    private static final int KILLED = 128 + 9;

    private static final int SECONDS_MAX = 300;

    private final Process process;
    private final Path said;
    private final long startedNanos;

    private ApplicationProcess(Process process, Path said, long startedNanos) {
        this.process = process;
        this.said = said;
        this.startedNanos = startedNanos;
    }

    static ApplicationProcess start(KillTestRepository place, String... words)
            throws IOException, InterruptedException {
        var command = Engines.command(words);
        var said = Files.createTempFile(place.folder(), "engine", ".txt");
        var builder =
                new ProcessBuilder(command)
                        .directory(place.repository().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        builder.environment().clear();
        builder.environment().putAll(place.environment());
        return new ApplicationProcess(builder.start(), said, System.nanoTime());
    }

    /** Since its process was started. */
    long millis() {
        return (System.nanoTime() - startedNanos) / 1_000_000;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * {@code kill -9}: it can do nothing any more. Whether that ended it: it may have come to its
     * end just before.
     */
    boolean kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        return process.waitFor() == KILLED;
    }

    /** Sends a signal by its name, as in {@code TERM}. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }

    /** Its exit code, once it has ended by itself. */
    int end() throws IOException, InterruptedException {
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            kill();
            throw new AssertionError("still running; it said:\n" + output());
        }
        return process.exitValue();
    }

    String output() throws IOException {
        return Files.readString(said);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
