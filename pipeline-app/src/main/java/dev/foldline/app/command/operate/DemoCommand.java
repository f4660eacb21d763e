package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.demo.Demo;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.Tasks;
import dev.foldline.app.run.Workspace;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code foldline demo}: a whole run before one's eyes. */
@Command(name = "demo", description = "Run the whole ralph workflow on a small throw-away repository; no keys, no network.")
public final class DemoCommand implements Callable<Integer> {
    private final Console console;

    public DemoCommand(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var folder = Demo.repository(console.environment());
        console.note("A small repository: " + folder + "\nThe agents are played by a script, in real child processes. Nothing leaves this machine.\n");
        try (var workspace = Workspace.open(folder, console.environment())) {
            var configuration = Launch.configuration(folder, console.environment());
            var request = new RunRequest(Tasks.from(folder.resolve(Tasks.FILE)), configuration, RunRequest.Placement.NEW_BRANCH, false, Optional.empty(), Optional.empty());
            var exit = Driving.drive(console, workspace, Launch.begin(workspace, request), configuration.settings(), new Manner(false));
            if (!console.isJson()) console.print(lookInside(console.called(), workspace, folder.toString()));
            return exit;
        }
    }

    private static String lookInside(String foldline, Workspace workspace, String folder) throws IOException {
        var text = new StringBuilder("\nThe commits it made:\n");
        for (var commit : workspace.git().log("main", "HEAD", 20).reversed())
            text.append("  ").append(commit.hash(), 0, 8).append(' ').append(commit.subject()).append('\n');
        return text.append("\nLook inside:\n")
                .append("  git -C ").append(folder).append(" log -p main..\n")
                .append("  ").append(foldline).append(" -C ").append(folder).append(" log --oneline      what happened, event by event\n")
                .append("  ").append(foldline).append(" -C ").append(folder).append(" explain @:20       which rule decided, and why\n")
                .append("  ").append(foldline).append(" -C ").append(folder).append(" replay @ --verify  prove it again from the log\n").toString();
    }
}
