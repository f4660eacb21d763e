package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.HeadCheck;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.RunTables;
import dev.foldline.effects.table.TableFault;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Truncates a damaged log after its last good line, so that the run can continue. The removed lines
 * and the files that depend on them are kept in a folder beside the log. The caller holds the run's
 * lock.
 *
 * @param damage why the log cannot be continued
 * @param last the last good line, and the state behind it
 * @param end where the last good line ends
 */
public record LogRepair(RunDirectory run, LogDamage damage, Point last, LogPosition end) {
    private static final String REST = "events.jsonl.rest";

    /**
     * Checks whether a log needs a repair, without changing it.
     *
     * @return none if it is whole; the next driver repairs a partial last line
     * @throws UserError if it needs a repair that would lose all of it, or what a newer Foldline
     *     wrote
     */
    public static Optional<LogRepair> of(RunDirectory run) throws IOException {
        var missing = HeadCheck.of(run.events(), KnownHeads.of(run));
        var fold = LogFold.fromStart();
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            for (; reading instanceof ReadResult.Line(var line); reading = reader.next())
                fold.next(line);
            var found =
                    reading instanceof ReadResult.Damaged(var inside)
                            ? Optional.of(inside)
                            : missing;
            var state = fold.state();
            if (state.isEmpty())
                throw found.<UserError>map(
                                damage -> DamagedLog.of(run.events(), damage, run.id().text()))
                        .orElseGet(
                                () ->
                                        new UserError(
                                                "the log of " + run.id() + " has no first event",
                                                run.events().toString(),
                                                "foldline doctor",
                                                ExitCode.FAILED));
            var last = new Point(reader.position().seq(), state.get());
            if (found.isEmpty()) found = KnownHeads.unstarted(run, last);
            if (found.filter(LogDamage.NewerVersion.class::isInstance).isPresent())
                throw DamagedLog.of(run.events(), found.get(), run.id().text());
            var end = reader.position();
            return found.map(damage -> new LogRepair(run, damage, last, end));
        } catch (WireFault newer) {
            throw new UserError(
                    "the log has an event that this Foldline does not know: " + newer.getMessage(),
                    run.events().toString(),
                    "repair it with the Foldline that wrote it, or a newer one",
                    ExitCode.FAILED);
        }
    }

    /**
     * The number of the last event that is known to have been written; nothing if only traces of it
     * are left.
     */
    public Optional<Long> lastKnownEvent() {
        return switch (damage) {
            case LogDamage.Cut cut -> Optional.of(cut.known());
            case LogDamage.Replaced replaced -> Optional.of(replaced.line());
            case LogDamage.Flipped _,
                    LogDamage.OutOfSequence _,
                    LogDamage.BrokenChain _,
                    LogDamage.NewerVersion _,
                    LogDamage.Unreadable _,
                    LogDamage.Unbegun _ ->
                    Optional.empty();
        };
    }

    /** The events that are lost, in words. */
    public String cut() throws IOException {
        long first = last.seq() + 1;
        return lastKnownEvent()
                .map(
                        known ->
                                known > last.seq()
                                        ? "events " + first + " to " + known
                                        : "events up to " + known + " as they were once written")
                .orElse(
                        "all events from "
                                + first
                                + " on"
                                + (rest() > 0 ? " (" + rest() + " bytes)" : ""));
    }

    /** How many bytes of the file come behind the last good line. */
    public long rest() throws IOException {
        return Files.size(run.events()) - end.offset();
    }

    /**
     * Repairs the log. After a crash in between, the log is still rejected and can be repaired
     * again.
     *
     * @return the folder that keeps what was cut off and what knew of it
     */
    public Path perform(Blobs blobs) throws IOException {
        var aside = aside();
        AtomicFile.write(
                aside.resolve(PastRepair.NOTE), (cut() + "\n").getBytes(StandardCharsets.UTF_8));
        if (rest() > 0) {
            AtomicFile.write(aside.resolve(REST), rest(run.events(), end.offset()));
            try (var log = FileChannel.open(run.events(), StandardOpenOption.WRITE)) {
                log.truncate(end.offset()).force(true);
            }
        }
        releaseGuard(blobs);
        for (var known : knowing())
            Files.move(
                    known,
                    aside.resolve(run.path().relativize(known).toString().replace('/', '-')));
        forgetRows();
        HeadFile.reset(run.events(), end);
        // Caches of the log are refreshed.
        Files.setLastModifiedTime(run.events(), FileTime.from(Instant.now()));
        return aside;
    }

    /**
     * What an interrupted call of an agent planted is put back while its guard is there: afterwards
     * the log does not know of the call.
     */
    private void releaseGuard(Blobs blobs) throws IOException {
        var root = RunLocation.remembered(run);
        if (root.isPresent())
            StoredGuard.ticket(run)
                    .ifPresent(ticket -> StoredGuard.secure(run, blobs, root.get(), ticket));
        if (KnownHeads.unbegunFiles(run, last).contains(StoredGuard.file(run)))
            StoredGuard.release(run);
    }

    /** The files that know more than the log will. */
    private List<Path> knowing() throws IOException {
        var files = new ArrayList<Path>();
        if (Files.exists(run.snapshot())) files.add(run.snapshot());
        files.addAll(KnownHeads.unbegunFiles(run, last));
        return files;
    }

    private void forgetRows() throws IOException {
        try {
            RunTables.forget(run);
            // Behind its end a run may now have to go on.
            new Runs(run.path().resolve("../..").normalize()).forgetIndex();
        } catch (TableFault fault) {
            throw new IOException(fault.getMessage(), fault);
        }
    }

    private Path aside() throws IOException {
        for (int number = 1; ; number++) {
            var folder = PastRepair.folder(run, number);
            if (Files.notExists(folder)) return Files.createDirectory(folder);
        }
    }

    private static byte[] rest(Path log, long from) throws IOException {
        try (var in = Files.newInputStream(log)) {
            in.skipNBytes(from);
            return in.readAllBytes();
        }
    }
}
