package dev.foldline.app.history;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.run.RunLog;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Position;
import dev.foldline.effects.log.Reading;
import dev.foldline.effects.replay.Fold;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A log, read by folding it: {@code state = events.foldLeft(start, reduce)}. It never writes, and may be read while the run
 * is driven; events appended meanwhile may or may not be seen.
 *
 * <p>Errors: {@link DamagedLog} where a line cannot be believed or understood, other {@link UserError}s where there is nothing
 * to read.
 */
public final class History {
    private final Path log;
    private final Optional<RunDirectory> run;
    private final String name;

    private History(Path log, Optional<RunDirectory> run, String name) {
        this.log = log;
        this.run = run;
        this.name = name;
    }

    /** The history of a run. */
    public static History open(RunDirectory run) {
        if (Files.notExists(run.events())) {
            throw LostLog.absent(run);
        }
        return new History(run.events(), Optional.of(run), run.id().text());
    }

    /** The history in a file of its own, wherever it was copied from. */
    public static History ofFile(Path log) {
        return new History(log, Optional.empty(), log.toString());
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

    /** Where the run stands, by way of the snapshot if there is a usable one: the cost is that of the events since. */
    public Point latest() throws IOException {
        var saved = run.isPresent() ? RunLog.saved(run.get()) : Optional.<RunLog.Saved>empty();
        try (var reader = open(saved.map(RunLog.Saved::at).orElse(Position.START))) {
            var fold = saved.map(found -> Fold.from(found.state())).orElseGet(Fold::fromStart);
            while (next(reader) instanceof Reading.Line(var line)) folded(line, fold);
            return new Point(reader.position().seq(), state(fold));
        }
    }

    /**
     * The state after an event.
     *
     * @throws UserError if the log has no such event
     */
    public Point at(long seq) throws IOException {
        return new Point(seq, moment(seq).after());
    }

    /** One event, with the states around it. */
    public Moment moment(long seq) throws IOException {
        var found = new ArrayList<Moment>(1);
        long last = walk(moment -> {
            if (moment.seq() == seq) found.add(moment);
            return moment.seq() != seq;
        });
        if (!found.isEmpty()) return found.getFirst();
        throw new UserError("there is no event " + seq + ": the log has " + last, name + ":" + seq, "foldline log " + name, ExitCode.USAGE);
    }

    /**
     * Goes through the events in order, as long as the visitor wants more.
     *
     * @return the number of the last event visited
     */
    public long walk(Predicate<Moment> wantsMore) throws IOException {
        try (var reader = open(Position.START)) {
            var fold = Fold.fromStart();
            while (next(reader) instanceof Reading.Line(var line)) {
                if (!wantsMore.test(moment(line, fold))) return line.seq();
            }
            state(fold);
            return reader.position().seq();
        }
    }

    private Moment moment(LogLine line, Fold fold) {
        var folded = folded(line, fold);
        return new Moment(line.seq(), line.at(), line.rule(), line.message(), folded.event(), folded.before().toJavaOptional(), folded.after());
    }

    /** As {@link #walk}, and then stays for what is appended, until the visitor has enough or the thread is interrupted. */
    public void follow(Predicate<Moment> wantsMore) throws IOException, InterruptedException {
        var folder = log.toAbsolutePath().getParent();
        if (folder == null) throw new IOException("not a file: " + log);
        try (var growth = DirectoryWatch.on(folder); var reader = open(Position.START)) {
            var fold = Fold.fromStart();
            while (true) {
                if (next(reader) instanceof Reading.Line(var line)) {
                    if (!wantsMore.test(moment(line, fold))) return;
                } else if (!growth.awaitChange()) {
                    return;
                }
            }
        }
    }

    private LogReader open(Position from) throws IOException {
        return LogReader.open(log, from).orElseThrow(() -> new IOException("the log changed while it was read: " + log));
    }

    private Reading next(LogReader reader) throws IOException {
        return switch (reader.next()) {
            case Reading.Damaged(var damage) -> throw DamagedLog.of(log, damage, name);
            case Reading.Line line           -> line;
            case Reading.End end             -> end;
        };
    }

    private Fold.Folded folded(LogLine line, Fold fold) {
        try {
            return fold.next(line).getOrElseThrow(() -> DamagedLog.noBeginning(log));
        } catch (WireFault unknown) {
            throw DamagedLog.unknownEvent(log, line.seq(), String.valueOf(unknown.getMessage()));
        }
    }

    private PipelineState state(Fold fold) {
        if (fold.state().isDefined()) return fold.state().get();
        throw run.isPresent() ? LostLog.empty(run.get(), "foldline doctor")
                : new UserError("the log of " + name + " is empty: the run never began", log.toString(), "foldline doctor", ExitCode.FAILED);
    }
}
