package dev.foldline.effects.table;

import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.replay.Fold;
import dev.foldline.effects.store.Blobs;
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
        var fold = Fold.fromStart();
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            for (; reading instanceof Reading.Line(var line); reading = reader.next())
                fold.next(line).forEach(folded -> changes.addAll(changes(folded, line.at(), run.blobs()).asJava()));
            if (reading instanceof Reading.Damaged(var damage)) throw new IOException(damage.message());
            return new Told(changes, reader.position().offset());
        }
    }

    private static Vector<Change> changes(Fold.Folded folded, Instant at, Blobs blobs) {
        return folded.before().fold(() -> Change.begun(folded.after(), at, id -> text(blobs, id)), before -> Change.between(before, folded.event(), folded.after(), at));
    }

    static Optional<String> text(Blobs blobs, String id) {
        try {
            return Optional.of(blobs.text(id));
        } catch (IOException lost) {
            return Optional.empty();
        }
    }
}
