package dev.foldline.app.view;

import dev.foldline.app.run.RunObserver;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.IOException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** Chooses how a run is shown. */
public final class Views {
    private Views() {}

    /**
     * A live view on a terminal that can be drawn on; else plain lines; nothing for a quiet driver.
     * Whatever goes wrong in a view ends the view and never the run.
     *
     * @param lines where plain lines go
     */
    public static RunObserver choose(TerminalContext audience, PrintStream lines) {
        if (audience.detail() == TerminalContext.Detail.QUIET && audience.since().isEmpty())
            return RunObserver.NONE;
        var drawable = audience.terminal() ? terminal() : Optional.<Terminal>empty();
        return new FailSafeView(
                drawable.<RunObserver>map(
                                terminal ->
                                        new LiveView(terminal, audience, InstantSource.system()))
                        .orElseGet(() -> new PlainView(lines, audience, InstantSource.system())),
                lines);
    }

    /**
     * Returns the terminal if it supports drawing. It handles no signals and sends no queries to
     * the terminal.
     */
    public static Optional<Terminal> terminal() {
        try {
            var terminal =
                    TerminalBuilder.builder()
                            .system(true)
                            .dumb(false)
                            .nativeSignals(false)
                            .graphemeCluster(false)
                            .build();
            if (!terminal.getType().toLowerCase(Locale.ROOT).startsWith(Terminal.TYPE_DUMB)
                    && TerminalPainter.canDrawOn(terminal)) return Optional.of(terminal);
            terminal.close();
            return Optional.empty();
        } catch (IOException
                | IllegalStateException
                | UnsupportedOperationException
                | LinkageError noTerminal) {
            return Optional.empty();
        }
    }
}
