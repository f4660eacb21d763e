package dev.foldline.app.ui;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.ui.UiMode.Browse;
import dev.foldline.app.ui.UiMode.Result;
import dev.foldline.app.ui.UiRequest.Execute;

import io.vavr.control.Option;

import org.jline.terminal.Terminal;

import java.io.IOError;
import java.io.IOException;

/** Shows the screen, and does what its user wants, until the user quits. */
public final class UiSession {
    private static final long TICK_MILLIS = 200;

    private final Terminals terminals;
    private final String repository;
    private final TextStyle paint;
    private final CommandOutput.Runner commands;
    private UiState state = UiState.EMPTY;

    /** Opens the terminal, which is closed while a command has it. */
    @FunctionalInterface
    public interface Terminals {
        Terminal open() throws IOException;
    }

    /**
     * @param repository its name, for the first line
     */
    public UiSession(
            Terminals terminals,
            String repository,
            TextStyle paint,
            CommandOutput.Runner commands) {
        this.terminals = terminals;
        this.repository = repository;
        this.paint = paint;
        this.commands = commands;
    }

    /** Returns when the user has quit, or the terminal is gone. */
    public void run() throws IOException, InterruptedException {
        try (var source = new UiSource(commands)) {
            while (browse(source) instanceof Execute command) {
                commands.runInTerminal(command.words());
                source.refresh();
            }
        } catch (IOError gone) {
            // The runs go on without a screen.
            return;
        }
    }

    /** Returns what cannot be done while the screen is shown. */
    private UiRequest browse(UiSource source) throws IOException {
        try (var terminal = terminals.open();
                var screen = new UiScreen(terminal, repository, paint)) {
            var left = Option.<UiRequest>none();
            while (left.isEmpty()) {
                state = source.latest(state);
                screen.show(state);
                left = screen.key(TICK_MILLIS).flatMap(key -> press(key, source));
            }
            return left.get();
        }
    }

    /** Does what a key means, and returns what cannot be done while the screen is shown. */
    private Option<UiRequest> press(UiKey key, UiSource source) {
        var step = UiKeys.press(state, key);
        state = step.state();
        if (!(step.request().getOrNull() instanceof Execute command) || command.takesTerminal())
            return step.request();
        show(commands.run(command.words()));
        source.refresh();
        return Option.none();
    }

    private void show(CommandOutput printed) {
        var lines = printed.lines();
        state =
                lines.size() > 1
                        ? state.withMode(new Result(lines))
                        : state.withMode(new Browse())
                                .withMessage(lines.headOption().orElse(Option.of("done")));
    }
}
