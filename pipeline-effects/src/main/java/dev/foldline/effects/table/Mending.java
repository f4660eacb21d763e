package dev.foldline.effects.table;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables.Told;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Brings the tables up to the logs: whoever reads them does this first. */
public final class Mending {
    private Mending() {}

    /** A run whose log could not be read to its end: its rows, if it has any, stay as they were. */
    public record Unread(RunDirectory run, String why) {}

    /**
     * Mends what the logs say otherwise, and forgets runs that are gone.
     *
     * @return the runs whose logs could not be read
     */
    public static List<Unread> mend(StateTables tables, Runs runs) throws TableFault, IOException {
        var unread = new ArrayList<Unread>();
        var all = runs.newestFirst();
        tables.forgetUnless(run -> RunId.isRunId(run) && Files.exists(runs.directory(new RunId(run)).path()));
        for (var run : all) {
            if (Files.exists(run.events()) && Files.size(run.events()) != tables.told(run.id().text())) mend(tables, run).ifPresent(unread::add);
        }
        return unread;
    }

    /** Mends what the tables say of one run. */
    public static Optional<Unread> mend(StateTables tables, RunDirectory run) throws TableFault {
        try {
            tables.retell(run.id().text(), () -> tell(run));
            return Optional.empty();
        } catch (IOException | WireFault unreadable) {
            return Optional.of(new Unread(run, String.valueOf(unreadable.getMessage())));
        }
    }

    /** Half of a log would tell of gates that were answered behind the damage as open. */
    private static Told tell(RunDirectory run) throws IOException {
        var changes = new ArrayList<Change>();
        Optional<PipelineState> state = Optional.empty();
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            for (; reading instanceof Reading.Line(var line); reading = reader.next()) {
                var event = line.event((json, from, length) -> Wire.event(line.version(), json, from, length));
                var before = state;
                state = event instanceof RunStarted started && before.isEmpty() ? Optional.of(PipelineState.of(started))
                        : before.map(found -> Pipeline.reduce(found, event));
                changes.addAll(changes(before, event, state, line.at()).asJava());
            }
            if (reading instanceof Reading.Damaged(var damage)) throw new IOException(damage.message());
            return new Told(changes, reader.position().offset());
        }
    }

    private static Vector<Change> changes(Optional<PipelineState> before, Event event, Optional<PipelineState> after, Instant at) {
        if (after.isEmpty()) return Vector.empty();
        return before.isEmpty() ? Change.begun(after.get(), at) : Change.between(before.get(), event, after.get(), at);
    }
}
