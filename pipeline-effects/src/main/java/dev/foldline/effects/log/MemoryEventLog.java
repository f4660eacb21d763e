package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A log in memory, byte for byte what the file would hold: for the simulated world. */
public final class MemoryEventLog implements EventLog {
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final Chain chain;

    /** An empty log. */
    public MemoryEventLog() {
        this(Position.START);
    }

    private MemoryEventLog(Position from) {
        this.chain = new Chain(from);
    }

    /** A log that continues these lines; a torn tail is repaired as a file's would be, other damage is a bug of the caller. */
    public static MemoryEventLog continuing(byte[] lines) {
        return switch (lastOf(lines)) {
            case Reading.End(Position end, var tail) -> {
                MemoryEventLog log = new MemoryEventLog(end);
                log.lines.write(lines, 0, (int) end.offset());
                if (tail.isPresent() && tail.get().whole()) {
                    log.add(Arrays.copyOfRange(lines, (int) end.offset(), lines.length));
                }
                yield log;
            }
            case Reading.Damaged(Damage damage) -> throw new PipelineBug(damage.message());
            case Reading.Line(LogLine line) -> throw new PipelineBug("a log that ends with a line: " + line.text());
        };
    }

    @Override
    public synchronized Position append(Entry entry) {
        add(LogLine.write(chain.position(), entry));
        return chain.position();
    }

    @Override
    public synchronized Position end() {
        return chain.position();
    }

    /** Everything so far, as the file would hold it; to be read with {@link LogReader#of}. */
    public synchronized byte[] bytes() {
        return lines.toByteArray();
    }

    @Override
    public void close() {}

    private void add(byte[] line) {
        lines.writeBytes(line);
        lines.write('\n');
        chain.advance(line);
    }

    private static Reading lastOf(byte[] log) {
        try (LogReader reader = LogReader.of(log)) {
            Reading reading = reader.next();
            while (reading instanceof Reading.Line) {
                reading = reader.next();
            }
            return reading;
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }
}
