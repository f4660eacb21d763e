package dev.foldline.effects.process;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Callbacks for a running child process.
 *
 * <p>Each consumer is called on a thread of its own, line by line, without line ends. A slow
 * consumer slows the child down. Lines longer than {@link #LINE_BYTES_MAX} are cut.
 *
 * @param outLine called with each line of standard output; returns whether it is a sign of life
 * @param errLine called with each line of standard error
 * @param alive called when a deadline is about to pass; returns whether there is a sign of life
 *     other than output
 * @param signs what counts as a sign of life
 */
public record ProcessListener(
        Predicate<String> outLine, Consumer<String> errLine, BooleanSupplier alive, Signs signs) {
    public static final int LINE_BYTES_MAX = 1 << 20;

    /** The limit for lines that are only meaningful as a whole. */
    public static final int FRAME_BYTES_MAX = 8 << 20;

    /** The output that counts as a sign of life. */
    public enum Signs {
        /** Every byte. */
        BYTES,
        /** The lines for which the listener returns true. */
        LINES
    }

    int lineBytesMax() {
        return signs == Signs.LINES ? FRAME_BYTES_MAX : LINE_BYTES_MAX;
    }

    /** A listener that ignores everything. */
    public static final ProcessListener NONE =
            new ProcessListener(line -> {}, line -> {}, () -> false);

    /** A listener for which every byte is a sign of life. */
    public ProcessListener(
            Consumer<String> outLine, Consumer<String> errLine, BooleanSupplier alive) {
        this(
                line -> {
                    outLine.accept(line);
                    return true;
                },
                errLine,
                alive,
                Signs.BYTES);
    }

    /** Returns a listener for the lines of standard output. */
    public static ProcessListener ofLines(Consumer<String> outLine) {
        return new ProcessListener(outLine, line -> {}, () -> false);
    }
}
