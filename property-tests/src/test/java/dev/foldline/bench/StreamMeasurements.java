package dev.foldline.bench;

import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.StreamState;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measurements of parsers: how much of what agents say is understood in a second, and what is held
 * of a long stream.
 */
final class StreamMeasurements {
    private static final Path STREAMS = Path.of("src/test/resources/streams");

    private StreamMeasurements() {}

    /**
     * Throughput of each parser, then the memory that is held after a gibibyte. An operation is a
     * mebibyte.
     */
    static void print(int mebibytes) throws Exception {
        var measurements = new ArrayList<Measurement>();
        for (var adapter : Adapters.ALL) {
            var lines = lines(adapter);
            measurements.add(
                    new Measurement(
                            adapter.name(),
                            mebibytes,
                            () -> parse(adapter, lines, (long) mebibytes << 20)));
        }
        new MeasurementRatio("what agents say, MiB a second", 5, measurements).print();
        var adapter = Adapters.ALL.getFirst();
        long before = used();
        var state = parse(adapter, lines(adapter), 1L << 30);
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "  held after 1 GiB of %s: %,d KiB (%,d lines understood)",
                        adapter.name(),
                        Math.max(0, used() - before) >> 10,
                        state.lines().understood()));
    }

    private static List<String> lines(Adapter adapter) throws IOException {
        return Files.readAllLines(STREAMS.resolve(adapter.name() + "-good.jsonl"));
    }

    private static StreamState parse(Adapter adapter, List<String> lines, long bytes) {
        var stream = new AgentStream(adapter);
        var state = StreamState.EMPTY;
        long received = 0;
        for (int at = 0; received < bytes; at = (at + 1) % lines.size()) {
            state = stream.step(state, lines.get(at)).state();
            received += lines.get(at).getBytes(StandardCharsets.UTF_8).length + 1;
        }
        return state;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
