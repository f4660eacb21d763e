package dev.foldline.app.view;

import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.InfoCmp.Capability;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a block of lines at the foot of a terminal, below lines that scroll away. Between two
 * paintings the cursor rests at the block's beginning, so that clearing to the screen's end removes
 * the block however the terminal has folded it. One thread only.
 */
final class TerminalPainter implements AutoCloseable {
    private static final List<Capability> NEEDED =
            List.of(
                    Capability.carriage_return,
                    Capability.clr_eol,
                    Capability.clr_eos,
                    Capability.cursor_up);

    private final Terminal terminal;
    private final boolean coloured;
    private final Attributes found;
    private List<String> shown = List.of();
    private int width;

    TerminalPainter(Terminal terminal, boolean coloured) {
        this.terminal = terminal;
        this.coloured = coloured;
        this.found = terminal.getAttributes();
        // What is typed meanwhile would be echoed into the block. Signals stay as they are: Ctrl-C
        // still interrupts.
        var silent = new Attributes(found);
        silent.setLocalFlag(Attributes.LocalFlag.ECHO, false);
        terminal.setAttributes(silent);
    }

    static boolean canDrawOn(Terminal terminal) {
        return NEEDED.stream()
                .allMatch(capability -> terminal.getStringCapability(capability) != null);
    }

    /**
     * How wide a line may be; the last column is left free, since terminals differ in what they do
     * there.
     */
    int columnsMax() {
        return Math.max(1, terminal.getSize().getColumns() - 1);
    }

    /** Lets lines scroll away above and shows the block, as far as the terminal is high enough. */
    void paint(List<String> above, List<AttributedString> block) {
        var size = terminal.getSize();
        var lines = new ArrayList<String>();
        for (var line : block.subList(0, Math.min(block.size(), Math.max(1, size.getRows() - 1))))
            lines.add(text(line));
        var resized = size.getColumns() != width;
        if (above.isEmpty() && !resized && lines.equals(shown)) return;
        if (!above.isEmpty() || resized || lines.size() < shown.size()) erase();
        for (var line : above) terminal.writer().write(line + "\n");
        draw(lines);
        terminal.flush();
        width = size.getColumns();
        shown = lines;
    }

    private String text(AttributedString line) {
        return coloured ? LineStyle.paint(line) : line.toString();
    }

    /** With wrapping off, a character that is wider than we think cannot break the block. */
    private void draw(List<String> lines) {
        put(Capability.exit_am_mode);
        for (int index = 0; index < lines.size(); index++) {
            if (index > 0) terminal.writer().write("\n");
            terminal.writer().write(lines.get(index));
            put(Capability.clr_eol);
        }
        put(Capability.enter_am_mode);
        put(Capability.carriage_return);
        for (int index = 1; index < lines.size(); index++) put(Capability.cursor_up);
    }

    private void erase() {
        put(Capability.carriage_return);
        put(Capability.clr_eos);
    }

    private void put(Capability capability) {
        if (terminal.getStringCapability(capability) != null) terminal.puts(capability);
    }

    /** Removes the block and leaves the terminal as it was found. */
    @Override
    public void close() {
        try (terminal) {
            if (!shown.isEmpty()) erase();
            terminal.flush();
            terminal.setAttributes(found);
        } catch (IOException closing) {
            throw new UncheckedIOException(closing);
        }
    }
}
