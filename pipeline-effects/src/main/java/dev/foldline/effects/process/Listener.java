package dev.foldline.effects.process;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Whoever follows a child process while it runs.
 *
 * <p>Each consumer is called on one thread of its own, one line after the other, without the line's end; what is slow here slows the
 * child down. Lines longer than {@link #LINE_BYTES_MAX} arrive cut.
 *
 * @param outLine called with each line of standard output; whether it is a sign of life
 * @param errLine called with each line of standard error
 * @param alive asked when a deadline is about to pass: whether there is a sign of life other than output
 * @param signs what else is one
 */
public record Listener(Predicate<String> outLine, Consumer<String> errLine, BooleanSupplier alive, Signs signs) {
    public static final int LINE_BYTES_MAX = 1 << 20;

    /** The same for lines that mean something only as a whole. */
    public static final int FRAME_BYTES_MAX = 8 << 20;

    /** What of the output is a sign of life. */
    public enum Signs {
        /** Every byte. */
        BYTES,
        /** Those lines of which the listener says so. */
        LINES
    }

    int lineBytesMax() { return signs == Signs.LINES ? FRAME_BYTES_MAX : LINE_BYTES_MAX; }

    /** Nobody. */
    public static final Listener NONE = new Listener(line -> {}, line -> {}, () -> false);

    /** Somebody to whom every byte is a sign of life. */
    public Listener(Consumer<String> outLine, Consumer<String> errLine, BooleanSupplier alive) {
        this(line -> {
            outLine.accept(line);
            return true;
        }, errLine, alive, Signs.BYTES);
    }

    /** Somebody who wants the lines of standard output. */
    public static Listener ofLines(Consumer<String> outLine) {
        return new Listener(outLine, line -> {}, () -> false);
    }
}
