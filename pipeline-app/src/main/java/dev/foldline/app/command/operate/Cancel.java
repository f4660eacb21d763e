package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.RunReport;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Words;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Abort;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline cancel}: ends a run for good, its work saved. The one command that asks before it does something. */
@Command(name = "cancel", description = "End a run for good: its agents are ended, what is uncommitted is saved. To hold it: pause.")
public final class Cancel implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "-m", paramLabel = "TEXT", description = "Why, for the log.")
    private String why = "cancelled by a person";

    public Cancel(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        var checkout = Checkout.at(console.directory());
        var directory = RunArgument.meant(console, checkout.runs(), run, checkout.run(run), "cancel");
        refuseEnded(directory);
        console.agree("End the run " + directory.id() + " for good?", "foldline cancel " + directory.id());
        if (RunLock.holder(directory.lock()).isEmpty()) return alone(directory);
        int asked = Asking.ask(console, directory, new Abort(why), "The run ends; its work is saved.");
        // The driver may have left in between: then nobody has saved anything yet.
        return isLeft(directory) ? alone(directory) : asked;
    }

    /** Before anybody is asked for a yes. A log that cannot be read is told when it is taken, with what its dead driver left ended. */
    private static void refuseEnded(RunDirectory directory) throws IOException {
        PipelineState state;
        try {
            state = History.open(directory).latest().state();
        } catch (UserError unreadable) {
            return;
        }
        Resume.refuseEnded(directory, state);
    }

    private static boolean isLeft(RunDirectory directory) throws IOException {
        return RunLock.holder(directory.lock()).isEmpty() && !(History.open(directory).latest().state().life() instanceof Life.Ended);
    }

    /** Nobody drives it, so its work is saved and its end written here. No agent is called any more, so none need be configured. */
    private int alone(RunDirectory directory) throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var started = Launch.resume(here, directory, true, Resume::refuseEnded);
            try {
                Resume.refuseWorkflow(started.log(), "cancel");
                if (!(started.log().state().slots().recovery() instanceof Recovery.Ending)) Resume.tell(started.log(), new Abort(why));
            } catch (RuntimeException refused) {
                started.close();
                throw refused;
            }
            return told(directory, Driving.session(console, here, started, Cancel::saving));
        }
    }

    private static RunSession saving(dev.foldline.app.run.RunView view) {
        return new RunSession(new AgentBook(Map.of()), List.of(), Templates.OURS, new Manner(false), view);
    }

    private int told(RunDirectory directory, RunReport report) throws IOException {
        var ended = report.point().state().life() instanceof Life.Ended;
        var exit = ended ? ExitCode.DONE : report.standing().exit();
        if (console.isJson()) console.print(JsonText.fields("schema", "foldline.command/1", "ok", ended, "exit", exit.value(), "event", "Aborted",
                "run", directory.id().text(), "driven", false, "next", report.standing().next()));
        else console.print(report.text(console.paint()) + saved(directory));
        return exit.value();
    }

    /** Where to find what was not committed. */
    private static String saved(RunDirectory directory) throws IOException {
        var commits = new java.util.ArrayList<String>();
        History.open(directory).walk(moment -> {
            if (moment.event() instanceof WorkSaved saved) saved.commit().forEach(commits::add);
            return true;
        });
        return commits.isEmpty() ? "" : "  saved     what was not committed: git show " + Words.hash(commits.getLast()) + "\n";
    }
}
