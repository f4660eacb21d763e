package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;

/** Reads the timeline of a {@code tdd} run from its log on disk. */
final class LoggedTimeline {
    private LoggedTimeline() {}

    /**
     * Returns the timeline after the last event. The driver has just read or written every line, so
     * all are readable.
     */
    static TddTimeline of(RunDirectory run) throws IOException {
        Option<TddTimeline> account = Option.none();
        var fold = LogFold.fromStart();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                for (var folded : fold.next(line))
                    account =
                            folded.event() instanceof RunStarted started
                                    ? Option.of(TddTimeline.of(started))
                                    : account.map(
                                            before -> before.and(folded.event(), folded.after()));
            }
        } catch (WireFault foreign) {
            throw new IOException("the log cannot be read: " + foreign.getMessage(), foreign);
        }
        return account.getOrElseThrow(
                () -> new PipelineBug("a run without a beginning: " + run.events()));
    }
}
