package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.command.Command.Abort;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * {@code foldline cancel}: ends a run for good, its work saved. It asks before it does something.
 */
@Command(
        name = "cancel",
        description =
                "Cancel a run: kill its agents and save uncommitted work. To continue later, use"
                        + " `pause` instead.")
public final class CancelCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Run id (default: latest).")
    private String run = "@";

    @Option(names = "-m", paramLabel = "TEXT", description = "Reason, for the log.")
    private String why = "cancelled by the user";

    public CancelCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        var checkout = Checkout.at(console.directory());
        var directory =
                RunArgument.confirm(console, checkout.runs(), run, checkout.run(run), "cancel");
        refuseEnded(directory);
        console.agree("Cancel run " + directory.id() + "?", "foldline cancel " + directory.id());
        if (RunLock.holder(directory.lock()).isEmpty()) return alone(directory);
        int asked =
                CommandSender.ask(
                        console, directory, new Abort(why), "The run ends; its work is saved.");
        // The driver may have exited in between, without saving the work.
        return isLeft(directory) ? alone(directory) : asked;
    }

    /**
     * Checks the run before the confirmation. A damaged log is reported when it is locked, after
     * the processes of its dead driver have been killed.
     */
    private static void refuseEnded(RunDirectory directory) throws IOException {
        Point end;
        try {
            end = RunHistory.open(directory).latest();
        } catch (UserError unreadable) {
            return;
        }
        ResumeCommand.refuseEnded(directory, end);
    }

    private static boolean isLeft(RunDirectory directory) throws IOException {
        return RunLock.holder(directory.lock()).isEmpty()
                && !(RunHistory.open(directory).latest().state().lifecycle()
                        instanceof Lifecycle.Ended);
    }

    /**
     * Saves the work and ends a run without a driver. No agent is called, so none need be
     * configured.
     */
    private int alone(RunDirectory directory) throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var started = RunLauncher.resume(here, directory, true, ResumeCommand::refuseEnded);
            try {
                ResumeCommand.refuseWorkflow(started.log(), "cancel");
                if (!(started.log().state().slots().recovery() instanceof Recovery.Ending))
                    ResumeCommand.tell(started.log(), new Abort(why));
            } catch (RuntimeException refused) {
                started.close();
                throw refused;
            }
            return print(
                    directory, RunDriver.session(console, here, started, CancelCommand::saving));
        }
    }

    private static RunSession saving(dev.foldline.app.run.RunObserver view) {
        return new RunSession(
                new AgentRegistry(Map.of()),
                List.of(),
                Templates.OURS,
                new DriverOptions(false),
                view);
    }

    private int print(RunDirectory directory, RunReport report) throws IOException {
        var ended = report.point().state().lifecycle() instanceof Lifecycle.Ended;
        var exit = ended ? ExitCode.DONE : report.standing().exit();
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.command/1",
                            "ok",
                            ended,
                            "exit",
                            exit.value(),
                            "event",
                            "Aborted",
                            "run",
                            directory.id().text(),
                            "driven",
                            false,
                            "next",
                            report.standing().next()));
        else console.print(report.text(console.paint()) + saved(directory));
        return exit.value();
    }

    /** Where to find what was not committed. */
    private static String saved(RunDirectory directory) throws IOException {
        var commits = new java.util.ArrayList<String>();
        RunHistory.open(directory)
                .walk(
                        moment -> {
                            if (moment.event() instanceof WorkSaved saved)
                                saved.commit().forEach(commits::add);
                            return true;
                        });
        return commits.isEmpty()
                ? ""
                : "  saved     uncommitted work: git show "
                        + ValueFormatter.hash(commits.getLast())
                        + "\n";
    }
}
