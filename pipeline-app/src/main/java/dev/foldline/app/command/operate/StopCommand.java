package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.core.command.Command.Pause;
import dev.foldline.core.state.Lifecycle.Urgency;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline stop}: the same as pause; {@code --now} ends agents at once. Resumable. */
@Command(
        name = "stop",
        description =
                "Stop a run after the current step, or at once with --now. Use `resume` to"
                        + " continue.")
public final class StopCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    @Option(
            names = "--now",
            description = "Kill the agents now; only a rebase or merge in progress is finished.")
    private boolean now;

    public StopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return CommandSender.ask(
                console,
                CommandSender.run(console, run),
                new Pause(now ? Urgency.NOW : Urgency.WHEN_DONE),
                "The run stops.");
    }
}
