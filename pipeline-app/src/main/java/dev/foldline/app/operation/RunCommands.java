package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.CHANGED_RUN;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;

import java.io.IOException;
import java.time.Instant;

/** What a user can tell a run, whether a driver is active or not. */
final class RunCommands {
    private static final Field<Boolean> NOW =
            Field.truth(
                    "now", "kill the agents now; only a rebase or merge in progress is finished");
    private static final Field<String> GATE_ID =
            Field.text("gate_id", "name of the new gate").required().asArgument("GATE_ID");
    private static final Field<String> REASON =
            Field.text("reason", "reason, shown to the approver").required().asFlag("REASON", "-m");

    private static final Field<String> BEFORE =
            Field.text("before", "pause before this phase instead, without stopping now")
                    .asFlag("PHASE", "--before");

    private RunCommands() {}

    static final Operation PAUSE =
            Operation.command(
                            "pause",
                            "Pause a run after the current step. Use `resume` to continue.",
                            CommandResult.SCHEMA,
                            Repetition.IDEMPOTENT,
                            RunCommands::pause)
                    .withFields(CHANGED_RUN, BEFORE, SharedCommands.FROM)
                    .withExamples(
                            "foldline pause                     after the current step",
                            "foldline pause --before commit     before the phase that commits")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_pause"));

    static final Operation STOP =
            Operation.command(
                            "stop",
                            "Stop a run after the current step, or at once with --now. Use"
                                    + " `resume` to continue.",
                            CommandResult.SCHEMA,
                            Repetition.IDEMPOTENT,
                            (context, input) ->
                                    send(
                                            context,
                                            input,
                                            new Command.Pause(
                                                    input.get(NOW)
                                                            ? Urgency.NOW
                                                            : Urgency.WHEN_DONE),
                                            "The run stops."))
                    .withFields(CHANGED_RUN, NOW, SharedCommands.FROM)
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_stop"));

    static final Operation FREEZE =
            Operation.command(
                            "freeze",
                            "Pause a run at a new gate until you approve or reject that gate.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            (context, input) ->
                                    send(
                                            context,
                                            input,
                                            new Command.Freeze(
                                                    input.get(GATE_ID), input.get(REASON)),
                                            "Frozen: " + input.get(GATE_ID)))
                    .withFields(GATE_ID, CHANGED_RUN, REASON)
                    .withExamples(
                            "foldline freeze tas_approval -m \"TAS must be approved\"",
                            "The current step finishes and its work is kept. Rejecting the gate"
                                    + " ends the run and saves its work.")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("freeze_run"));

    static final Operation TRY_NOW =
            Operation.command(
                            "try-now",
                            "Retry now instead of waiting for an agent's limit or for the next"
                                    + " retry. The preferred agent is called first.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            (context, input) ->
                                    send(
                                            context,
                                            input,
                                            new Command.SkipWait(Instant.now()),
                                            "The run retries now."))
                    .withFields(CHANGED_RUN)
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("resume --now"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Own("run_try_now"));

    private static OperationResult pause(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var phase = input.find(BEFORE);
        return phase.isEmpty()
                ? send(
                        context,
                        input,
                        new Command.Pause(Urgency.WHEN_DONE),
                        "The run pauses after the current step.")
                : send(
                        context,
                        input,
                        new Command.SetUntil(phase),
                        "The run pauses before " + phase.get() + ".");
    }

    private static OperationResult send(
            OperationContext context, Input input, Command command, String done)
            throws IOException, InterruptedException {
        for (var shared : SharedCommands.of(context, input))
            return shared.send(shared.copy(input.get(CHANGED_RUN)), command, done);
        return CommandResult.send(context, context.find(input.get(CHANGED_RUN)), command, done, "");
    }
}
