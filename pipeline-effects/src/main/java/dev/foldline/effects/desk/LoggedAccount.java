package dev.foldline.effects.desk;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.replay.Fold;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Option;
import java.io.IOException;

/** The account of a run of {@code tdd}, read off its log as it is on disk. */
final class LoggedAccount {
    private LoggedAccount() {}

    /** After the last event. Its driver has just read or written every line, so each can be read. */
    static TddAccount of(RunDirectory run) throws IOException {
        Option<TddAccount> account = Option.none();
        var fold = Fold.fromStart();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof Reading.Line(var line)) {
                for (var folded : fold.next(line)) account = folded.event() instanceof RunStarted begun ? Option.of(TddAccount.of(begun))
                        : account.map(before -> before.and(folded.event(), folded.after()));
            }
        } catch (WireFault foreign) {
            throw new IOException("the log cannot be read: " + foreign.getMessage(), foreign);
        }
        return account.getOrElseThrow(() -> new PipelineBug("a run without a beginning: " + run.events()));
    }
}
