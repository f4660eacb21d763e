package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.store.AtomicFile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A log in a file, for its single driver.
 *
 * <p>Hold the run's lock while one is open. An event that no reader would accept is not written.
 * One that could not be forced to disk is truncated again; if even that fails, the log accepts
 * nothing more.
 */
public final class FileEventLog implements EventLog {
    /** The lines of a shorter log are checked in some 30 ms. */
    private static final long CHECKED_LATER_BYTES = 4 << 20;

    private final Path file;
    private final LogFileOperations disk;
    private final @Nullable Object identity;
    private final HashChain chain;
    private final HeadFile head;
    private final PrefixCheck before;
    private boolean poisoned;

    FileEventLog(Path file, LogFileOperations disk, LogPosition end) throws IOException {
        this(file, disk, end, PrefixCheck.done());
    }

    private FileEventLog(Path file, LogFileOperations disk, LogPosition end, PrefixCheck before)
            throws IOException {
        this.before = before;
        this.file = file;
        this.disk = disk;
        this.identity = identityOf(file);
        this.chain = new HashChain(end);
        this.head = new HeadFile(file);
    }

    /** Opens a log from its beginning; see {@link #open(Path, Position, List, Consumer)}. */
    public static OpenLogResult open(Path file, Consumer<LogLine> each) throws IOException {
        return open(file, LogPosition.START, List.of(), each);
    }

    /**
     * Opens a log for appending, or creates it durably, and passes each line after {@code from} to
     * the consumer in order. All lines are checked, including earlier ones. A log that is damaged,
     * or that lacks a line known to its {@link HeadFile} or another source, is never appended to.
     *
     * @param from where to start: the beginning, or the position of a snapshot that {@link
     *     SnapshotFile#load} found to match
     * @param heads other sources that know the end of the log
     * @return the log with its torn tail repaired, or the damage; then nothing was written, and the
     *     lines before the damage were passed on
     */
    public static OpenLogResult open(
            Path file, LogPosition from, List<KnownHead> heads, Consumer<LogLine> each)
            throws IOException {
        Optional<LogDamage> lost = HeadCheck.of(file, withOwn(file, heads));
        if (lost.isPresent()) {
            return new OpenLogResult.Refused(lost.get());
        }
        if (!Files.exists(file)) {
            create(file);
        }
        return read(file, LogReader.open(file), from, each, PrefixCheck::done);
    }

    /**
     * Opens a log as {@link #open(Path, LogPosition, List, Consumer)} does, but does not wait until
     * the lines of a long log before {@code from} are checked; {@link #awaitChecked} does.
     *
     * @param damaged called by another thread if one of them is damaged; then the log accepts
     *     nothing more
     */
    public static OpenLogResult openBehind(
            Path file,
            LogPosition from,
            List<KnownHead> heads,
            Consumer<LogLine> each,
            Runnable damaged)
            throws IOException {
        var reader =
                from.offset() < CHECKED_LATER_BYTES
                        ? Optional.<LogReader>empty()
                        : LogReader.open(file, from);
        if (reader.isEmpty()) return open(file, from, heads, each);
        Optional<LogDamage> lost = HeadCheck.of(file, withOwn(file, heads));
        if (lost.isPresent()) {
            reader.get().close();
            return new OpenLogResult.Refused(lost.get());
        }
        return read(file, reader.get(), from, each, () -> PrefixCheck.start(file, from, damaged));
    }

    private static OpenLogResult read(
            Path file,
            LogReader opened,
            LogPosition from,
            Consumer<LogLine> each,
            Supplier<PrefixCheck> before)
            throws IOException {
        Optional<TornTail> repaired = Optional.empty();
        try (LogReader reader = opened) {
            while (true) {
                switch (reader.next()) {
                    case ReadResult.Line(LogLine line) when line.seq() > from.seq() ->
                            each.accept(line);
                    case ReadResult.Line(LogLine line) ->
                            refuseAnother(file, line, reader.position(), from);
                    case ReadResult.Damaged(LogDamage damage) -> {
                        return new OpenLogResult.Refused(damage);
                    }
                    case ReadResult.End(LogPosition end, Optional<TornTail> tail) -> {
                        if (tail.isEmpty()) {
                            return new OpenLogResult.Opened(at(file, end, before.get()), repaired);
                        }
                        repair(file, tail.get());
                        repaired = tail;
                    }
                }
            }
        }
    }

    private static List<KnownHead> withOwn(Path file, List<KnownHead> heads) {
        List<KnownHead> all = new ArrayList<>(heads);
        HeadFile.read(file)
                .ifPresent(
                        at ->
                                all.add(
                                        new KnownHead(
                                                String.valueOf(HeadFile.of(file).getFileName()),
                                                at)));
        return all;
    }

    private static void refuseAnother(Path file, LogLine line, LogPosition at, LogPosition from) {
        if (line.seq() == from.seq() && !at.equals(from)) {
            throw new PipelineBug("the log " + file + " has no line that ends at " + from);
        }
    }

    @Override
    public synchronized LogPosition append(LogEntry entry) throws LogFault {
        if (poisoned) {
            throw new LogFault("an earlier event could not be removed from " + file, true);
        }
        before.refuseIfDamaged();
        byte[] line = LogLine.write(chain.position(), entry);
        if (line.length >= LogReader.LINE_BYTES_MAX) {
            throw new LogFault(
                    "an event of "
                            + line.length
                            + " bytes is longer than "
                            + file
                            + " can hold, which is "
                            + LogReader.LINE_BYTES_MAX,
                    false);
        }
        refuseIfMoved();
        try {
            byte[] withLineFeed = Arrays.copyOf(line, line.length + 1);
            withLineFeed[line.length] = '\n';
            disk.write(withLineFeed);
            disk.force();
        } catch (IOException failed) {
            throw undone(failed);
        }
        chain.advance(line);
        head.advance(chain.position());
        return chain.position();
    }

    @Override
    public synchronized void forceHead() throws LogFault {
        try {
            head.force();
        } catch (IOException failed) {
            throw new LogFault(
                    "cannot keep how far the log has come in "
                            + HeadFile.of(file)
                            + ": "
                            + failed.getMessage(),
                    false,
                    failed);
        }
    }

    @Override
    public void awaitChecked() throws LogFault {
        before.await();
    }

    @Override
    public boolean isChecked() {
        return before.isRight();
    }

    @Override
    public synchronized LogPosition end() {
        return chain.position();
    }

    /** Closes the files; appended events are already durable. */
    @Override
    public synchronized void close() {
        before.stop();
        try (disk;
                head) {
            forceIfPossible();
        } catch (IOException closing) {
            throw new UncheckedIOException("cannot close " + file, closing);
        }
    }

    /** Callers that need durability use {@link #forceHead}. */
    private void forceIfPossible() {
        try {
            head.force();
        } catch (IOException behind) {
            return;
        }
    }

    private LogFault undone(IOException failed) {
        try {
            disk.truncate(chain.position().offset());
            disk.force();
        } catch (IOException truncating) {
            failed.addSuppressed(truncating);
            poisoned = true;
        }
        return new LogFault(
                "cannot append to " + file + ": " + failed.getMessage(), poisoned, failed);
    }

    /**
     * Appending to a deleted file would succeed and store nothing; a longer file has a second
     * writer.
     */
    private void refuseIfMoved() throws LogFault {
        try {
            if (!Objects.equals(identity, identityOf(file))) {
                throw new LogFault("the log " + file + " was replaced while it was open", false);
            }
            if (disk.size() != chain.position().offset()) {
                throw new LogFault("another process has written to the log " + file, false);
            }
        } catch (LogFault moved) {
            throw moved;
        } catch (IOException gone) {
            throw new LogFault("the log " + file + " is gone: " + gone.getMessage(), false, gone);
        }
    }

    private static FileEventLog at(Path file, LogPosition end, PrefixCheck before)
            throws IOException {
        return new FileEventLog(file, LogFileOperations.to(file), end, before);
    }

    private static void create(Path file) throws IOException {
        try (FileChannel created =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            created.force(true);
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            AtomicFile.forceDirectory(directory);
        }
    }

    private static void repair(Path file, TornTail tail) throws IOException {
        try (LogFileOperations torn = LogFileOperations.to(file)) {
            if (tail.whole()) {
                torn.write(new byte[] {'\n'});
            } else {
                torn.truncate(tail.offset());
            }
            torn.force();
        }
    }

    private static @Nullable Object identityOf(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
