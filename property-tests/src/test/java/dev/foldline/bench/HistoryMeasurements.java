package dev.foldline.bench;

import dev.foldline.app.repository.RunLog;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Measurements of looking at a run from the command line: whole processes, as a user waits for
 * them.
 */
final class HistoryMeasurements {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final int SHORT = 10;
    private static final int LONG = 10_000;

    private HistoryMeasurements() {}

    /**
     * The same command on a short and on a long run, each with the snapshot its last phase left.
     */
    static Comparison looks(String command) throws IOException {
        var events = KernelMeasurements.longRun(LONG);
        return new Comparison(
                "foldline " + command + ", process and all",
                7,
                List.of(looks(command, events, SHORT), looks(command, events, LONG)));
    }

    private static Measurement looks(String command, List<Event> events, int count)
            throws IOException {
        var folder = repository(events.subList(0, count));
        return new Measurement(count + " events", 1, () -> run(folder, command));
    }

    private static void run(Path folder, String command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.foldline.app.Main",
                                "-C",
                                folder.toString(),
                                command)
                        .redirectErrorStream(true)
                        .start();
        var output =
                new String(
                        process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException(output);
    }

    /** What reading commands need of a repository, with one run in it. */
    private static Path repository(List<Event> events) throws IOException {
        var folder = Files.createTempDirectory("foldline-bench").toRealPath();
        Files.writeString(
                Files.createDirectories(folder.resolve(".git")).resolve("HEAD"),
                "ref: refs/heads/main\n");
        var run = Runs.of(folder.resolve(".git")).create(RunId.draw(new Random(1)));
        var log = new MemoryEventLog();
        List<Snapshot> snapshots = new ArrayList<>(1);
        Optional<PipelineState> state = Optional.empty();
        for (Event event : events) {
            var ticket =
                    event instanceof Event.Answer answer
                            ? OptionalLong.of(answer.ticket())
                            : OptionalLong.empty();
            var at =
                    log.append(
                            new LogEntry(
                                    NOON,
                                    ticket,
                                    state.map(now -> Pipeline.decide(now).rule()),
                                    Wire.toJson(event)));
            state =
                    Optional.of(
                            state.map(now -> Pipeline.reduce(now, event))
                                    .orElseGet(() -> Pipeline.start((RunStarted) event)));
            if (event instanceof PhaseEntered)
                snapshots.addFirst(new Snapshot(at, Wire.toJson(state.get())));
        }
        Files.write(run.events(), log.bytes());
        new SnapshotFile(run.snapshot(), RunLog.SNAPSHOT_STAMP).save(snapshots.getFirst());
        return folder;
    }
}
