package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.ChangesSinceHalt;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.task.DrivenRuns;
import dev.foldline.core.command.Command.RetryHalted;
import dev.foldline.core.workflow.Phase;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code foldline retry}: retries a halted run with fresh limits. */
@Command(
        name = "retry",
        description = "Retry a halted run from the start of the failed phase with fresh limits.")
public final class RetryCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    @Option(names = "--wait", description = "Wait at gates and limits instead of exiting.")
    private boolean waits;

    @Option(
            names = "--accept-rules",
            description = "Continue even if the run started under another version of the rules.")
    private boolean acceptRules;

    @Option(
            names = "--as-it-is",
            description = "Let the run commit files that you have changed since it halted.")
    private boolean asItIs;

    @Option(
            names = "--pre-approve",
            description =
                    "Approve the next result of the failed phase without seeing it. Otherwise its"
                            + " gate asks again.")
    private boolean preApprove;

    public RetryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            CallerCheck.refuseAgents();
            var directory = RunArgument.confirm(console, here.runs(), run, here.find(run), "retry");
            var settings = RunLauncher.configuration(here, directory, List.of()).settings();
            var started =
                    RunLauncher.resume(here, directory, acceptRules, ResumeCommand::refuseEnded);
            var approved = started.log().state().phase().filter(_ -> preApprove).map(Phase::id);
            try {
                ResumeCommand.refuseWorkflow(started.log(), "resume");
                MissingTexts.refuse(started);
                if (!asItIs) ChangesSinceHalt.refuse(started);
                ResumeCommand.tell(
                        started.log(),
                        new RetryHalted(
                                approved,
                                DrivenRuns.checks(
                                        RunLauncher.placeOf(here, directory),
                                        started.log().state().workflow(),
                                        settings)));
            } catch (IOException | RuntimeException refused) {
                started.close();
                throw refused;
            }
            return RunDriver.drive(console, here, started, settings, new DriverOptions(waits));
        }
    }
}
