package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.demo.Demo;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.TaskText;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline demo}: a whole run before one's eyes. */
@Command(
        name = "demo",
        description =
                "Run the ralph workflow on a small temporary repository, without keys or network.")
public final class DemoCommand implements Callable<Integer> {
    private final Console console;

    public DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var folder = Demo.repository(console.environment());
        console.note(
                "Repository: "
                        + folder
                        + "\n"
                        + "Scripted agents run in real child processes. Nothing leaves this"
                        + " machine.\n");
        try (var workspace = Workspace.open(folder, console.environment())) {
            var configuration = RunLauncher.configuration(folder, console.environment());
            var request =
                    new RunRequest(
                            TaskText.from(folder.resolve(TaskText.FILE)),
                            configuration,
                            RunRequest.Placement.NEW_BRANCH,
                            false,
                            false,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty());
            var exit =
                    RunDriver.drive(
                            console,
                            workspace,
                            RunLauncher.begin(workspace, request),
                            configuration.settings(),
                            new RunDriving(
                                    false, RunDriving.DriverProcess.THIS, false, Vector.empty()));
            if (!console.isJson())
                console.print(lookInside(console.called(), workspace, folder.toString()));
            return exit;
        }
    }

    private static String lookInside(String foldline, Workspace workspace, String folder)
            throws IOException {
        var text = new StringBuilder("\nCommits:\n");
        for (var commit : workspace.git().log("main", "HEAD", 20).reversed())
            text.append("  ")
                    .append(commit.hash(), 0, 8)
                    .append(' ')
                    .append(commit.subject())
                    .append('\n');
        return text.append("\nLook inside:\n")
                .append("  git -C ")
                .append(folder)
                .append(" log -p main..\n")
                .append("  ")
                .append(foldline)
                .append(" -C ")
                .append(folder)
                .append(" log --oneline      what happened, event by event\n")
                .append("  ")
                .append(foldline)
                .append(" -C ")
                .append(folder)
                .append(" explain @:20       which rule decided, and why\n")
                .append("  ")
                .append(foldline)
                .append(" -C ")
                .append(folder)
                .append(" replay @ --verify  verify every decision against the log\n")
                .toString();
    }
}
