package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A log, read by folding it: {@code state = events.foldLeft(start, reduce)}. It never writes, and
 * may be read while the run is driven; events appended meanwhile may or may not be seen.
 *
 * <p>Errors: {@link DamagedLog} where a line cannot be believed or understood, other {@link
 * UserError}s where there is nothing to read.
 */
public final class RunHistory {
    private final Path log;
    private final Optional<RunDirectory> run;
    private final String name;

    private RunHistory(Path log, Optional<RunDirectory> run, String name) {
        this.log = log;
        this.run = run;
        this.name = name;
    }

    /** The history of a run. */
    public static RunHistory open(RunDirectory run) {
        if (Files.notExists(run.events())) {
            throw LostLog.absent(run);
        }
        return new RunHistory(run.events(), Optional.of(run), run.id().text());
    }

    /** The history in a file of its own, wherever it was copied from. */
    public static RunHistory ofFile(Path log) {
        return new RunHistory(log, Optional.empty(), log.toString());
    }

    /** What the user calls it: the run's id, or the file. */
    public String name() {
        return name;
    }

    /** Whether it is a run of a repository, and not a file of its own. */
    public boolean isRun() {
        return run.isPresent();
    }

    public Path log() {
        return log;
    }

    /** Whether the log of a run lacks lines that it has had. */
    public Optional<LogDamage> missing() throws IOException {
        return run.isPresent() ? KnownHeads.missing(run.get()) : Optional.empty();
    }

    /**
     * Where the run stands, by way of the snapshot if there is a usable one: the cost is that of
     * the events since.
     */
    public Point latest() throws IOException {
        var saved = run.isPresent() ? RunLog.saved(run.get()) : Optional.<RunLog.Saved>empty();
        try (var reader = open(saved.map(RunLog.Saved::at).orElse(LogPosition.START))) {
            var fold =
                    saved.map(found -> LogFold.from(found.state())).orElseGet(LogFold::fromStart);
            while (next(reader) instanceof ReadResult.Line(var line)) fold(line, fold);
            return new Point(reader.position().seq(), state(fold));
        }
    }

    /**
     * Get the state after an event.
     *
     * @throws UserError if the log has no such event
     */
    public Point at(long seq) throws IOException {
        return new Point(seq, moment(seq).after());
    }

    /** One event, with the states around it. */
    public ReplayStep moment(long seq) throws IOException {
        var found = new ArrayList<ReplayStep>(1);
        long last =
                walk(
                        moment -> {
                            if (moment.seq() == seq) found.add(moment);
                            return moment.seq() != seq;
                        });
        if (!found.isEmpty()) return found.getFirst();
        throw noEvent(seq, last);
    }

    /**
     * @throws UserError if the log has no such event
     */
    public void requireEvent(long seq) throws IOException {
        long last = latest().seq();
        if (seq < 1 || seq > last) throw noEvent(seq, last);
    }

    private UserError noEvent(long seq, long last) {
        return new UserError(
                "no event " + seq + ": the log has events 1 to " + last,
                name + ":" + seq,
                "foldline log " + name,
                ExitCode.USAGE);
    }

    /**
     * Goes through the events in order, as long as the visitor wants more.
     *
     * @return the number of the last event visited
     */
    public long walk(Predicate<ReplayStep> wantsMore) throws IOException {
        try (var reader = open(LogPosition.START)) {
            var fold = LogFold.fromStart();
            while (next(reader) instanceof ReadResult.Line(var line)) {
                if (!wantsMore.test(moment(line, fold))) return line.seq();
            }
            state(fold);
            return reader.position().seq();
        }
    }

    /**
     * Goes through the events up to one of them.
     *
     * @param seq the number of the last event; none means the end of the log
     * @return the number of the last event visited
     * @throws UserError if the log has no such event
     */
    public long walkTo(OptionalLong seq, Consumer<ReplayStep> visitor) throws IOException {
        long last = seq.orElse(Long.MAX_VALUE);
        long visited =
                walk(
                        moment -> {
                            if (moment.seq() <= last) visitor.accept(moment);
                            return moment.seq() < last;
                        });
        return seq.isPresent() && visited != last ? moment(last).seq() : visited;
    }

    private ReplayStep moment(LogLine line, LogFold fold) {
        return ReplayStep.of(line, fold(line, fold));
    }

    /** Reads the events from the start, one at a time, as they are asked for. */
    public Steps steps() throws IOException {
        return new Steps(this, open(LogPosition.START), LogFold.fromStart());
    }

    /**
     * The same from a place on.
     *
     * @throws IOException also if the log has changed up to there
     */
    public Steps steps(Bookmark from) throws IOException {
        return new Steps(this, open(from.at()), LogFold.from(from.state()));
    }

    /** A place between two events of a log, and the state there. */
    public record Bookmark(LogPosition at, PipelineState state) {}

    /** The events of a log in order; after the last it can be asked again for later ones. */
    public static final class Steps implements AutoCloseable {
        private final RunHistory history;
        private final LogReader reader;
        private final LogFold fold;

        private Steps(RunHistory history, LogReader reader, LogFold fold) {
            this.history = history;
            this.reader = reader;
            this.fold = fold;
        }

        /** The place behind the last event that was read; none before the first. */
        public Option<Bookmark> bookmark() {
            return fold.state().map(state -> new Bookmark(reader.position(), state));
        }

        /** The next event, if it is in the log by now. */
        public Optional<ReplayStep> next() throws IOException {
            return history.next(reader) instanceof ReadResult.Line(var line)
                    ? Optional.of(history.moment(line, fold))
                    : Optional.empty();
        }

        /** The size of the log up to here, in bytes. */
        public long offset() {
            return reader.position().offset();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /**
     * As {@link #walk}, and then stays for what is appended, until the visitor has enough or the
     * thread is interrupted.
     */
    public void follow(Predicate<ReplayStep> wantsMore) throws IOException, InterruptedException {
        var folder = log.toAbsolutePath().getParent();
        if (folder == null) throw new IOException("not a file: " + log);
        try (var growth = DirectoryWatch.on(folder);
                var reader = open(LogPosition.START)) {
            var fold = LogFold.fromStart();
            while (true) {
                if (next(reader) instanceof ReadResult.Line(var line)) {
                    if (!wantsMore.test(moment(line, fold))) return;
                } else if (!growth.awaitChange()) {
                    return;
                }
            }
        }
    }

    private LogReader open(LogPosition from) throws IOException {
        return LogReader.open(log, from)
                .orElseThrow(() -> new IOException("the log changed while it was read: " + log));
    }

    private ReadResult next(LogReader reader) throws IOException {
        return switch (reader.next()) {
            case ReadResult.Damaged(var damage) -> throw DamagedLog.of(log, damage, name);
            case ReadResult.Line line -> line;
            case ReadResult.End end -> end;
        };
    }

    private LogFold.Folded fold(LogLine line, LogFold fold) {
        try {
            return fold.next(line).getOrElseThrow(() -> DamagedLog.noBeginning(log));
        } catch (WireFault unknown) {
            throw DamagedLog.unknownEvent(log, line.seq(), String.valueOf(unknown.getMessage()));
        }
    }

    private PipelineState state(LogFold fold) {
        if (fold.state().isDefined()) return fold.state().get();
        throw run.isPresent()
                ? LostLog.empty(run.get())
                : new UserError(
                        "the log of " + name + " is empty: the run never started",
                        log.toString(),
                        "foldline replay @",
                        ExitCode.FAILED);
    }
}
