package dev.foldline.bench;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.RunCopies;
import dev.foldline.app.engine.Engines;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** Measurements of commands in a repository with few runs and with many, process and all. */
final class RunCountMeasurements implements Bench.PrintableMeasurement {
    private static final int FEW = 10;
    private static final int MANY = 5_000;

    @Override
    public void print() throws Exception {
        var few = repository(FEW);
        var many = repository(MANY);
        for (var command : List.of("status", "log", "explain", "gates", "doctor")) {
            new MeasurementRatio(
                            "foldline " + command,
                            7,
                            List.of(measured(few, FEW, command), measured(many, MANY, command)))
                    .print();
        }
    }

    private static CliFixture repository(int count) throws Exception {
        var place = CliFixture.ready(Files.createTempDirectory("foldline-bench"));
        if (place.foldline("run", "Add work").exit() != 0)
            throw new IOException("the run to be copied has failed");
        var runs = Runs.of(place.root.resolve(".git"));
        RunCopies.make(runs, runs.newestFirst().getFirst(), count - 1, 1);
        if (place.foldline("gates").exit() != 0) throw new IOException("the tables cannot be made");
        return place;
    }

    private static Measurement measured(CliFixture place, int count, String command) {
        return new Measurement(
                count + " runs",
                1,
                () -> {
                    var builder =
                            new ProcessBuilder(Engines.command(command))
                                    .directory(place.root.toFile())
                                    .redirectErrorStream(true);
                    builder.environment().putAll(place.environment);
                    var process = builder.start();
                    var said =
                            new String(
                                    process.getInputStream().readAllBytes(),
                                    StandardCharsets.UTF_8);
                    if (process.waitFor() != 0) throw new IOException(said);
                });
    }
}
