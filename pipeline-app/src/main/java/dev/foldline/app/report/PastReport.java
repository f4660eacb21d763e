package dev.foldline.app.report;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.ResultSummary;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.Point;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The report on a run as it was after an event that others have followed. */
public final class PastReport {
    private PastReport() {}

    public static RunReport of(RunDirectory run, Point point, Path repository) throws IOException {
        return new RunReport(
                point,
                new RunSummary(
                        ExitCode.DONE,
                        "past",
                        "As it was after event " + point.seq() + ".",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of("foldline show " + run.id() + ":" + point.seq())),
                repository,
                Optional.empty(),
                Option.none(),
                List.of(),
                Option.none(),
                Option.none(),
                RunOrigin.of(run, point.state()),
                ResultSummary.NONE);
    }
}
