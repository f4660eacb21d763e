package dev.foldline.app.operation;

import static dev.foldline.app.operation.WorkflowReads.CHANGED_ID;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.workflow.NoFreeSlotException;
import dev.foldline.app.workflow.StopAllWorkflows;
import dev.foldline.app.workflow.TargetCheckout;
import dev.foldline.app.workflow.TaskPlacement;
import dev.foldline.app.workflow.WorkflowCreator;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowOperations;
import dev.foldline.app.workflow.WorkflowOperations.CancelledTasks;
import dev.foldline.app.workflow.WorkflowPauser;
import dev.foldline.app.workflow.WorkflowQueue;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.app.workflow.definition.DefinitionSource;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a user can do with workflows of tasks. */
public final class WorkflowCommands {
    /** The definition of a new workflow. */
    public static final Field<InputFile> DEFINITION =
            Field.file("definition", "task file in YAML, or - for standard input")
                    .required()
                    .asFlag("FILE", "-f", "--file");

    private static final Field<Boolean> RULES =
            Field.truth(
                    "accept_rules",
                    "continue even if the workflow started under another version of the rules");
    private static final Field<Boolean> NO_QUEUE =
            Field.truth(
                    "no_queue",
                    "refuse instead of waiting if the maximum number of workflows is running");
    private static final Field<Boolean> REOPEN =
            Field.truth(
                    "reopen",
                    "restart cancelled tasks, and tasks whose run has lost its log, each on a new"
                            + " branch");
    private static final Field<Boolean> NOW =
            Field.truth("now", "kill its agents at once (default: wait up to 15 seconds for them)");
    private static final Field<Boolean> ALL =
            Field.truth("all", "pause all running workflows").onCommandLineOnly();
    private static final Field<String> WHY =
            Field.text("why", "reason, for the log")
                    .withFallback("cancelled by the user")
                    .asFlag("TEXT", "-m");

    private WorkflowCommands() {}

    public static final Operation CREATE =
            Operation.command(
                            "workflow create",
                            "Create a workflow from a task file. Nothing runs yet.",
                            WorkflowReport.SCHEMA,
                            Repetition.REPEATED,
                            WorkflowCommands::create)
                    .withFields(DEFINITION)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("POST /api/workflows"));

    static final Operation READY =
            onOne(
                            "ready",
                            "Mark a workflow as ready to start.",
                            Repetition.REFUSED,
                            WorkflowCommands::ready)
                    .withFields(CHANGED_ID);

    public static final Operation START =
            onOne(
                            "start",
                            "Start a ready workflow and drive it until all tasks are merged or your"
                                    + " input is needed.",
                            Repetition.REFUSED,
                            WorkflowCommands::start)
                    .withFields(CHANGED_ID, RULES, NO_QUEUE, TaskPlace.ON, TaskPlace.LABELS);

    static final Operation STOP =
            onOne(
                            "stop",
                            "Pause a workflow and its tasks. Running steps may take 15 seconds to"
                                    + " end.",
                            Repetition.REFUSED,
                            WorkflowCommands::stop)
                    .withFields(CHANGED_ID, ALL, NOW);

    static final Operation RESUME =
            onOne(
                            "resume",
                            "Resume a workflow and its tasks after a crash, a pause or an"
                                    + " escalation.",
                            Repetition.REFUSED,
                            WorkflowCommands::resume)
                    .withFields(
                            CHANGED_ID,
                            REOPEN,
                            RULES,
                            NO_QUEUE,
                            RunResumption.FROM,
                            RunResumption.TAKE_OVER,
                            TaskPlace.LABELS);

    static final Operation RESOLVE =
            onOne(
                            "resolve",
                            "Continue merging after you have resolved a conflict on its branch.",
                            Repetition.REFUSED,
                            (context, input) ->
                                    change(
                                            context,
                                            input,
                                            "resolve",
                                            (here, workflow) -> {
                                                context.services().refuseIfClosing();
                                                new WorkflowOperations(here)
                                                        .refuseUnlessConflicting(workflow);
                                                return resume(
                                                        context,
                                                        input,
                                                        CancelledTasks.KEPT,
                                                        here,
                                                        workflow);
                                            }))
                    .withFields(CHANGED_ID, RULES, NO_QUEUE);

    static final Operation CANCEL =
            onOne(
                            "cancel",
                            "Cancel a workflow and all its tasks. Uncommitted work is saved;"
                                    + " branches stay.",
                            Repetition.REFUSED,
                            WorkflowCommands::cancel)
                    .withFields(CHANGED_ID, WHY);

    static final Operation RECOVER =
            Operation.command(
                            "workflow recover",
                            "Resume all workflows whose driver died. Paused and waiting workflows"
                                    + " are left as they are.",
                            WorkflowSweep.RECOVERY.schema(),
                            Repetition.IDEMPOTENT,
                            WorkflowCommands::recover)
                    .withFailures(ExitCode.FAILED)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("POST /api/recover"))
                    .withEndpoint(
                            FrontEnd.MCP,
                            new Endpoint.Absent(
                                    "a server recovers when it starts; use"
                                            + " `workflow_resume` for one workflow"));

    /** S1 clients read the workflow's fields at the top level of the answer. */
    private static Operation onOne(
            String verb, String summary, Repetition repetition, Operation.Action action) {
        return Operation.command(
                        "workflow " + verb, summary, WorkflowReport.SCHEMA, repetition, action)
                .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.UNAVAILABLE)
                .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("POST /api/workflows/{id}/" + verb));
    }

    @FunctionalInterface
    private interface Change {
        OperationResult of(Workspace here, RunDirectory workflow)
                throws IOException, InterruptedException;
    }

    private static OperationResult change(
            OperationContext context, Input input, String verb, Change change)
            throws IOException, InterruptedException {
        return context.withRepository(
                here ->
                        change.of(
                                here,
                                context.workflowToChange(
                                        input.get(CHANGED_ID), "workflow " + verb)));
    }

    private static OperationResult create(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    var file = input.get(DEFINITION);
                    var made =
                            new WorkflowCreator(here)
                                    .create(
                                            RunLauncher.configuration(
                                                    here.root(), context.environment()),
                                            file.content(),
                                            file.name()
                                                    .map(DefinitionSource::file)
                                                    .getOrElse(DefinitionSource.BODY));
                    var tasks = WorkflowView.of(made, here.runs()).tasks();
                    context.notices()
                            .accept(
                                    tasks.isEmpty()
                                            ? "the workflow has no tasks"
                                            : "each task has a budget of its own: "
                                                    + ValueFormatter.of(
                                                            RunHistory.open(made)
                                                                    .latest()
                                                                    .state()
                                                                    .policy()
                                                                    .budget()));
                    return report(context, here, made);
                });
    }

    /** The report on a workflow that only its log was written for. */
    private static OperationResult report(
            OperationContext context, Workspace here, RunDirectory workflow) throws IOException {
        for (var task : WorkflowView.of(workflow, here.runs()).tasks())
            if (task.terminals().isEmpty())
                context.notices()
                        .accept("task " + task.item().id() + " has no terminals and is skipped");
        return WorkflowReads.report(context, here.runs(), workflow);
    }

    private static OperationResult ready(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return change(
                context,
                input,
                "ready",
                (here, workflow) -> {
                    new WorkflowOperations(here).ready(workflow);
                    return report(context, here, workflow);
                });
    }

    private static OperationResult start(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return change(
                context,
                input,
                "start",
                (here, workflow) -> {
                    context.services().refuseIfClosing();
                    var settings = settings(here, workflow);
                    var operations = new WorkflowOperations(here).accepting(input.get(RULES));
                    var placement = TaskPlace.of(context, input, here, settings.share());
                    operations.refuseUnlessStartable(workflow);
                    TargetCheckout.warning(here, workflow).forEach(context.notices());
                    TaskPlacement.note(workflow, placement);
                    try {
                        return drive(context, here, operations.start(workflow, settings), settings);
                    } catch (NoFreeSlotException full) {
                        if (input.get(NO_QUEUE)) throw full;
                        operations.queue(workflow, settings);
                        return await(
                                context,
                                here,
                                workflow,
                                full,
                                resumeTurn(operations, workflow, settings, CancelledTasks.KEPT));
                    }
                });
    }

    /** Returns the session of a workflow that has waited for its slot. */
    private static WorkflowHost.Turn resumeTurn(
            WorkflowOperations operations,
            RunDirectory workflow,
            Settings settings,
            CancelledTasks cancelled) {
        return slot ->
                WorkflowQueue.isWaiting(workflow)
                        ? operations.in(slot).resume(workflow, settings, cancelled)
                        : Optional.empty();
    }

    private static OperationResult await(
            OperationContext context,
            Workspace here,
            RunDirectory workflow,
            NoFreeSlotException full,
            WorkflowHost.Turn turn)
            throws IOException, InterruptedException {
        context.notices().accept(full.message() + "; " + workflow.id() + " waits until one ends");
        var exit = context.services().await(here, workflow, settings(here, workflow), turn);
        return WorkflowReads.report(here.runs(), workflow, exit);
    }

    private static OperationResult drive(
            OperationContext context, Workspace here, Started started, Settings settings)
            throws IOException, InterruptedException {
        var workflow = started.log().directory();
        return WorkflowReads.report(
                here.runs(), workflow, context.services().drive(here, started, settings));
    }

    private static OperationResult resume(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    context.services().refuseIfClosing();
                    var reference = input.get(CHANGED_ID);
                    for (var remote : input.find(RunResumption.FROM))
                        reference = TaskPlace.taken(context, input, here, remote).id().text();
                    return resume(
                            context,
                            input,
                            input.get(REOPEN) ? CancelledTasks.RESTARTED : CancelledTasks.KEPT,
                            here,
                            context.workflowToChange(reference, "workflow resume"));
                });
    }

    private static OperationResult resume(
            OperationContext context,
            Input input,
            CancelledTasks cancelled,
            Workspace here,
            RunDirectory workflow)
            throws IOException, InterruptedException {
        // First: a workflow that cannot be driven receives no command.
        var settings = settings(here, workflow);
        var operations = new WorkflowOperations(here).accepting(input.get(RULES));
        try {
            var started = operations.resume(workflow, settings, cancelled);
            return started.isPresent()
                    ? drive(context, here, started.get(), settings)
                    : WorkflowReads.report(context, here.runs(), workflow);
        } catch (NoFreeSlotException full) {
            if (input.get(NO_QUEUE)) throw full;
            operations.resumeLater(workflow);
            return await(
                    context,
                    here,
                    workflow,
                    full,
                    resumeTurn(operations, workflow, settings, cancelled));
        }
    }

    private static OperationResult stop(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var grace = input.get(NOW) ? Duration.ZERO : WorkflowPauser.GRACE;
        var runs = context.runs();
        if (input.get(ALL)) {
            var stopped = new StopAllWorkflows(runs, grace).stop();
            return WorkflowSweep.STOP.result(stopped.stopped(), stopped.failed(), runs);
        }
        var workflow = context.workflow(input.get(CHANGED_ID));
        new WorkflowPauser(runs, workflow).stop(grace);
        return WorkflowReads.report(context, runs, workflow);
    }

    private static OperationResult cancel(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return change(
                context,
                input,
                "cancel",
                (here, workflow) -> {
                    context.services()
                            .confirm(
                                    "Cancel workflow " + workflow.id() + " and its tasks?",
                                    "foldline workflow cancel " + workflow.id());
                    var why = input.get(WHY);
                    if (!new WorkflowPauser(here.runs(), workflow).cancelled(why)) {
                        context.services().refuseIfClosing();
                        var settings = settings(here, workflow);
                        context.services()
                                .finish(
                                        here,
                                        new WorkflowOperations(here).cancel(workflow, why),
                                        settings);
                    }
                    context.notices()
                            .accept(
                                    "uncommitted work of each task is saved under"
                                            + " refs/foldline/saved/: git for-each-ref"
                                            + " refs/foldline/saved");
                    return WorkflowReads.report(context, here.runs(), workflow);
                });
    }

    private static OperationResult recover(OperationContext context, Input input)
            throws IOException, InterruptedException {
        context.services().refuseIfClosing();
        return context.withRepository(
                here -> WorkflowSweep.recovered(context.services().recover(here), here.runs()));
    }

    private static Settings settings(Workspace here, RunDirectory workflow) {
        return RunLauncher.configuration(here, workflow, List.of()).settings();
    }
}
