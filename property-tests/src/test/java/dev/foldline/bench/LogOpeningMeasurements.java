package dev.foldline.bench;

import dev.foldline.app.repository.RunLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.List;

/**
 * How long the next driver of a run takes to open its log: a short one, and a long one with the
 * snapshot of its last phase. Beside it the long one with all of its lines checked first.
 */
final class LogOpeningMeasurements {
    private static final int SHORT = 1_000;

    private LogOpeningMeasurements() {}

    static MeasurementRatio comparison(int eventsMin) throws Exception {
        var events = KernelMeasurements.longRun(eventsMin).subList(0, eventsMin);
        var run = HistoryMeasurements.runOf(events);
        return new MeasurementRatio(
                "opening the log of a run",
                9,
                List.of(
                        opened(
                                SHORT + " events",
                                HistoryMeasurements.runOf(events.subList(0, SHORT))),
                        opened(events.size() + " events", run),
                        new Measurement(
                                events.size() + " events, all lines checked first",
                                1,
                                () -> checked(run))));
    }

    private static Measurement opened(String name, RunDirectory run) {
        return new Measurement(
                name, 1, () -> RunLog.open(run, Redaction.OF_SHAPES).orElseThrow().close());
    }

    private static void checked(RunDirectory run) throws IOException {
        if (!(FileEventLog.open(run.events(), LogPosition.START, List.of(), _ -> {})
                instanceof OpenLogResult.Opened(var log, _))) throw new IOException("damaged");
        log.close();
    }
}
