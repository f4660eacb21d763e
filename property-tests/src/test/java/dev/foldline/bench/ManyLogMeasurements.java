package dev.foldline.bench;

import dev.foldline.app.repository.RunLog;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The events of many runs of one process made durable at once: each run appends as its driver does,
 * and all share the tables. Beside it, on the same disk, the same lines appended and forced: to a
 * file for each run, and to one file with a force for each 100 lines, which is what a shared log
 * could reach.
 */
final class ManyLogMeasurements {
    private static final int RUNS = 100;
    private static final int ROUNDS = 3;

    private ManyLogMeasurements() {}

    static MeasurementRatio together(int eventsEach) throws Exception {
        var events = KernelMeasurements.longRun(eventsEach).subList(0, eventsEach);
        var line = ("x".repeat(299) + "\n").getBytes(StandardCharsets.UTF_8);
        return new MeasurementRatio(
                "durable events of " + RUNS + " runs in one process, " + eventsEach + " each",
                ROUNDS,
                List.of(
                        measured(
                                "raw append and force, a file for each run",
                                eventsEach,
                                (folder, run) ->
                                        raw(folder.resolve(run + ".log"), line, eventsEach, 1)),
                        measured(
                                "RunLog with head, tables and snapshots",
                                eventsEach,
                                (folder, run) -> append(directory(folder, run), events)),
                        new Measurement(
                                "raw append to one file, forced every 100 lines",
                                RUNS * eventsEach,
                                () ->
                                        within(
                                                folder ->
                                                        raw(
                                                                folder.resolve("all.log"),
                                                                line,
                                                                RUNS * eventsEach,
                                                                RUNS)))));
    }

    private interface RunAction {
        void work(Path folder, int run) throws Exception;
    }

    private interface FolderAction {
        void work(Path folder) throws Exception;
    }

    private static Measurement measured(String name, int eventsEach, RunAction each) {
        return new Measurement(
                name,
                RUNS * eventsEach,
                () ->
                        within(
                                folder -> {
                                    try (var threads =
                                            Executors.newVirtualThreadPerTaskExecutor()) {
                                        var all = new ArrayList<Future<?>>();
                                        for (int run = 0; run < RUNS; run++) {
                                            int number = run;
                                            all.add(
                                                    threads.submit(
                                                            () -> {
                                                                each.work(folder, number);
                                                                return number;
                                                            }));
                                        }
                                        for (var one : all) one.get();
                                    }
                                }));
    }

    private static void within(FolderAction use) throws Exception {
        Path folder = Files.createTempDirectory("foldline-bench");
        try {
            use.work(folder);
        } finally {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }

    private static RunDirectory directory(Path folder, int run) throws Exception {
        return new Runs(folder.resolve(".git/foldline")).create(RunId.draw(new Random(run)));
    }

    private static void append(RunDirectory run, List<Event> events) throws Exception {
        var first = (RunStarted) events.getFirst();
        var started =
                new RunStarted(
                        run.id().text(), first.workflow(), first.task(), first.rules(), first.at());
        try (var log = RunLog.create(run, Redaction.OF_SHAPES, started)) {
            for (var event : events.subList(1, events.size())) {
                log.append(event, Pipeline.decide(log.state()), Option.none());
                if (event instanceof EffectStarted) log.forceHead();
                if (event instanceof PhaseEntered) log.snapshotIfDue();
            }
            log.snapshot();
        }
    }

    private static void raw(Path file, byte[] line, int count, int forcedEach) throws Exception {
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int written = 1; written <= count; written++) {
                channel.write(ByteBuffer.wrap(line));
                if (written % forcedEach == 0) channel.force(false);
            }
        }
    }
}
