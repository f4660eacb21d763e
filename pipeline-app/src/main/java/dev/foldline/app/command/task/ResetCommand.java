package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.task.PullWorkerApi;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline reset}: gives up the pull request that an agent is working on. */
@Command(
        name = "reset",
        description =
                "Abandon the pull request that an agent is working on. Uncommitted work is saved to"
                        + " a ref; branches stay.")
public final class ResetCommand implements Callable<Integer> {
    private final Console console;

    public ResetCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        try (var desk =
                PullWorkerApi.open(console.directory(), console.environment(), RunObserver.NONE)) {
            console.print(
                    desk.reset()
                            ? "Abandoned. The next 'foldline task get' starts over.\n"
                            : "Nothing to abandon.\n");
        }
        return ExitCode.DONE.value();
    }
}
