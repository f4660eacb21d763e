package dev.foldline.app.ui;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.ui.UiKey.Named;

import io.vavr.control.Option;

import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

import java.util.List;

/** The terminal while the screen is shown. Closing gives it back as it was. */
final class UiScreen implements AutoCloseable {
    private static final long ESCAPE_MILLIS = 100;

    /** Stands for all characters in the table of keys. */
    private static final UiKey TYPED = new UiKey.Typed("");

    private final Terminal terminal;
    private final UiLayout layout;
    private final Attributes originalAttributes;
    private final Display display;
    private final BindingReader input;
    private final KeyMap<UiKey> keys;

    UiScreen(Terminal terminal, String repository, TextStyle paint) {
        this.terminal = terminal;
        this.layout = new UiLayout(repository, paint);
        this.originalAttributes = terminal.enterRawMode();
        var raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        this.display = new Display(terminal, true);
        this.input = new BindingReader(terminal.reader());
        this.keys = keys(terminal);
    }

    private static KeyMap<UiKey> keys(Terminal terminal) {
        var keys = new KeyMap<UiKey>();
        keys.setUnicode(TYPED);
        keys.setNomatch(TYPED);
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
        bind(keys, Named.UP, terminal, Capability.key_up, "\033[A", "\033OA");
        bind(keys, Named.DOWN, terminal, Capability.key_down, "\033[B", "\033OB");
        bind(keys, Named.PAGE_UP, terminal, Capability.key_ppage, "\033[5~");
        bind(keys, Named.PAGE_DOWN, terminal, Capability.key_npage, "\033[6~");
        bind(keys, Named.HOME, terminal, Capability.key_home, "\033[H", "\033OH");
        bind(keys, Named.END, terminal, Capability.key_end, "\033[F", "\033OF");
        bind(keys, Named.NEXT_PANE, terminal, Capability.key_right, "\033[C", "\033OC", "\t");
        bind(keys, Named.PREVIOUS_PANE, terminal, Capability.key_left, "\033[D", "\033OD");
        bind(keys, Named.PREVIOUS_PANE, terminal, Capability.key_btab, "\033[Z");
        bind(keys, Named.BACKSPACE, terminal, Capability.key_backspace, "\177", "\b");
        keys.bind(Named.ENTER, "\r", "\n");
        keys.bind(Named.ESCAPE, "\033");
        keys.bind(Named.INTERRUPT, "\003");
        return keys;
    }

    private static void bind(
            KeyMap<UiKey> keys,
            UiKey key,
            Terminal terminal,
            Capability capability,
            String... common) {
        keys.bind(key, common);
        var own = KeyMap.key(terminal, capability);
        if (own != null) keys.bind(key, own);
    }

    /** Returns whether the terminal is large enough to show the state. */
    boolean show(UiState state) {
        var size = terminal.getSize();
        if (size.getRows() < 1 || size.getColumns() < 1) return false;
        display.resize(size);
        display.update(layout.lines(state, size.getRows(), size.getColumns()).asJava(), 0);
        return UiLayout.fits(size.getRows(), size.getColumns());
    }

    /**
     * Returns the next key, if one is pressed in time.
     *
     * @throws java.io.IOError if the terminal is gone
     */
    Option<UiKey> key(long timeoutMillis) {
        int next = input.peekCharacter(timeoutMillis);
        if (next == NonBlockingReader.READ_EXPIRED) return Option.none();
        if (next == NonBlockingReader.EOF) return Option.of(Named.INTERRUPT);
        var key = input.readBinding(keys, null, true);
        if (key != TYPED) return Option.of(key);
        var typed = input.getLastBinding();
        return typed.codePoints().anyMatch(Character::isISOControl)
                ? Option.none()
                : Option.of(new UiKey.Typed(typed));
    }

    @Override
    public void close() {
        display.update(List.of(), 0);
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.exit_ca_mode);
        terminal.setAttributes(originalAttributes);
        terminal.flush();
    }
}
