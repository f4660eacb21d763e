package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogFault;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.table.RunTables;
import dev.foldline.effects.table.TableRebuilder;
import dev.foldline.effects.table.TableUpdate;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A run's log, locked for appending; no other process can drive the run. */
public final class RunLog implements Journal, AutoCloseable {

    /** What made a snapshot: one of other rules, or of another wire format, is not used. */
    public static final String SNAPSHOT_STAMP =
            "rules " + Pipeline.RULES_VERSION + ", wire " + Wire.VERSION;

    /** A reader folds so many events in a few milliseconds. */
    private static final int SNAPSHOT_EVENTS_MIN = 200;

    private static final int SNAPSHOT_SHARE = 16;

    private final RunDirectory directory;
    private final RunLock lock;
    private final EventLog log;
    private final RunTables tables;
    private final Redaction redaction;
    private PipelineState state;
    private long snapshotSeq;
    private Consumer<String> notice = _ -> {};
    private Instant at = Instant.EPOCH;
    private Option<String> message = Option.none();
    private Option<Author> author = Option.none();
    private final Map<String, Author> announced = new ConcurrentHashMap<>();

    private RunLog(
            RunDirectory directory,
            RunLock lock,
            EventLog log,
            Redaction redaction,
            PipelineState state) {
        this.directory = directory;
        this.redaction = redaction;
        this.lock = lock;
        this.log = log;
        this.state = state;
        this.tables = new RunTables(directory, log::end, said -> notice.accept(said));
    }

    /**
     * Begins the log of a new run.
     *
     * @throws UserError if the workflow holds something secret: without it, another one would run
     *     than was asked for
     */
    public static RunLog create(RunDirectory directory, Redaction redaction, RunStarted started)
            throws IOException {
        if (!Wire.withTexts(started, redaction::unlessName).equals(started))
            throw new UserError(
                    "the definition of the run contains "
                            + redaction.suspicion(Wire.toJson(started)),
                    "foldline.yaml",
                    "use a variable such as $NAME instead, and keep the workflow's words out of"
                            + " such variables",
                    ExitCode.USAGE);
        var lock = lock(directory).orElseThrow(() -> new PipelineBug("a new run is locked"));
        if (!(FileEventLog.open(directory.events(), line -> {})
                        instanceof OpenLogResult.Opened(var log, _))
                || !log.end().equals(LogPosition.START))
            throw new PipelineBug("a new log has lines: " + directory.events());
        var begun = new RunLog(directory, lock, log, redaction, Pipeline.start(started));
        try {
            log.append(LogEntry.of(Instant.now(), Wire.toJson(started)));
            return begun;
        } catch (LogFault fault) {
            begun.close();
            throw fault;
        }
    }

    /**
     * Opens the log of a run; none if a driver holds it.
     *
     * @param redaction what is taken out of every event that is appended
     * @throws UserError if the log is damaged
     */
    public static Optional<RunLog> open(RunDirectory directory, Redaction redaction)
            throws IOException {
        if (Files.notExists(directory.events())) throw LostLog.absent(directory);
        var lock = lock(directory);
        if (lock.isEmpty()) return Optional.empty();
        try {
            return Optional.of(open(directory, redaction, lock.get()));
        } catch (IOException | RuntimeException failed) {
            lock.get().close();
            throw failed;
        }
    }

    private static RunLog open(RunDirectory directory, Redaction redaction, RunLock lock)
            throws IOException {
        var saved = saved(directory);
        var fold = saved.map(found -> LogFold.from(found.state())).orElseGet(LogFold::fromStart);
        var opening =
                FileEventLog.openBehind(
                        directory.events(),
                        saved.map(Saved::at).orElse(LogPosition.START),
                        KnownHeads.of(directory),
                        line -> fold.next(line),
                        () -> distrust(directory));
        return switch (opening) {
            case OpenLogResult.Opened(var log, _) when fold.state().isDefined() ->
                    whole(new RunLog(directory, lock, log, redaction, fold.state().get()));
            case OpenLogResult.Opened(var log, _) -> {
                log.close();
                throw LostLog.empty(directory);
            }
            case OpenLogResult.Refused(var damage) ->
                    throw DamagedLog.of(directory.events(), damage, directory.id().text());
        };
    }

    /** Without the snapshot, the next reader finds the damage in its place. */
    private static void distrust(RunDirectory directory) {
        try {
            Files.deleteIfExists(directory.snapshot());
        } catch (IOException stays) {
            return;
        }
    }

    private static RunLog whole(RunLog log) throws IOException {
        var damage = KnownHeads.unstarted(log.directory, new Point(log.seq(), log.state));
        if (damage.isEmpty()) return log;
        log.log.close();
        throw DamagedLog.of(log.directory.events(), damage.get(), log.directory.id().text());
    }

    /** A state to fold on from, and where in the log. */
    public record Saved(LogPosition at, PipelineState state) {}

    /**
     * The snapshot of a run. One that cannot be understood is none: deleting it would lose nothing
     * either.
     */
    public static Optional<Saved> saved(RunDirectory directory) throws IOException {
        try {
            return new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP)
                    .load(directory.events())
                    .map(found -> new Saved(found.at(), Wire.state(found.state())));
        } catch (WireFault foreign) {
            return Optional.empty();
        }
    }

    /** Returns the run's position at its last snapshot, for the report of a lost log. */
    public static Optional<Saved> lastSeen(RunDirectory directory) {
        try {
            return new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP)
                    .withoutLog()
                    .map(found -> new Saved(found.at(), Wire.state(found.state())));
        } catch (WireFault foreign) {
            return Optional.empty();
        }
    }

    /**
     * What the log tells. It is folded here too, for what the tables say of a run depends on it.
     */
    public PipelineState state() {
        return state;
    }

    /** Sets the receiver of notices about tables that cannot be written. */
    public void notices(Consumer<String> listener) {
        notice = listener;
    }

    /** The time of the event that was appended last. */
    public Instant at() {
        return at;
    }

    /** Returns the message or other source of the last appended event. */
    public Option<String> message() {
        return message;
    }

    /** Who asked for the event that was appended last, if anybody is known to have done so. */
    public Option<Author> author() {
        return author;
    }

    /** The number of the event that was appended last. */
    public long seq() {
        return log.end().seq();
    }

    public RunDirectory directory() {
        return directory;
    }

    /**
     * Appends a user's command to the log of a run without a driver, if it is valid now.
     *
     * @param message the message of the inbox that brought it, if one did
     */
    public Either<Rejection, InputEvent> submit(Command command, Option<String> message) {
        return submit(command, message, CurrentAuthor.of(command));
    }

    /** The same, for a command that someone else has given. */
    public Either<Rejection, InputEvent> submit(
            Command command, Option<String> message, Option<Author> author) {
        var decision = Pipeline.decide(state);
        awaitChecked();
        return Pipeline.admit(state, command)
                .peek(event -> append(event, decision, message, author));
    }

    /**
     * Redacts an event. Intents of effects are not changed: they follow from the state, which has
     * no secrets, and verification derives them again.
     */
    private Event writable(Event event) {
        return event instanceof EffectStarted
                ? event
                : Wire.withTexts(event, redaction::unlessName);
    }

    private Author writable(Author author) {
        return new Author(
                redaction.unlessName(author.user()),
                author.channel(),
                author.processes().map(redaction::unlessName));
    }

    /**
     * Says who has put a message into the inbox, before its command reaches the driver.
     *
     * @param name of the message
     */
    public void announce(String name, Author author) {
        announced.put(name, author);
    }

    @Override
    public Event append(Event received, Decision decision, Option<String> message) {
        return append(
                received,
                decision,
                message,
                message.flatMap(name -> Option.of(announced.remove(name))));
    }

    private Event append(
            Event received, Decision decision, Option<String> message, Option<Author> author) {
        if (SettledEvents.isSeen(received, state)) awaitChecked();
        var event = writable(received);
        var ticket =
                event instanceof Event.Answer answer
                        ? OptionalLong.of(answer.ticket())
                        : OptionalLong.empty();
        var entry =
                new LogEntry(
                        Instant.now(),
                        ticket,
                        Optional.of(decision.rule()),
                        message.toJavaOptional(),
                        author.map(this::writable).toJavaOptional(),
                        Wire.toJson(event));
        var after = Pipeline.reduce(state, event);
        tables.append(
                TableUpdate.between(
                        state,
                        event,
                        after,
                        entry.at(),
                        entry.by(),
                        id -> TableRebuilder.text(directory.blobs(), id)),
                () -> append(entry));
        state = after;
        return event;
    }

    private void append(LogEntry entry) {
        try {
            at = entry.at();
            message = Option.ofOptional(entry.message());
            author = Option.ofOptional(entry.by());
            log.append(entry);
        } catch (LogFault fault) {
            throw new JournalFault("cannot write the log: " + fault.getMessage(), fault);
        }
    }

    private void awaitChecked() {
        try {
            log.awaitChecked();
        } catch (LogFault damaged) {
            throw new JournalFault("cannot write the log: " + damaged.getMessage(), damaged);
        }
    }

    @Override
    public void forceHead() {
        try {
            log.forceHead();
        } catch (LogFault fault) {
            throw new JournalFault("cannot write the log: " + fault.getMessage(), fault);
        }
    }

    /**
     * Saves the state as {@link #snapshot} does if many events have been appended since the last
     * one. The number grows with the log, because the state does: all snapshots of a run together
     * cost as much as a constant number of copies of its log. While lines are still being checked,
     * none is saved.
     */
    public void snapshotIfDue() {
        if (log.isChecked()
                && seq() - snapshotSeq >= Math.max(SNAPSHOT_EVENTS_MIN, seq() / SNAPSHOT_SHARE))
            snapshot();
    }

    /**
     * Saves the state at the log's end so that the next reader need not fold from the start. Not
     * being able to loses nothing.
     *
     * @throws JournalFault if a line of the log is damaged: the snapshot would hide it
     */
    public void snapshot() {
        awaitChecked();
        snapshotSeq = seq();
        forceHead();
        try {
            new SnapshotFile(directory.snapshot(), SNAPSHOT_STAMP)
                    .save(new Snapshot(log.end(), Wire.toJson(state)));
        } catch (IOException cacheOnly) {
            return;
        }
    }

    @Override
    public void close() {
        try (lock;
                tables) {
            log.close();
        } catch (IOException unlocking) {
            throw new PipelineBug("cannot unlock " + directory.lock(), unlocking);
        }
    }

    private static Optional<RunLock> lock(RunDirectory directory) throws IOException {
        return RunLock.take(directory.lock()) instanceof RunLock.LockAttempt.Held(var lock)
                ? Optional.of(lock)
                : Optional.empty();
    }
}
