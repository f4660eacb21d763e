package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.run.RunView;
import dev.foldline.app.task.TaskDesk;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code foldline reset}: gives up the pull request that an agent is working on. */
@Command(name = "reset", description = "Give up the pull request an agent is working on. Uncommitted work is saved to a ref; commits and branches stay.")
public final class Reset implements Callable<Integer> {
    private final Console console;

    public Reset(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        try (var desk = TaskDesk.open(console.directory(), console.environment(), RunView.NONE)) {
            console.print(desk.reset() ? "Given up. The next 'foldline task get' begins anew.\n" : "There is nothing to give up.\n");
        }
        return ExitCode.DONE.value();
    }
}
