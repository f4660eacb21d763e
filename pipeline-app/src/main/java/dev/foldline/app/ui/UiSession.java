package dev.foldline.app.ui;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.ui.UiMode.Browse;
import dev.foldline.app.ui.UiMode.Result;
import dev.foldline.app.ui.UiMode.Running;
import dev.foldline.app.ui.UiRequest.Execute;
import dev.foldline.app.ui.UiRequest.Quit;

import io.vavr.Tuple;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jline.terminal.Terminal;
import org.jline.utils.Signals;

import java.io.IOError;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Shows the screen and runs the commands of its user until the user quits. */
public final class UiSession {
    private static final long TICK_MILLIS = 200;
    private static final Vector<String> SIGNALS = Vector.of("TERM", "HUP");

    private final Terminals terminals;
    private final String repository;
    private final TextStyle paint;
    private final CommandOutput.Runner commands;
    private UiState state = UiState.EMPTY;
    private Option<FutureTask<CommandOutput>> running = Option.none();
    private volatile boolean isTerminated;

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

    /**
     * Returns when the user has quit, or the terminal is gone.
     *
     * @return whether the process was asked to end
     */
    public boolean run() throws IOException, InterruptedException {
        var earlier =
                SIGNALS.toMap(name -> Tuple.of(name, Signals.register(name, this::terminate)));
        try (var source = new UiSource(commands)) {
            while (browse(source) instanceof Execute command && !isTerminated) {
                if (commands.runInTerminal(command.words())) isTerminated = true;
                source.refresh();
            }
            awaitCommand();
        } catch (IOError gone) {
            // The runs go on without a screen.
            return isTerminated;
        } finally {
            earlier.forEach(Signals::unregister);
        }
        return isTerminated;
    }

    /** The user has quit: a command that still runs is not left halfway. */
    private void awaitCommand() throws InterruptedException {
        for (var task : running.filter(_ -> !isTerminated)) {
            try {
                task.get();
            } catch (ExecutionException failed) {
                // There is no screen any more that could show it.
                return;
            }
        }
    }

    private void terminate() {
        isTerminated = true;
    }

    /** Returns a request that the screen cannot fulfil while it is shown. */
    private UiRequest browse(UiSource source) throws IOException {
        try (var terminal = terminals.open();
                var screen = new UiScreen(terminal, repository, paint)) {
            var request = Option.<UiRequest>none();
            while (request.isEmpty() && !isTerminated) {
                finish(source);
                state = source.latest(state);
                boolean isReadable = screen.show(state);
                request =
                        screen.key(TICK_MILLIS)
                                .filter(key -> isReadable || key == UiKey.Named.INTERRUPT)
                                .flatMap(this::press);
            }
            return request.getOrElse(new Quit());
        }
    }

    private Option<UiRequest> press(UiKey key) {
        var step = UiKeys.press(state, key);
        state = step.state();
        if (!(step.request().getOrNull() instanceof Execute command) || command.takesTerminal())
            return step.request();
        var task = new FutureTask<>(() -> commands.run(command.words()));
        Thread.ofVirtual().name("ui-command").start(task);
        running = Option.of(task);
        state = state.withMode(new Running(command));
        return Option.none();
    }

    /** Shows what a command printed that has ended. */
    private void finish(UiSource source) {
        for (var task : running.filter(FutureTask::isDone)) {
            running = Option.none();
            source.refresh();
            var lines =
                    task.state() == Future.State.SUCCESS
                            ? task.resultNow().lines()
                            : Vector.of("error: " + task.exceptionNow().getMessage());
            state =
                    lines.size() > 1
                            ? state.withMode(new Result(lines))
                            : state.withMode(new Browse())
                                    .withMessage(lines.headOption().orElse(Option.of("done")));
        }
    }
}
