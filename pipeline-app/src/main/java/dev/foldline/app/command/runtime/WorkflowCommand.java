package dev.foldline.app.command.runtime;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.command.operate.Driving;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Words;
import dev.foldline.app.projection.MemoText;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.Creating;
import dev.foldline.app.runtime.Holding;
import dev.foldline.app.runtime.Runtime;
import dev.foldline.app.runtime.StoppingAll;
import dev.foldline.app.runtime.TakingUp;
import dev.foldline.app.runtime.Unwilling;
import dev.foldline.app.runtime.WorkflowView;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.app.runtime.Workflows.GivenUp;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code foldline workflow}: tasks side by side, each on a branch of its own, and merged when all are completed. */
@Command(name = "workflow", description = "Run tasks side by side, each on a branch and in a working tree of its own, and merge them.",
        footer = {
            "  foldline workflow create -f tasks.yaml",
            "  foldline workflow ready && foldline workflow start",
            "  foldline workflow status --json",
        })
public final class WorkflowCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public WorkflowCommand(Console console) { this.console = console; }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "create", description = "Make a workflow from a file that says what its tasks are; nothing runs yet.")
    int create(@Option(names = {"-f", "--file"}, required = true, paramLabel = "FILE", description = "The tasks, in YAML; - for standard input.") String file) throws IOException {
        Asking.refuseAgents();
        try (var here = open()) {
            var made = new Creating(here).create(Launch.configuration(here.root(), console.environment()), console.bytes(file), file);
            var tasks = WorkflowView.of(made, here.runs()).tasks();
            console.note(tasks.isEmpty() ? "the workflow has no tasks: there is nothing to do in it"
                    : "each task may spend a whole budget of its own: " + Words.of(History.open(made).latest().state().policy().budget()));
            return told(made, here);
        }
    }

    /** Which workflow a command is about. */
    static final class Which {
        @Parameters(paramLabel = "WORKFLOW", arity = "0..1", defaultValue = "@", description = "Which; without it, the latest.")
        private String workflow = "@";
    }

    /** Whether a workflow goes on that began under other rules. */
    static final class Accepted {
        @Option(names = "--accept-rules", description = "Go on although the workflow began under other rules.")
        private boolean rules;
    }

    /** What only a person may do with a workflow. */
    @FunctionalInterface
    private interface Work {
        int on(Workspace here, RunDirectory workflow) throws IOException, InterruptedException;
    }

    private int carriedOut(String verb, Which which, Work work) throws IOException, InterruptedException {
        Asking.refuseAgents();
        try (var here = open()) {
            return work.on(here, RunArgument.meant(console, here.runs(), which.workflow, Workflows.find(here.runs(), which.workflow), "workflow " + verb));
        }
    }

    @Command(name = "ready", description = "Say that a workflow is as it should be, and may be started.")
    int ready(@Mixin Which which) throws IOException, InterruptedException {
        return carriedOut("ready", which, (here, found) -> {
            new Workflows(here).ready(found);
            return told(found, here);
        });
    }

    @Command(name = "start", description = "Start a workflow that is ready, and drive it and its tasks until all is merged or somebody is needed.")
    int start(@Mixin Which which, @Mixin Accepted accepted) throws IOException, InterruptedException {
        return carriedOut("start", which, (here, found) -> {
            var settings = settings(here, found);
            return driven(here, new Workflows(here).accepting(accepted.rules).start(found, settings), settings);
        });
    }

    @Command(name = "resume", description = "Take up a workflow with its tasks: after a crash or a pause, or to try again what waits for a person.")
    int resume(@Mixin Which which, @Mixin Accepted accepted,
            @Option(names = "--reopen", description = "Begin tasks anew that were given up by themselves, or whose run has lost its log, each on a branch of its own.") boolean reopen) throws IOException, InterruptedException {
        return carriedOut("resume", which, (here, found) -> resumed(here, found, accepted, reopen ? GivenUp.BEGUN_ANEW : GivenUp.LEFT));
    }

    @Command(name = "resolve", description = "Go on with the merges, when what could not be merged has been resolved on its branch.")
    int resolve(@Mixin Which which, @Mixin Accepted accepted) throws IOException, InterruptedException {
        return carriedOut("resolve", which, (here, found) -> {
            new Workflows(here).refuseUnlessConflicting(found);
            return resumed(here, found, accepted, GivenUp.LEFT);
        });
    }

    private int resumed(Workspace here, RunDirectory workflow, Accepted accepted, GivenUp givenUp) throws IOException, InterruptedException {
        // First: what cannot be driven is told nothing.
        var settings = settings(here, workflow);
        var started = new Workflows(here).accepting(accepted.rules).resume(workflow, settings, givenUp);
        return started.isPresent() ? driven(here, started.get(), settings) : shown(workflow, here.runs());
    }

    @Command(name = "stop", description = "Hold a workflow with its tasks, to be resumed: what is under way may take 15 seconds to end.")
    int stop(@Mixin Which which, @Option(names = "--all", description = "Hold all workflows that run.") boolean all,
            @Option(names = "--now", description = "End its agents at once.") boolean now) throws IOException, InterruptedException {
        Asking.refuseAgents();
        var runs = Checkout.at(console.directory()).runs();
        var grace = now ? Duration.ZERO : Holding.GRACE;
        if (all) {
            var told = new StoppingAll(runs, grace).stop();
            return swept(Sweep.STOP, told.stopped(), Vector.empty(), told.failed(), runs);
        }
        var found = found(runs, which);
        new Holding(runs, found).stop(grace);
        return shown(found, runs);
    }

    @Command(name = "cancel", description = "End a workflow and all its tasks for good; what is uncommitted is saved, branches stay.")
    int cancel(@Mixin Which which, @Option(names = "-m", paramLabel = "TEXT", defaultValue = "cancelled by a person", description = "Why, for the log.") String why)
            throws IOException, InterruptedException {
        return carriedOut("cancel", which, (here, found) -> {
            console.agree("End the workflow " + found.id() + " and its tasks for good?", "foldline workflow cancel " + found.id());
            if (!new Holding(here.runs(), found).cancelled(why)) {
                var settings = settings(here, found);
                var started = new Workflows(here).cancel(found, why);
                Driving.session(console, here, started, view -> Runtime.session(here, found.id(), settings, view));
            }
            console.note("what was uncommitted is saved below refs/foldline/saved/, by the run of its task: git for-each-ref refs/foldline/saved");
            return shown(found, here.runs());
        });
    }

    @Command(name = "recover", description = "Take up all workflows that were running when whoever drove them died; those that were held, or wait for somebody, are left.")
    int recover() throws IOException, InterruptedException {
        Asking.refuseAgents();
        try (var here = open()) {
            var capacity = Launch.configuration(here.root(), console.environment()).settings().capacity();
            var found = new TakingUp(here).all(capacity, new Notices(console));
            return swept(Sweep.RECOVERY, found.resumed(), found.running(), found.failed(), here.runs());
        }
    }

    /** What is done with all workflows there are. */
    private enum Sweep {
        RECOVERY("foldline.recovered/1", "resumed", "failed", "has failed"),
        STOP("foldline.stopped/1", "stopped", "running", "could not be stopped");

        private final String schema;
        private final String done;
        private final String left;
        private final String not;

        Sweep(String schema, String done, String left, String not) {
            this.schema = schema;
            this.done = done;
            this.left = left;
            this.not = not;
        }
    }

    /** @param others for which somebody else had seen to it */
    private int swept(Sweep sweep, Vector<RunId> with, Vector<RunId> others, Vector<Unwilling> without, Runs runs) throws IOException {
        var exit = without.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        if (console.isJson()) {
            var document = JsonText.fields("schema", sweep.schema, "ok", exit == ExitCode.DONE, "exit", exit.value(), sweep.done, with.map(RunId::text),
                    "failed", without.map(each -> JsonText.fields("id", each.workflow().text(), "status", sweep.left, "reason", each.why())));
            if (sweep == Sweep.RECOVERY) document.put("running", others.map(RunId::text));
            console.print(document);
            return exit.value();
        }
        if (with.isEmpty() && others.isEmpty() && without.isEmpty()) console.print("No workflow was running.\n");
        for (var id : with) console.print(id + " was " + sweep.done + " and is " + WorkflowView.status(runs.directory(id), runs).word() + "\n");
        for (var id : others) console.print(id + " is driven by somebody else already\n");
        for (var each : without) console.print(each.workflow() + " " + sweep.not + ": " + each.why() + "\n");
        return exit.value();
    }

    @Command(name = "status", description = "Show how a workflow, its tasks and their terminals stand.")
    int status(@Mixin Which which) throws IOException {
        var runs = Checkout.at(console.directory()).runs();
        return shown(found(runs, which), runs);
    }

    @Command(name = "memo", description = "Print in a few numbers how far a workflow has come, as one JSON object.")
    int memo(@Parameters(paramLabel = "WORKFLOW", arity = "0..1", defaultValue = "@", description = "Which; without it, the latest.") String workflow) throws IOException {
        var runs = Checkout.at(console.directory()).runs();
        var found = RunArgument.about(console, runs, workflow, Workflows.find(runs, workflow));
        console.print(MemoText.of(found) + "\n");
        return ExitCode.DONE.value();
    }

    private int shown(RunDirectory workflow, Runs runs) throws IOException {
        WorkflowReport.of(WorkflowView.of(workflow, runs), workflow, ExitCode.DONE).print(console);
        return ExitCode.DONE.value();
    }

    private Workspace open() { return Workspace.open(console.directory(), console.environment()); }

    private RunDirectory found(Runs runs, Which which) throws IOException { return RunArgument.about(console, runs, which.workflow, Workflows.find(runs, which.workflow)); }

    private static Settings settings(Workspace here, RunDirectory workflow) { return Launch.configuration(here, workflow, List.of()).settings(); }

    /** A workflow that was only written about. */
    private int told(RunDirectory workflow, Workspace here) throws IOException {
        var view = WorkflowView.of(workflow, here.runs());
        for (var task : view.tasks()) if (task.terminals().isEmpty()) console.note("the task " + task.item().id() + " has no terminals: it is skipped");
        return shown(workflow, here.runs());
    }

    private int driven(Workspace here, Started started, Settings settings) throws IOException, InterruptedException {
        var workflow = started.log().directory();
        var left = Driving.session(console, here, started, view -> Runtime.session(here, workflow.id(), settings, view));
        var report = WorkflowReport.of(WorkflowView.of(workflow, here.runs()), workflow, left.standing().exit());
        report.print(console);
        return report.exit().value();
    }
}
