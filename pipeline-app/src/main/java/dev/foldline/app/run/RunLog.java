package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.history.LostLog;
import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.Entry;
import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogFault;
import dev.foldline.effects.log.Opening;
import dev.foldline.effects.log.Position;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.replay.Fold;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.table.Change;
import dev.foldline.effects.table.RunTables;
import io.vavr.control.Option;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A run's log, held for appending: nobody else drives the run meanwhile. */
public final class RunLog implements Journal, AutoCloseable {

    /** What made a snapshot: one of other rules, or of another wire format, is not used. */
    public static final String SNAPSHOT_STAMP = "rules " + Pipeline.RULES_VERSION + ", wire " + Wire.VERSION;

    private final RunDirectory directory;
    private final RunLock lock;
    private final EventLog log;
    private final RunTables tables;
    private final Redaction redaction;
    private PipelineState state;
    private Consumer<String> notice = _ -> {};
    private Instant at = Instant.EPOCH;
    private Option<String> message = Option.none();

    private RunLog(RunDirectory directory, RunLock lock, EventLog log, Redaction redaction, PipelineState state) {
        this.directory = directory;
        this.redaction = redaction;
        this.lock = lock;
        this.log = log;
        this.state = state;
        this.tables = new RunTables(directory, () -> log.end().offset(), said -> notice.accept(said));
    }

    /**
     * Begins the log of a new run.
     *
     * @throws UserError if the workflow holds something secret: without it, another one would run than was asked for
     */
    public static RunLog create(RunDirectory directory, Redaction redaction, RunStarted started) throws IOException {
        if (!Wire.withTexts(started, redaction::unlessName).equals(started))
            throw new UserError("what the run would do holds " + redaction.suspicion(Wire.toJson(started)), "foldline.yaml",
                    "name a variable in its place, such as $NAME, and keep words of the workflow out of such variables", ExitCode.USAGE);
        var lock = lock(directory).orElseThrow(() -> new PipelineBug("a new run is locked"));
        if (!(FileEventLog.open(directory.events(), line -> {}) instanceof Opening.Opened(var log, _)) || !log.end().equals(Position.START))
            throw new PipelineBug("a new log has lines: " + directory.events());
        var begun = new RunLog(directory, lock, log, redaction, PipelineState.of(started));
        try {
            log.append(Entry.of(Instant.now(), Wire.toJson(started)));
            return begun;
        } catch (LogFault fault) {
            begun.close();
            throw fault;
        }
    }

    /**
     * Takes up the log of a run; none if a driver holds it.
     *
     * @param redaction what is taken out of every event that is appended
     * @throws UserError if the log is damaged
     */
    public static Optional<RunLog> open(RunDirectory directory, Redaction redaction) throws IOException {
        if (Files.notExists(directory.events()))
            throw LostLog.absent(directory);
        var lock = lock(directory);
        if (lock.isEmpty()) return Optional.empty();
        try {
            return Optional.of(open(directory, redaction, lock.get()));
        } catch (IOException | RuntimeException failed) {
            lock.get().close();
            throw failed;
        }
    }

    private static RunLog open(RunDirectory directory, Redaction redaction, RunLock lock) throws IOException {
        var saved = saved(directory);
        var fold = saved.map(found -> Fold.from(found.state())).orElseGet(Fold::fromStart);
        var opening = FileEventLog.open(directory.events(), saved.map(Saved::at).orElse(Position.START), line -> fold.next(line));
        return switch (opening) {
            case Opening.Opened(var log, _) when fold.state().isDefined() -> new RunLog(directory, lock, log, redaction, fold.state().get());
            case Opening.Opened(var log, _) -> {
                log.close();
                throw LostLog.empty(directory, "start it again: foldline run");
            }
            case Opening.Refused(var damage) -> throw new UserError(damage.message(), directory.events() + ":" + damage.line(),
                    "foldline log " + directory.id(), ExitCode.DIVERGED);
        };
    }

    /** A state to fold on from, and where in the log. */
    public record Saved(Position at, PipelineState state) {}

    /** The snapshot of a run. One that cannot be understood is none: deleting it would lose nothing either. */
    public static Optional<Saved> saved(RunDirectory directory) throws IOException {
        try {
            return new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP).load(directory.events())
                    .map(found -> new Saved(found.at(), Wire.state(found.state())));
        } catch (WireFault foreign) {
            return Optional.empty();
        }
    }

    /** Where a run stood when its snapshot was made, for people who have lost its log. */
    public static Optional<Saved> lastSeen(RunDirectory directory) {
        try {
            return new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP).withoutLog().map(found -> new Saved(found.at(), Wire.state(found.state())));
        } catch (WireFault foreign) {
            return Optional.empty();
        }
    }

    /** What the log tells. It is folded here too, for what the tables say of a run depends on it. */
    public PipelineState state() { return state; }

    /** Who is told when the tables beside the log cannot be written. */
    void notices(Consumer<String> listener) { notice = listener; }

    /** The time of the event that was appended last. */
    public Instant at() { return at; }

    /** The name of the message, or of whoever else, that asked for the event that was appended last. */
    Option<String> message() { return message; }

    /** The number of the event that was appended last. */
    public long seq() { return log.end().seq(); }

    public RunDirectory directory() { return directory; }

    /**
     * Puts a person's command into the log of a run that nobody else drives, if it is legal now.
     *
     * @param message the message of the inbox that brought it, if one did
     */
    public Either<Rejection, InputEvent> tell(Command command, Option<String> message) {
        var decision = Pipeline.decide(state);
        return Pipeline.admit(state, command).peek(event -> append(event, decision, message));
    }

    /**
     * Without secrets. What a deed is to do follows from the state, which knows none; so it is written as it is derived, and is
     * derived again just so when the log is verified.
     */
    private Event writable(Event event) {
        return event instanceof EffectStarted ? event : Wire.withTexts(event, redaction::unlessName);
    }

    @Override
    public Event append(Event heard, Decision decision, Option<String> message) {
        var event = writable(heard);
        var ticket = event instanceof Event.Answer answer ? OptionalLong.of(answer.ticket()) : OptionalLong.empty();
        var entry = new Entry(Instant.now(), ticket, Optional.of(decision.rule()), message.toJavaOptional(), Wire.toJson(event));
        var after = Pipeline.reduce(state, event);
        tables.append(Change.between(state, event, after, entry.at()), () -> append(entry));
        state = after;
        return event;
    }

    private void append(Entry entry) {
        try {
            at = entry.at();
            message = Option.ofOptional(entry.message());
            log.append(entry);
        } catch (LogFault fault) {
            throw new JournalFault("the log cannot be written: " + fault.getMessage(), fault);
        }
    }

    /** Saves the state at the log's end so that the next reader need not fold from the start. Not being able to loses nothing. */
    public void snapshot() {
        try {
            new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP).save(new Snapshot(log.end(), Wire.toJson(state)));
        } catch (IOException cacheOnly) {
            return;
        }
    }

    @Override
    public void close() {
        try (lock; tables) {
            log.close();
        } catch (IOException unlocking) {
            throw new PipelineBug("cannot unlock " + directory.lock(), unlocking);
        }
    }

    private static Optional<RunLock> lock(RunDirectory directory) throws IOException {
        return RunLock.take(directory.lock()) instanceof RunLock.Taking.Held(var lock) ? Optional.of(lock) : Optional.empty();
    }
}
