package dev.foldline.app.operation;

import static dev.foldline.app.operation.WorkflowReads.ID;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.core.command.Command;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import java.io.IOException;

/** What a user can do with single tasks of a workflow. */
final class TaskCommands {
    private static final Field<String> TASK =
            Field.text("task", "id of the task").required().asArgument("TASK");
    private static final Field<String> TERMINAL =
            Field.text("terminal", "id of the terminal in its task")
                    .required()
                    .asArgument("TERMINAL");

    private TaskCommands() {}

    static final Operation DONE =
            Operation.command(
                            "workflow done",
                            "Declare that a terminal has completed its work. If it is called just"
                                    + " now, its agent is stopped.",
                            WorkflowReport.SCHEMA,
                            Repetition.REFUSED,
                            TaskCommands::done)
                    .withFields(TASK, TERMINAL, ID)
                    .withExamples(
                            "foldline workflow done login developer",
                            "The work is committed and the next terminal follows. Reviews, checks"
                                    + " and gates apply as usual.")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("POST /api/workflows/{id}/done"));

    private static OperationResult done(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var workflow = context.workflowToChange(input.get(ID), "workflow done");
        var task = run(context, workflow, input.get(TASK));
        if (context.frontEnd() == FrontEnd.CLI) CallerCheck.refuseAgents(task);
        var terminal = input.get(TERMINAL);
        switch (CommandClient.send(
                task, new Command.DeclareDone(terminal, Option.none()), context.redaction())) {
            case CommandClient.Answer.Accepted(_, var driven) ->
                    context.notices()
                            .accept(
                                    input.get(TASK)
                                            + "/"
                                            + terminal
                                            + " is declared done"
                                            + (driven
                                                    ? ""
                                                    : "; continue with: foldline workflow resume "
                                                            + workflow.id()));
            case CommandClient.Answer.Refused(var rejection) ->
                    throw refused(rejection.message(), workflow, ExitCode.FAILED);
            case CommandClient.Answer.NotYet _ ->
                    throw refused(
                            "the task's driver has not answered yet; the command is queued",
                            workflow,
                            ExitCode.UNAVAILABLE);
        }
        return WorkflowReads.report(context, context.runs(), workflow);
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
