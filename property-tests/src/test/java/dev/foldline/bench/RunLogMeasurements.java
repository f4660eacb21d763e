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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;

/**
 * The events of one run made durable with all that belongs to them, as its driver does: log, head,
 * tables and snapshots. Beside it the same bytes appended and forced line by line.
 */
final class RunLogMeasurements {
    private RunLogMeasurements() {}

    static MeasurementRatio durable(int eventsMin) throws IOException {
        var events = KernelMeasurements.longRun(eventsMin);
        var lines = lines(events);
        return new MeasurementRatio(
                "durable events of one run of " + events.size(),
                5,
                List.of(
                        raw(lines),
                        new Measurement(
                                "RunLog with head, tables and snapshots",
                                events.size(),
                                () -> within(run -> append(run, events)))));
    }

    private interface Use {
        void of(RunDirectory run) throws Exception;
    }

    private static void within(Use use) throws Exception {
        Path folder = Files.createTempDirectory("foldline-bench");
        try {
            use.of(
                    new Runs(folder.resolve(".git/foldline"))
                            .create(new RunId("rlrjyk3kwofab3cjo")));
        } finally {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }

    private static void append(RunDirectory run, List<Event> events) throws IOException {
        try (var log = RunLog.create(run, Redaction.OF_SHAPES, (RunStarted) events.getFirst())) {
            for (var event : events.subList(1, events.size())) {
                log.append(event, Pipeline.decide(log.state()), Option.none());
                if (event instanceof EffectStarted) log.forceHead();
                if (event instanceof PhaseEntered) log.snapshotIfDue();
            }
            log.snapshot();
        }
    }

    private static List<byte[]> lines(List<Event> events) throws IOException {
        Path folder = Files.createTempDirectory("foldline-bench");
        folder.toFile().deleteOnExit();
        var run = new Runs(folder).create(new RunId("rlrjyk3kwofab3cjo"));
        append(run, events);
        var text = Files.readAllLines(run.events());
        return text.stream().map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8)).toList();
    }

    private static Measurement raw(List<byte[]> lines) {
        return new Measurement(
                "raw append and force of the same lines",
                lines.size(),
                () -> {
                    Path file = Files.createTempFile("foldline-bench", ".log");
                    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        for (byte[] line : lines) {
                            channel.write(ByteBuffer.wrap(line));
                            channel.force(false);
                        }
                    } finally {
                        Files.delete(file);
                    }
                });
    }
}
