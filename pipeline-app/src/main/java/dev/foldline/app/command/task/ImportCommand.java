package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.task.PullWorkerApi;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline import}: imports the state of two files as a run. */
@Command(
        name = "import",
        description =
                "Import ORCHESTRATION_STATE.json and ACTIVE_PR.json from this repository, replacing"
                        + " the current work.")
public final class ImportCommand implements Callable<Integer> {
    private final Console console;

    public ImportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        try (var desk =
                PullWorkerApi.open(console.directory(), console.environment(), RunObserver.NONE)) {
            var reported = desk.take();
            console.print(
                    "Run "
                            + reported.state().header().run()
                            + " is at "
                            + reported.status()
                            + ".\n");
        }
        return ExitCode.DONE.value();
    }
}
