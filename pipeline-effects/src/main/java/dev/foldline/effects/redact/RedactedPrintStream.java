package dev.foldline.effects.redact;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A stream that prints nothing secret. Each text that is printed is looked at for itself. */
public final class RedactedPrintStream extends PrintStream {
    private final Redaction redaction;

    /** @param out flushed when this is, and as often as it does so itself */
    public RedactedPrintStream(PrintStream out, Redaction redaction) {
        super(out, false, StandardCharsets.UTF_8);
        this.redaction = redaction;
    }

    /** The pieces that this arrives in are redacted again by {@link #write}: a long text is cut into several. */
    @Override
    public void print(String text) { super.print(text == null ? "null" : redaction.text(text)); }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        byte[] redacted = redaction.bytes(Arrays.copyOfRange(bytes, offset, offset + length));
        super.write(redacted, 0, redacted.length);
    }
}
