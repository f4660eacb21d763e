package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.CommandClient;
import dev.foldline.app.runtime.WorkflowLookup;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;

/** Sends a user's command to a run and reports the result. */
public final class CommandSender {
    private CommandSender() {}

    /** The run a command is about. */
    public static RunDirectory run(Console console, String reference) throws IOException {
        var checkout = Checkout.at(console.directory());
        return RunArgument.about(console, checkout.runs(), reference, checkout.run(reference));
    }

    /**
     * @param done what to tell when it was accepted
     */
    public static int ask(Console console, RunDirectory run, Command command, String done)
            throws IOException, InterruptedException {
        return ask(console, run, command, done, "");
    }

    /**
     * @param flags the options of {@code resume} to suggest for an inactive run
     */
    public static int ask(
            Console console, RunDirectory run, Command command, String done, String flags)
            throws IOException, InterruptedException {
        CallerCheck.refuseAgents(run);
        return switch (CommandClient.send(run, command, console.redaction())) {
            case CommandClient.Answer.Accepted(var event, var driven) -> {
                var next =
                        driven
                                ? "foldline watch " + run.id()
                                : WorkflowLookup.resumption(run)
                                        .getOrElse("foldline resume " + run.id() + flags);
                if (console.isJson())
                    console.print(
                            JsonOutput.fields(
                                    "schema",
                                    "foldline.command/1",
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
                                    java.util.List.of(next)));
                else
                    console.print(
                            done
                                    + (driven
                                            ? ""
                                            : "\nThe run is not active. Continue with: " + next)
                                    + "\n");
                yield 0;
            }
            case CommandClient.Answer.Refused(var rejection)
                    when rejection.code() == Rejection.Code.ENDED
                            && command instanceof Command.Pause ->
                    throw new UserError(
                            "the run has already ended",
                            "run " + run.id(),
                            "foldline status " + run.id(),
                            ExitCode.FAILED);
            case CommandClient.Answer.Refused(var rejection) ->
                    throw new UserError(
                            rejection.message(),
                            "run " + run.id(),
                            "foldline status " + run.id(),
                            ExitCode.FAILED);
            case CommandClient.Answer.NotYet _ ->
                    throw new UserError(
                            "the run's driver has not answered yet; the command is queued",
                            "run " + run.id(),
                            "foldline status " + run.id(),
                            ExitCode.UNAVAILABLE);
        };
    }
}
