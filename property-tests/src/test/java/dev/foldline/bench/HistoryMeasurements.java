package dev.foldline.bench;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.engine.Engines;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
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
    static MeasurementRatio looks(String command) throws Exception {
        var events = KernelMeasurements.longRun(LONG);
        return new MeasurementRatio(
                "foldline " + command + ", process and all",
                7,
                List.of(looks(command, events, SHORT), looks(command, events, LONG)));
    }

    /** Commands that read a long run, beside one that reads none. */
    static void history() throws Exception {
        var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
        var events = withCommits(place, KernelMeasurements.longRun(LONG).subList(0, LONG));
        run(place, events, 1);
        run(place, events, 2);
        new MeasurementRatio(
                        "commands on a run of " + LONG + " events",
                        7,
                        List.of(
                                measured(place, "version"),
                                measured(place, "status"),
                                measured(place, "explain"),
                                measured(place, "blame", "@", "slots.retry"),
                                measured(place, "diff", "@~1", "@"),
                                measured(place, "report", "-o", "report.html")))
                .print();
    }

    private static Measurement looks(String command, List<Event> events, int count)
            throws Exception {
        var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
        run(place, events.subList(0, count), 1);
        return new Measurement(count + " events", 1, measured(place, command).work());
    }

    private static Measurement measured(CliFixture place, String... words) {
        return new Measurement(
                String.join(" ", words),
                1,
                () -> {
                    var builder =
                            new ProcessBuilder(Engines.command(words))
                                    .directory(place.root.toFile())
                                    .redirectErrorStream(true);
                    builder.environment().putAll(place.environment);
                    var process = builder.start();
                    var output =
                            new String(
                                    process.getInputStream().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    if (process.waitFor() != 0) throw new IOException(output);
                });
    }

    /** A run of these events in a repository of its own. */
    static RunDirectory runOf(List<Event> events) throws Exception {
        return run(CliFixture.ready(Files.createTempDirectory("foldline-bench")), events, 1);
    }

    /** Makes a run of these events, with the snapshot that its last phase left. */
    static RunDirectory run(CliFixture place, List<Event> events, int seed) throws IOException {
        var runs = Runs.of(place.root.resolve(".git"));
        var run = runs.create(RunId.draw(new Random(seed)));
        var first = withTask((RunStarted) events.getFirst(), runs.blobs().put("Add work"));
        var log = new MemoryEventLog();
        var snapshot = Optional.<Snapshot>empty();
        long last = events.stream().filter(PhaseEntered.class::isInstance).count();
        Optional<PipelineState> state = Optional.empty();
        for (Event each : events) {
            var event = each instanceof RunStarted ? first : each;
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
                                    .orElseGet(() -> Pipeline.start(first)));
            if (event instanceof PhaseEntered && --last == 0)
                snapshot = Optional.of(new Snapshot(at, Wire.toJson(state.get())));
        }
        Files.write(run.events(), log.bytes());
        new SnapshotFile(run.snapshot(), RunLog.SNAPSHOT_STAMP).save(snapshot.orElseThrow());
        return run;
    }

    private static RunStarted withTask(RunStarted started, String task) {
        return new RunStarted(
                started.run(), started.workflow(), task, started.rules(), started.at());
    }

    /** The same events with commits that the repository has. */
    private static List<Event> withCommits(CliFixture place, List<Event> events) throws Exception {
        long count = events.stream().filter(WorkCommitted.class::isInstance).count();
        var script =
                "for n in $(seq "
                        + count
                        + "); do echo line $n >> work.txt; git commit -q -a -m \"Work $n\"; done";
        place.write("work.txt", "").git("add", "work.txt");
        place.git("-c", "alias.many=!" + script, "many");
        var hashes = place.git("rev-list", "--reverse", "-" + count, "HEAD").lines().iterator();
        return events.stream()
                .map(
                        event ->
                                event instanceof WorkCommitted made
                                        ? new WorkCommitted(
                                                made.ticket(),
                                                hashes.next(),
                                                made.tree(),
                                                made.subject())
                                        : event)
                .toList();
    }
}
