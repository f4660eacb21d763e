package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.LostTexts;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.command.Command.RetryHalted;
import dev.foldline.core.workflow.Phase;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline retry}: tries again what has halted, with whole patience. */
@Command(name = "retry", description = "Try again what has halted: the phase begins again, its patience whole.")
public final class Retry implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "--wait", description = "Stay at a gate or a limit instead of leaving the run parked.")
    private boolean waits;

    @Option(names = "--accept-rules", description = "Go on although the run began under other rules.")
    private boolean acceptRules;

    @Option(names = "--pre-approve", description = "Approve what the phase that failed will make, without seeing it. Otherwise its gate asks again.")
    private boolean preApprove;

    public Retry(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            Asking.refuseAgents();
            var directory = RunArgument.meant(console, here.runs(), run, here.find(run), "retry");
            var settings = Launch.configuration(here, directory, List.of()).settings();
            var started = Launch.resume(here, directory, acceptRules, Resume::refuseEnded);
            var approved = started.log().state().phase().filter(_ -> preApprove).map(Phase::id);
            try {
                Resume.refuseWorkflow(started.log(), "resume");
                LostTexts.refuse(started);
                Resume.tell(started.log(), new RetryHalted(approved));
            } catch (RuntimeException refused) {
                started.close();
                throw refused;
            }
            return Driving.drive(console, here, started, settings, new Manner(waits));
        }
    }
}
