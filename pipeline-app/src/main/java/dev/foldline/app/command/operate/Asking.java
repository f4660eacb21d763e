package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.run.Mailbox;
import dev.foldline.app.runtime.Workflows;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;

/** Puts a person's command to a run and says what came of it. */
public final class Asking {
    private Asking() {}

    /** The run a command is about. */
    public static RunDirectory run(Console console, String reference) throws IOException {
        var checkout = Checkout.at(console.directory());
        return RunArgument.about(console, checkout.runs(), reference, checkout.run(reference));
    }

    /** @param done what to tell when it was accepted */
    public static int ask(Console console, RunDirectory run, Command command, String done) throws IOException, InterruptedException {
        return ask(console, run, command, done, "");
    }

    /** @param flags what to take up the run with, if nobody drives it, and it is no workflow nor a task of one */
    public static int ask(Console console, RunDirectory run, Command command, String done, String flags) throws IOException, InterruptedException {
        refuseAgents();
        return switch (Mailbox.send(run, command, console.redaction())) {
            case Mailbox.Answer.Accepted(var event, var driven) -> {
                var next = driven ? "foldline watch " + run.id() : Workflows.resumption(run).getOrElse("foldline resume " + run.id() + flags);
                if (console.isJson()) console.print(JsonText.fields("schema", "foldline.command/1", "ok", true, "exit", 0, "event", event,
                        "run", run.id().text(), "driven", driven, "next", java.util.List.of(next)));
                else console.print(done + (driven ? "" : "\nNobody drives the run now; to go on: " + next) + "\n");
                yield 0;
            }
            case Mailbox.Answer.Refused(var rejection) when rejection.code() == Rejection.Code.ENDED && command instanceof Command.Pause ->
                    throw new UserError("the run has ended: there is nothing to stop", "run " + run.id(), "foldline status " + run.id(), ExitCode.FAILED);
            case Mailbox.Answer.Refused(var rejection) ->
                    throw new UserError(rejection.message(), "run " + run.id(), "foldline status " + run.id(), ExitCode.FAILED);
            case Mailbox.Answer.NotYet _ -> throw new UserError("the run's driver has not answered; the command stands and will be heard",
                    "run " + run.id(), "foldline status " + run.id(), ExitCode.UNAVAILABLE);
        };
    }

    /** What works for a run never speaks for a person. */
    public static void refuseAgents() {
        var marker = Reaper.ourMarker();
        if (marker.isPresent()) throw new UserError("this process works for run " + marker.get().run() + ": only a person may do this", "", "", ExitCode.FAILED);
    }
}
