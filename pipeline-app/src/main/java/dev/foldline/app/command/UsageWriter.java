package dev.foldline.app.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What picocli prints, such as help: it leaves as text when it is flushed, so that it is redacted
 * and escaped like every other answer.
 */
public final class UsageWriter extends PrintWriter {
    private final StringWriter collected;
    private final PrintStream stream;

    private UsageWriter(StringWriter collected, PrintStream out) {
        super(collected);
        this.collected = collected;
        this.stream = out;
    }

    public static UsageWriter to(PrintStream out) {
        return new UsageWriter(new StringWriter(), out);
    }

    @Override
    public void flush() {
        super.flush();
        var text = collected.toString();
        collected.getBuffer().setLength(0);
        if (!text.isEmpty()) stream.print(text);
        stream.flush();
    }
}
