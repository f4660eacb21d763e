package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.core.command.Command.Pause;
import dev.foldline.core.state.Life.Urgency;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline stop}: the same as pause; {@code --now} ends agents at once. Resumable. */
@Command(name = "stop", description = "Hold a run; with --now its agents are ended at once. Resumable.")
public final class Stop implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "--now", description = "End what is under way now; only a rebase or a merge that has begun is finished.")
    private boolean now;

    public Stop(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Asking.ask(console, Asking.run(console, run), new Pause(now ? Urgency.NOW : Urgency.WHEN_DONE), "The run stops.");
    }
}
