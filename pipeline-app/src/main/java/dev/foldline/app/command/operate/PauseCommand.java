package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.core.command.Command.Pause;
import dev.foldline.core.state.Lifecycle.Urgency;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline pause}: pauses a run after the current step. */
@Command(
        name = "pause",
        description = "Pause a run after the current step. Use `resume` to continue.")
public final class PauseCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    public PauseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return CommandSender.ask(
                console,
                CommandSender.run(console, run),
                new Pause(Urgency.WHEN_DONE),
                "The run pauses after the current step.");
    }
}
