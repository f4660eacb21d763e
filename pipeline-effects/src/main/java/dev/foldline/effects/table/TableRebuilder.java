package dev.foldline.effects.table;

import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.HeadCheck;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables.Updates;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Brings the tables up to date with the logs; every reader calls it first. */
public final class TableRebuilder {
    private TableRebuilder() {}

    /** A run whose log could not be read completely; its rows stay unchanged. */
    public record Unread(RunDirectory run, String why) {}

    /**
     * Updates rows that differ from the logs and deletes those of deleted runs. If a log has lost
     * lines, its rows stay, because they know more than the log.
     *
     * @return the runs whose logs could not be read
     */
    public static List<Unread> repair(StateTables tables, Runs runs)
            throws TableFault, IOException {
        var unread = new ArrayList<Unread>();
        var all = runs.newestFirst();
        var there = all.stream().map(run -> run.id().text()).collect(Collectors.toSet());
        tables.forgetUnless(
                run ->
                        there.contains(run)
                                || RunId.isRunId(run)
                                        && Files.exists(runs.directory(new RunId(run)).path()));
        var reported = tables.offsetsByRun();
        for (var run : all) {
            if (Files.exists(run.events())
                    && Files.size(run.events()) != reported.getOrDefault(run.id().text(), 0L))
                repair(tables, run).ifPresent(unread::add);
        }
        return unread;
    }

    /** Updates the rows of one run. */
    public static Optional<Unread> repair(StateTables tables, RunDirectory run) throws TableFault {
        try {
            var lost =
                    HeadCheck.of(
                            run.events(),
                            List.of(RunTables.head(tables.position(run.id().text()))));
            if (lost.isPresent()) return Optional.of(new Unread(run, lost.get().message()));
            tables.retell(run.id().text(), () -> read(run));
            return Optional.empty();
        } catch (IOException | WireFault unreadable) {
            return Optional.of(new Unread(run, String.valueOf(unreadable.getMessage())));
        }
    }

    /** A partial log would show gates as open that were resolved after the damage. */
    private static Updates read(RunDirectory run) throws IOException {
        var changes = new ArrayList<TableUpdate>();
        var fold = LogFold.fromStart();
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            for (; reading instanceof ReadResult.Line(var line); reading = reader.next())
                fold.next(line)
                        .forEach(
                                folded ->
                                        changes.addAll(
                                                changes(folded, line, run.blobs()).asJava()));
            if (reading instanceof ReadResult.Damaged(var damage))
                throw new IOException(damage.message());
            return new Updates(changes, reader.position());
        }
    }

    private static Vector<TableUpdate> changes(LogFold.Folded folded, LogLine line, Blobs blobs) {
        return folded.before()
                .fold(
                        () ->
                                TableUpdate.runStarted(
                                        folded.after(), line.at(), id -> text(blobs, id)),
                        before ->
                                TableUpdate.between(
                                        before,
                                        folded.event(),
                                        folded.after(),
                                        line.at(),
                                        line.by(),
                                        id -> text(blobs, id)));
    }

    public static Optional<String> text(Blobs blobs, String id) {
        try {
            return Optional.of(blobs.text(id));
        } catch (IOException lost) {
            return Optional.empty();
        }
    }
}
