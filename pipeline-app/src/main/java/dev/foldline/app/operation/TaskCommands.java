package dev.foldline.app.operation;

import static dev.foldline.app.operation.WorkflowReads.CHANGED_ID;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.workflow.WorkflowCreator;
import dev.foldline.app.workflow.WorkflowOperations;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.app.workflow.definition.DefinitionSource;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/** What a user can do with single tasks of a workflow. */
final class TaskCommands {
    private static final Field<String> TASK =
            Field.text("task", "id of the task").required().asArgument("TASK");
    private static final Field<String> TERMINAL =
            Field.text("terminal", "id of the terminal in its task")
                    .required()
                    .asArgument("TERMINAL");

    private static final Field<InputFile> ADDED =
            Field.file("tasks", "task file in YAML with the tasks to add, or - for standard input")
                    .required()
                    .asFlag("FILE", "-f", "--file");

    /** How often a file is read again because others added tasks at the same time. */
    private static final int ADDITIONS_MAX = 5;

    private TaskCommands() {}

    static final Operation DONE =
            Operation.command(
                            "workflow done",
                            "Declare that a terminal has completed its work. If it is called just"
                                    + " now, its agent is stopped.",
                            WorkflowReport.SCHEMA,
                            Repetition.REFUSED,
                            TaskCommands::done)
                    .withFields(TASK, TERMINAL, CHANGED_ID)
                    .withExamples(
                            "foldline workflow done login developer",
                            "The work is committed and the next terminal follows. Reviews, checks"
                                    + " and gates apply as usual.")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("POST /api/workflows/{id}/done"));

    static final Operation ADD =
            Operation.command(
                            "workflow add-task",
                            "Add tasks to a workflow that is not merging yet. They are merged"
                                    + " last.",
                            WorkflowReport.SCHEMA,
                            Repetition.IDEMPOTENT,
                            TaskCommands::add)
                    .withFields(ADDED, CHANGED_ID)
                    .withExamples(
                            "foldline workflow add-task -f more.yaml",
                            "The file has a list `tasks`, as the file of `workflow create` has."
                                    + " The running tasks continue.")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(
                            FrontEnd.HTTP, new Endpoint.Own("POST /api/workflows/{id}/add-task"));

    private static OperationResult done(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var workflow = context.workflowToChange(input.get(CHANGED_ID), "workflow done");
        var task = run(context, workflow, input.get(TASK));
        if (context.frontEnd() == FrontEnd.CLI) CallerCheck.refuseAgents(task);
        var terminal = input.get(TERMINAL);
        report(
                context,
                workflow,
                CommandClient.send(
                        task,
                        new Command.DeclareDone(terminal, Option.none()),
                        context.redaction()),
                input.get(TASK) + "/" + terminal + " is declared done");
        return WorkflowReads.report(context, context.runs(), workflow);
    }

    private static OperationResult add(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var workflow = context.workflowToChange(input.get(CHANGED_ID), "workflow add-task");
        if (context.frontEnd() == FrontEnd.CLI) CallerCheck.refuseAgents(workflow);
        return context.withRepository(
                here -> {
                    add(context, here, workflow, input.get(ADDED), ADDITIONS_MAX);
                    return WorkflowReads.report(context, here.runs(), workflow);
                });
    }

    /** Adds the tasks of a file; reads it again if others were added meanwhile. */
    private static void add(
            OperationContext context,
            Workspace here,
            RunDirectory workflow,
            InputFile file,
            int attempts)
            throws IOException, InterruptedException {
        var state = WorkflowView.of(workflow, here.runs()).state();
        if (state.lifecycle() instanceof Lifecycle.Ended)
            throw new UserError(
                    "Cannot add tasks: the workflow has ended",
                    "workflow " + workflow.id(),
                    "foldline workflow create -f FILE",
                    ExitCode.FAILED);
        var added =
                new WorkflowCreator(here)
                        .added(
                                state,
                                file.content(),
                                file.name()
                                        .map(DefinitionSource::added)
                                        .getOrElse(DefinitionSource.BODY));
        var ids = added.list(Tasks.TASKS).map(Item::id).mkString(", ");
        if (ids.isEmpty()) {
            context.notices().accept("nothing is added: the workflow has these tasks already");
            return;
        }
        new WorkflowOperations(here)
                .check(
                        state,
                        added,
                        RunLauncher.configuration(here, workflow, List.of()).settings());
        var answer = CommandClient.send(workflow, new Command.AddItems(added), context.redaction());
        if (attempts > 1
                && answer instanceof CommandClient.Answer.Refused(var rejection)
                && rejection.code() == Rejection.Code.ALREADY_PROCESSED)
            add(context, here, workflow, file, attempts - 1);
        else report(context, workflow, answer, "added " + ids);
    }

    /**
     * Says what a command to the workflow or to a task did.
     *
     * @throws UserError if it was refused, or not answered
     */
    private static void report(
            OperationContext context,
            RunDirectory workflow,
            CommandClient.Answer answer,
            String done)
            throws IOException {
        switch (answer) {
            case CommandClient.Answer.Accepted(_, var driven) ->
                    context.notices()
                            .accept(
                                    driven || !isStarted(context, workflow)
                                            ? done
                                            : done
                                                    + "; continue with: foldline workflow resume "
                                                    + workflow.id());
            case CommandClient.Answer.Refused(var rejection) ->
                    throw refused(rejection.message(), workflow, ExitCode.FAILED);
            case CommandClient.Answer.NotYet _ ->
                    throw refused(
                            "the run's driver has not answered yet; the command is queued",
                            workflow,
                            ExitCode.UNAVAILABLE);
        }
    }

    private static boolean isStarted(OperationContext context, RunDirectory workflow)
            throws IOException {
        return WorkflowStatus.wasStarted(WorkflowView.of(workflow, context.runs()).state());
    }

    /** Returns the run of a task that has started. */
    private static RunDirectory run(OperationContext context, RunDirectory workflow, String task)
            throws IOException {
        var runs = context.runs();
        var items = WorkflowView.of(workflow, runs).state().items();
        var item = items.list(Tasks.TASKS).find(each -> each.id().equals(task));
        if (item.isEmpty())
            throw NotFoundException.of(
                    refused("there is no task " + task, workflow, ExitCode.USAGE));
        var child = items.child(Tasks.TASKS, task).filter(each -> !each.run().isEmpty());
        return child.map(each -> runs.directory(new RunId(each.run())))
                .getOrElseThrow(
                        () ->
                                refused(
                                        "task " + task + " has not started",
                                        workflow,
                                        ExitCode.FAILED));
    }

    private static UserError refused(String message, RunDirectory workflow, ExitCode exit) {
        return new UserError(
                message,
                "workflow " + workflow.id(),
                "foldline workflow status " + workflow.id(),
                exit);
    }
}
