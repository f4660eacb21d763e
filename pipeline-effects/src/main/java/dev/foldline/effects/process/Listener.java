package dev.foldline.effects.process;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Whoever follows a child process while it runs.
 *
 * <p>Each consumer is called on one thread of its own, one line after the other, without the line's end; what is slow here slows the
 * child down. Lines longer than {@link #LINE_BYTES_MAX} arrive cut.
 *
 * @param outLine called with each line of standard output
 * @param errLine called with each line of standard error
 * @param alive asked when a deadline is about to pass: whether there is a sign of life other than output
 */
public record Listener(Consumer<String> outLine, Consumer<String> errLine, BooleanSupplier alive) {
    public static final int LINE_BYTES_MAX = 1 << 20;

    /** Nobody. */
    public static final Listener NONE = new Listener(line -> {}, line -> {}, () -> false);

    /** Somebody who wants the lines of standard output. */
    public static Listener ofLines(Consumer<String> outLine) {
        return new Listener(outLine, line -> {}, () -> false);
    }
}
