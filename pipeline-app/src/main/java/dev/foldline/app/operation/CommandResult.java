package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.List;

/** Sends a user's command to a run and reports the result. */
public final class CommandResult {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.command/1";

    private CommandResult() {}

    /**
     * @param done the sentence for the user if the run accepts the command
     * @param flags the options of {@code resume} to suggest for an inactive run
     * @throws UserError if the run rejects the command, or its driver does not answer in time
     */
    public static OperationResult send(
            OperationContext context, RunDirectory run, Command command, String done, String flags)
            throws IOException, InterruptedException {
        if (context.frontEnd() == FrontEnd.CLI) CallerCheck.refuseAgents(run);
        return switch (CommandClient.send(run, command, context.redaction())) {
            case CommandClient.Answer.Accepted(var event, var driven) -> {
                var next =
                        driven
                                ? "foldline watch " + run.id()
                                : WorkflowLookup.resumption(run)
                                        .getOrElse("foldline resume " + run.id() + flags);
                yield OperationResult.of(
                        JsonOutput.fields(
                                "schema",
                                SCHEMA,
                                "ok",
                                true,
                                "exit",
                                0,
                                "event",
                                event,
                                "run",
                                run.id().text(),
                                "driven",
                                driven,
                                "next",
                                List.of(next)),
                        _ ->
                                done
                                        + (driven
                                                ? ""
                                                : "\nThe run is not active. Continue with: " + next)
                                        + "\n");
            }
            case CommandClient.Answer.Refused(var rejection) ->
                    throw refused(
                            rejection.code() == Rejection.Code.ENDED
                                            && command instanceof Command.Pause
                                    ? "the run has already ended"
                                    : rejection.message(),
                            run,
                            ExitCode.FAILED);
            case CommandClient.Answer.NotYet _ ->
                    throw refused(
                            "the run's driver has not answered yet; the command is queued",
                            run,
                            ExitCode.UNAVAILABLE);
        };
    }

    private static UserError refused(String message, RunDirectory run, ExitCode exit) {
        return new UserError(message, "run " + run.id(), "foldline status " + run.id(), exit);
    }
}
