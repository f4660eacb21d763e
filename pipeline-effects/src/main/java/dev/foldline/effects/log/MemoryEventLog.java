package dev.foldline.effects.log;

import dev.foldline.core.PipelineBug;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/** A log in memory with the same bytes as a file, for simulations. */
public final class MemoryEventLog implements EventLog {
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final HashChain chain;

    /** An empty log. */
    public MemoryEventLog() {
        this(LogPosition.START);
    }

    private MemoryEventLog(LogPosition from) {
        this.chain = new HashChain(from);
    }

    /**
     * Returns a log that continues these lines. A torn tail is repaired as in a file; other damage
     * is a bug of the caller.
     */
    public static MemoryEventLog continuing(byte[] lines) {
        return switch (lastOf(lines)) {
            case ReadResult.End(LogPosition end, var tail) -> {
                MemoryEventLog log = new MemoryEventLog(end);
                log.lines.write(lines, 0, (int) end.offset());
                if (tail.isPresent() && tail.get().whole()) {
                    log.add(Arrays.copyOfRange(lines, (int) end.offset(), lines.length));
                }
                yield log;
            }
            case ReadResult.Damaged(LogDamage damage) -> throw new PipelineBug(damage.message());
            case ReadResult.Line(LogLine line) ->
                    throw new PipelineBug("a log that ends with a line: " + line.text());
        };
    }

    @Override
    public synchronized LogPosition append(LogEntry entry) {
        add(LogLine.write(chain.position(), entry));
        return chain.position();
    }

    /** A log in memory cannot lose its end. */
    @Override
    public void forceHead() {}

    @Override
    public synchronized LogPosition end() {
        return chain.position();
    }

    /** Returns all bytes so far, to be read with {@link LogReader#of}. */
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

    private static ReadResult lastOf(byte[] log) {
        try (LogReader reader = LogReader.of(log)) {
            ReadResult reading = reader.next();
            while (reading instanceof ReadResult.Line) {
                reading = reader.next();
            }
            return reading;
        } catch (IOException impossible) {
            throw new PipelineBug("memory does not fail", impossible);
        }
    }
}
