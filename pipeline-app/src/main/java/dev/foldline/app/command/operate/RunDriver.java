package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.TerminalServices;
import dev.foldline.app.config.Settings;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.repository.Workspace;

import java.io.IOException;

/** What {@code run} and {@code demo} have in common: drive, report, and end with the right code. */
final class RunDriver {
    private RunDriver() {}

    static int drive(
            Console console, Workspace here, Started started, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        var result = new TerminalServices(console).drive(here, started, settings, driving);
        if (console.isJson()) console.print(result.document());
        else console.print(result.text().in(console.paint()));
        return result.exit().value();
    }
}
