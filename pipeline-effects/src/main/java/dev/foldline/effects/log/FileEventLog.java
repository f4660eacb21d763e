package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.store.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A log in a file, for its one driver.
 *
 * <p>Hold the run's lock while one is open. An event that no reader would take is not written. One that could not be forced to the disk is cut off again; if even that fails, the
 * log takes nothing more.
 */
public final class FileEventLog implements EventLog {
    private final Path file;
    private final Appending disk;
    private final @Nullable Object identity;
    private final Chain chain;
    private boolean poisoned;

    FileEventLog(Path file, Appending disk, Position end) throws IOException {
        this.file = file;
        this.disk = disk;
        this.identity = identityOf(file);
        this.chain = new Chain(end);
    }

    /** Opens a log from its beginning; see {@link #open(Path, Position, Consumer)}. */
    public static Opening open(Path file, Consumer<LogLine> each) throws IOException {
        return open(file, Position.START, each);
    }

    /**
     * Opens a log for appending, or creates it durably; first hands over each line after {@code from}, in order. All lines are
     * checked, also those before it: nothing is appended to a log that cannot be believed.
     *
     * @param from where to begin: the start, or the place of a snapshot that {@link SnapshotFile#load} found to match
     * @return the log, its torn tail repaired, or the damage, and then nothing was written; lines before the damage were handed over
     */
    public static Opening open(Path file, Position from, Consumer<LogLine> each) throws IOException {
        if (!Files.exists(file)) {
            create(file);
        }
        Optional<TornTail> repaired = Optional.empty();
        try (LogReader reader = LogReader.open(file)) {
            while (true) {
                switch (reader.next()) {
                    case Reading.Line(LogLine line) when line.seq() > from.seq() -> each.accept(line);
                    case Reading.Line(LogLine line) -> refuseAnother(file, line, reader.position(), from);
                    case Reading.Damaged(Damage damage) -> {
                        return new Opening.Refused(damage);
                    }
                    case Reading.End(Position end, Optional<TornTail> tail) -> {
                        if (tail.isEmpty()) {
                            return new Opening.Opened(at(file, end), repaired);
                        }
                        repair(file, tail.get());
                        repaired = tail;
                    }
                }
            }
        }
    }

    private static void refuseAnother(Path file, LogLine line, Position at, Position from) {
        if (line.seq() == from.seq() && !at.equals(from)) {
            throw new PipelineBug("the log " + file + " has no line that ends at " + from);
        }
    }

    @Override
    public synchronized Position append(Entry entry) throws LogFault {
        if (poisoned) {
            throw new LogFault("an earlier event could not be removed from " + file, true);
        }
        byte[] line = LogLine.write(chain.position(), entry);
        if (line.length >= LogReader.LINE_BYTES_MAX) {
            throw new LogFault("an event of " + line.length + " bytes is longer than " + file + " can hold, which is "
                    + LogReader.LINE_BYTES_MAX, false);
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
        return chain.position();
    }

    @Override
    public synchronized Position end() {
        return chain.position();
    }

    /** Closes the file; what was appended is durable already. */
    @Override
    public synchronized void close() {
        try {
            disk.close();
        } catch (IOException closing) {
            throw new UncheckedIOException("cannot close " + file, closing);
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
        return new LogFault("cannot append to " + file + ": " + failed.getMessage(), poisoned, failed);
    }

    /** Appending to a file that was deleted would succeed and keep nothing; a longer one has a second writer. */
    private void refuseIfMoved() throws LogFault {
        try {
            if (!Objects.equals(identity, identityOf(file))) {
                throw new LogFault("the log " + file + " was replaced while it was open", false);
            }
            if (disk.size() != chain.position().offset()) {
                throw new LogFault("somebody else has written to the log " + file, false);
            }
        } catch (LogFault moved) {
            throw moved;
        } catch (IOException gone) {
            throw new LogFault("the log " + file + " is gone: " + gone.getMessage(), false, gone);
        }
    }

    private static FileEventLog at(Path file, Position end) throws IOException {
        return new FileEventLog(file, Appending.to(file), end);
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
        try (Appending torn = Appending.to(file)) {
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
