package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.run.RunView;
import dev.foldline.app.task.TaskDesk;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code foldline import}: takes up the state that two files tell of. */
@Command(name = "import", description = "Take up ORCHESTRATION_STATE.json and ACTIVE_PR.json as they lie here, in place of what was going on.")
public final class Import implements Callable<Integer> {
    private final Console console;

    public Import(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        try (var desk = TaskDesk.open(console.directory(), console.environment(), RunView.NONE)) {
            var told = desk.take();
            console.print("Run " + told.state().header().run() + " stands at " + told.status() + ".\n");
        }
        return ExitCode.DONE.value();
    }
}
