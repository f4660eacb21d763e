package dev.foldline.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints the comparisons asked for by name, or all of them. */
final class Bench {
    private Bench() {}

    /** Measures and prints what it found. */
    interface PrintableMeasurement {
        void print() throws Exception;
    }

    public static void main(String[] names) throws Exception {
        Map<String, PrintableMeasurement> comparisons = comparisons();
        for (String name :
                names.length == 0 || names[0].isEmpty()
                        ? comparisons.keySet()
                        : List.of(names[0].split(","))) {
            PrintableMeasurement comparison = comparisons.get(name);
            if (comparison == null) {
                throw new IllegalArgumentException(
                        "no comparison " + name + "; there are " + comparisons.keySet());
            }
            comparison.print();
        }
    }

    /**
     * By the name to ask for, each prepared when it is asked for: what another one needs is not in
     * its way. A new comparison gets a line here.
     */
    private static Map<String, PrintableMeasurement> comparisons() {
        var comparisons = new TreeMap<String, PrintableMeasurement>();
        comparisons.put(
                "append",
                () ->
                        new MeasurementRatio(
                                        "durable appends of a 300-byte line",
                                        5,
                                        List.of(rawAppends(500), LogMeasurements.appends(500)))
                                .print());
        comparisons.put("durable", () -> RunLogMeasurements.durable(5_000).print());
        comparisons.put("iteration", IterationMeasurements::print);
        comparisons.put("taking", () -> LogOpeningMeasurements.comparison(100_000).print());
        comparisons.put("million", () -> LogOpeningMeasurements.comparison(1_000_000).print());
        comparisons.put("together", () -> ManyLogMeasurements.together(200).print());
        comparisons.put("read", () -> read(100_000).print());
        comparisons.put("replay", () -> WireMeasurements.replay(100_000).print());
        comparisons.put("wire", () -> WireMeasurements.wire(100_000).print());
        comparisons.put(
                "walk",
                () ->
                        new MeasurementRatio(
                                        "steps of the kernel",
                                        7,
                                        List.of(KernelMeasurements.walks(200)))
                                .print());
        comparisons.put("files", new FileMeasurements());
        comparisons.put("gates", new GateMeasurements());
        comparisons.put("serve", new ServeMeasurements());
        comparisons.put("dashboard", new DashboardMeasurements());
        comparisons.put("many", new LoadMeasurements());
        comparisons.putAll(fleets());
        comparisons.put("recording", () -> RecordingMeasurements.print("true", 15));
        comparisons.put("slow", () -> RecordingMeasurements.print("sleep 2", 7));
        comparisons.put("history", HistoryMeasurements::history);
        comparisons.put("sandbox", SandboxMeasurements::print);
        comparisons.put("redact", () -> RedactMeasurements.redact(4).print());
        comparisons.put(
                "agents",
                () -> {
                    StreamMeasurements.print(32);
                    StallMeasurements.print();
                });
        comparisons.put("status", () -> HistoryMeasurements.looks("status").print());
        comparisons.put("runs", new RunCountMeasurements());
        comparisons.put("explain", () -> HistoryMeasurements.looks("explain").print());
        comparisons.put(
                "late",
                () -> {
                    var run = KernelMeasurements.longRun(102_000);
                    new MeasurementRatio(
                                    "a step early and late in a run",
                                    7,
                                    List.of(
                                            KernelMeasurements.stretch(run, 1_000),
                                            KernelMeasurements.stretch(run, 100_000)))
                            .print();
                });
        return comparisons;
    }

    private static Map<String, PrintableMeasurement> fleets() {
        return Map.of(
                "fleet-cost", FleetMeasurements::cost,
                "fleet-lost", FleetMeasurements::lost,
                "fleet-runs", FleetMeasurements::runs,
                "fleet-workers", FleetMeasurements::workers,
                "fleet-size", FleetSizeMeasurements::print);
    }

    private static MeasurementRatio read(int events) throws IOException {
        Path log = LogMeasurements.logOf(events);
        return new MeasurementRatio(
                "reading a log of " + events + " events",
                5,
                List.of(
                        LogMeasurements.parsesLines(log, events),
                        LogMeasurements.checks(log, events),
                        LogMeasurements.checksAndParses(log, events)));
    }

    /** What the machine itself can do: write a line, force it, again. */
    private static Measurement rawAppends(int count) throws IOException {
        byte[] line = ("x".repeat(299) + "\n").getBytes(StandardCharsets.UTF_8);
        Path folder = Files.createTempDirectory("foldline-bench");
        folder.toFile().deleteOnExit();
        return new Measurement(
                "raw append and force",
                count,
                () -> {
                    Path file = Files.createTempFile(folder, "raw", ".log");
                    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        for (int written = 0; written < count; written++) {
                            channel.write(ByteBuffer.wrap(line));
                            channel.force(false);
                        }
                    } finally {
                        Files.delete(file);
                    }
                });
    }
}
