package dev.foldline.app.command.runtime;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.command.operate.RunDriver;
import dev.foldline.app.config.Settings;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.projection.MemoText;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.KnownHeads;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.SkippedWorkflow;
import dev.foldline.app.runtime.StopAllWorkflows;
import dev.foldline.app.runtime.WorkflowCreator;
import dev.foldline.app.runtime.WorkflowLookup;
import dev.foldline.app.runtime.WorkflowOperations;
import dev.foldline.app.runtime.WorkflowOperations.CancelledTasks;
import dev.foldline.app.runtime.WorkflowPauser;
import dev.foldline.app.runtime.WorkflowRecovery;
import dev.foldline.app.runtime.WorkflowRuntime;
import dev.foldline.app.runtime.WorkflowView;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * {@code foldline workflow}: tasks side by side, each on a branch of its own, and merged when all
 * are completed.
 */
@Command(
        name = "workflow",
        description =
                "Run tasks in parallel, each on its own branch and in its own worktree, and merge"
                        + " them.",
        footer = {
            "  foldline workflow create -f tasks.yaml",
            "  foldline workflow ready && foldline workflow start",
            "  foldline workflow status --json",
        })
public final class WorkflowCommand implements Callable<Integer> {
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public WorkflowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "create", description = "Create a workflow from a task file. Nothing runs yet.")
    int create(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE",
                            description = "Task file in YAML, or - for standard input.")
                    String file)
            throws IOException {
        CallerCheck.refuseAgents();
        try (var here = open()) {
            var made =
                    new WorkflowCreator(here)
                            .create(
                                    RunLauncher.configuration(here.root(), console.environment()),
                                    console.bytes(file),
                                    file);
            var tasks = WorkflowView.of(made, here.runs()).tasks();
            console.note(
                    tasks.isEmpty()
                            ? "the workflow has no tasks"
                            : "each task has a budget of its own: "
                                    + ValueFormatter.of(
                                            RunHistory.open(made)
                                                    .latest()
                                                    .state()
                                                    .policy()
                                                    .budget()));
            return print(made, here);
        }
    }

    /** Which workflow a command is about. */
    static final class Which {
        @Parameters(
                paramLabel = "WORKFLOW",
                arity = "0..1",
                defaultValue = "@",
                description = "Workflow id (default: latest).")
        private String workflow = "@";
    }

    /** Whether a workflow goes on that began under other rules. */
    static final class Accepted {
        @Option(
                names = "--accept-rules",
                description =
                        "Continue even if the workflow started under another version of the rules.")
        private boolean rules;
    }

    /** What only a person may do with a workflow. */
    @FunctionalInterface
    private interface Work {
        int on(Workspace here, RunDirectory workflow) throws IOException, InterruptedException;
    }

    private int carriedOut(String verb, Which which, Work work)
            throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        try (var here = open()) {
            return work.on(
                    here,
                    RunArgument.confirm(
                            console,
                            here.runs(),
                            which.workflow,
                            WorkflowLookup.find(here.runs(), which.workflow),
                            "workflow " + verb));
        }
    }

    @Command(name = "ready", description = "Mark a workflow as ready to start.")
    int ready(@Mixin Which which) throws IOException, InterruptedException {
        return carriedOut(
                "ready",
                which,
                (here, found) -> {
                    new WorkflowOperations(here).ready(found);
                    return print(found, here);
                });
    }

    @Command(
            name = "start",
            description =
                    "Start a ready workflow and drive it until all tasks are merged or your input"
                            + " is needed.")
    int start(@Mixin Which which, @Mixin Accepted accepted)
            throws IOException, InterruptedException {
        return carriedOut(
                "start",
                which,
                (here, found) -> {
                    var settings = settings(here, found);
                    return drive(
                            here,
                            new WorkflowOperations(here)
                                    .accepting(accepted.rules)
                                    .start(found, settings),
                            settings);
                });
    }

    @Command(
            name = "resume",
            description =
                    "Resume a workflow and its tasks after a crash, a pause or an escalation.")
    int resume(
            @Mixin Which which,
            @Mixin Accepted accepted,
            @Option(
                            names = "--reopen",
                            description =
                                    "Restart cancelled tasks, and tasks whose run has lost its log,"
                                            + " each on a new branch.")
                    boolean reopen)
            throws IOException, InterruptedException {
        return carriedOut(
                "resume",
                which,
                (here, found) ->
                        resumed(
                                here,
                                found,
                                accepted,
                                reopen ? CancelledTasks.RESTARTED : CancelledTasks.KEPT));
    }

    @Command(
            name = "resolve",
            description = "Continue merging after you have resolved a conflict on its branch.")
    int resolve(@Mixin Which which, @Mixin Accepted accepted)
            throws IOException, InterruptedException {
        return carriedOut(
                "resolve",
                which,
                (here, found) -> {
                    new WorkflowOperations(here).refuseUnlessConflicting(found);
                    return resumed(here, found, accepted, CancelledTasks.KEPT);
                });
    }

    private int resumed(
            Workspace here, RunDirectory workflow, Accepted accepted, CancelledTasks cancelled)
            throws IOException, InterruptedException {
        // First: a workflow that cannot be driven receives no command.
        var settings = settings(here, workflow);
        var started =
                new WorkflowOperations(here)
                        .accepting(accepted.rules)
                        .resume(workflow, settings, cancelled);
        return started.isPresent()
                ? drive(here, started.get(), settings)
                : show(workflow, here.runs());
    }

    @Command(
            name = "stop",
            description =
                    "Pause a workflow and its tasks. Running steps may take 15 seconds to end.")
    int stop(
            @Mixin Which which,
            @Option(names = "--all", description = "Pause all running workflows.") boolean all,
            @Option(names = "--now", description = "Kill its agents at once.") boolean now)
            throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        var runs = Checkout.at(console.directory()).runs();
        var grace = now ? Duration.ZERO : WorkflowPauser.GRACE;
        if (all) {
            var reported = new StopAllWorkflows(runs, grace).stop();
            return swept(Sweep.STOP, reported.stopped(), Vector.empty(), reported.failed(), runs);
        }
        var found = found(runs, which);
        new WorkflowPauser(runs, found).stop(grace);
        return show(found, runs);
    }

    @Command(
            name = "cancel",
            description =
                    "Cancel a workflow and all its tasks. Uncommitted work is saved; branches"
                            + " stay.")
    int cancel(
            @Mixin Which which,
            @Option(
                            names = "-m",
                            paramLabel = "TEXT",
                            defaultValue = "cancelled by the user",
                            description = "Reason, for the log.")
                    String why)
            throws IOException, InterruptedException {
        return carriedOut(
                "cancel",
                which,
                (here, found) -> {
                    console.agree(
                            "Cancel workflow " + found.id() + " and its tasks?",
                            "foldline workflow cancel " + found.id());
                    if (!new WorkflowPauser(here.runs(), found).cancelled(why)) {
                        var settings = settings(here, found);
                        var started = new WorkflowOperations(here).cancel(found, why);
                        RunDriver.session(
                                console,
                                here,
                                started,
                                view -> WorkflowRuntime.session(here, found.id(), settings, view));
                    }
                    console.note(
                            "uncommitted work of each task is saved under refs/foldline/saved/: git"
                                    + " for-each-ref refs/foldline/saved");
                    return show(found, here.runs());
                });
    }

    @Command(
            name = "recover",
            description =
                    "Resume all workflows whose driver died. Paused and waiting workflows are left"
                            + " as they are.")
    int recover() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        try (var here = open()) {
            var capacity =
                    RunLauncher.configuration(here.root(), console.environment())
                            .settings()
                            .capacity();
            var found = new WorkflowRecovery(here).all(capacity, new Notices(console));
            return swept(
                    Sweep.RECOVERY, found.resumed(), found.running(), found.failed(), here.runs());
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

    /**
     * @param others those that another process has handled
     */
    private int swept(
            Sweep sweep,
            Vector<RunId> with,
            Vector<RunId> others,
            Vector<SkippedWorkflow> without,
            Runs runs)
            throws IOException {
        var exit = without.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        if (console.isJson()) {
            var document =
                    JsonOutput.fields(
                            "schema",
                            sweep.schema,
                            "ok",
                            exit == ExitCode.DONE,
                            "exit",
                            exit.value(),
                            sweep.done,
                            with.map(RunId::text),
                            "failed",
                            without.map(
                                    each ->
                                            JsonOutput.fields(
                                                    "id",
                                                    each.workflow().text(),
                                                    "status",
                                                    sweep.left,
                                                    "reason",
                                                    each.why())));
            if (sweep == Sweep.RECOVERY) document.put("running", others.map(RunId::text));
            console.print(document);
            return exit.value();
        }
        if (with.isEmpty() && others.isEmpty() && without.isEmpty())
            console.print("No workflow was running.\n");
        for (var id : with)
            console.print(
                    id
                            + " was "
                            + sweep.done
                            + " and is "
                            + WorkflowView.status(runs.directory(id), runs).word()
                            + "\n");
        for (var id : others) console.print(id + " is already driven by another process\n");
        for (var each : without)
            console.print(each.workflow() + " " + sweep.not + ": " + each.why() + "\n");
        return exit.value();
    }

    @Command(
            name = "status",
            description = "Show the status of a workflow, its tasks and their terminals.")
    int status(@Mixin Which which) throws IOException {
        var runs = Checkout.at(console.directory()).runs();
        return show(found(runs, which), runs);
    }

    @Command(name = "memo", description = "Print the progress of a workflow as one JSON object.")
    int memo(
            @Parameters(
                            paramLabel = "WORKFLOW",
                            arity = "0..1",
                            defaultValue = "@",
                            description = "Workflow id (default: latest).")
                    String workflow)
            throws IOException {
        var runs = Checkout.at(console.directory()).runs();
        var found = RunArgument.about(console, runs, workflow, WorkflowLookup.find(runs, workflow));
        console.print(MemoText.of(found) + "\n");
        return ExitCode.DONE.value();
    }

    private int show(RunDirectory workflow, Runs runs) throws IOException {
        var missing = KnownHeads.missing(workflow);
        var exit = missing.isPresent() ? ExitCode.DIVERGED : ExitCode.DONE;
        WorkflowReport.of(WorkflowView.of(workflow, runs), workflow, exit).print(console);
        missing.ifPresent(
                damage ->
                        console.note(
                                "workflow "
                                        + workflow.id()
                                        + " cannot continue: "
                                        + damage.message()
                                        + "; to repair it: foldline log repair "
                                        + workflow.id()));
        return exit.value();
    }

    private Workspace open() {
        return Workspace.open(console.directory(), console.environment());
    }

    private RunDirectory found(Runs runs, Which which) throws IOException {
        return RunArgument.about(
                console, runs, which.workflow, WorkflowLookup.find(runs, which.workflow));
    }

    private static Settings settings(Workspace here, RunDirectory workflow) {
        return RunLauncher.configuration(here, workflow, List.of()).settings();
    }

    /** A workflow that was only written about. */
    private int print(RunDirectory workflow, Workspace here) throws IOException {
        var view = WorkflowView.of(workflow, here.runs());
        for (var task : view.tasks())
            if (task.terminals().isEmpty())
                console.note("task " + task.item().id() + " has no terminals and is skipped");
        return show(workflow, here.runs());
    }

    private int drive(Workspace here, Started started, Settings settings)
            throws IOException, InterruptedException {
        var workflow = started.log().directory();
        var left =
                RunDriver.session(
                        console,
                        here,
                        started,
                        view -> WorkflowRuntime.session(here, workflow.id(), settings, view));
        var report =
                WorkflowReport.of(
                        WorkflowView.of(workflow, here.runs()), workflow, left.standing().exit());
        report.print(console);
        return report.exit().value();
    }
}
