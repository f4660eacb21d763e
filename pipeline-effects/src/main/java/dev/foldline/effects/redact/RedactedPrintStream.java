package dev.foldline.effects.redact;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * A print stream that redacts secrets and escapes control characters. Each printed text is checked
 * separately.
 */
public final class RedactedPrintStream extends PrintStream {
    private final Redaction redaction;
    private final BooleanSupplier isColoured;

    /**
     * @param out flushed with this stream, and by its own rules
     * @param isColoured whether texts may contain colors
     */
    public RedactedPrintStream(PrintStream out, Redaction redaction, BooleanSupplier isColoured) {
        super(out, false, StandardCharsets.UTF_8);
        this.redaction = redaction;
        this.isColoured = isColoured;
    }

    /** A long text arrives in several pieces, which {@link #write} redacts again. */
    @Override
    public void print(String text) {
        var redacted = redaction.text(String.valueOf(text));
        super.print(
                isColoured.getAsBoolean()
                        ? ControlCharacters.escapeAroundColours(redacted)
                        : ControlCharacters.escape(redacted));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        byte[] redacted = redaction.bytes(Arrays.copyOfRange(bytes, offset, offset + length));
        super.write(redacted, 0, redacted.length);
    }
}
