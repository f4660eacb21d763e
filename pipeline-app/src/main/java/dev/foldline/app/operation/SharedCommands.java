package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.report.FleetPage;
import dev.foldline.app.run.CommandClient.Answer;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.core.command.Command;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/** Commands to shared runs that another clone drives, or will drive. */
record SharedCommands(OperationContext context, String remote) {
    static final Field<String> FROM =
            Field.text(
                            "from",
                            "remote or repository of a shared run, wherever it is driven; the run"
                                    + " receives the command there")
                    .asFlag("REMOTE", "--from")
                    .onCommandLineOnly();

    static final Field<String> PUBLISHED =
            Field.text("from", "read the run as it is published in this remote or repository")
                    .asFlag("REMOTE", "--from")
                    .onCommandLineOnly();

    /** Finds a run for a query: one that is here, or one as it is published. */
    static RunDirectory read(OperationContext context, Input input, String reference)
            throws IOException {
        var remote = input.find(PUBLISHED);
        if (remote.isEmpty()) return context.read(reference);
        var copy = new SharedCommands(context, remote.get()).runs().copy(reference);
        context.notices().accept(FleetPage.age(remote.get(), copy.run(), copy.lease()));
        return copy.run();
    }

    /** Returns the shared runs that a command is about; none if it is about runs here. */
    static Option<SharedCommands> of(OperationContext context, Input input) {
        return input.find(FROM).map(remote -> new SharedCommands(context, remote));
    }

    SharedRuns runs() throws IOException {
        return new SharedRuns(
                context.checkout(), context.environment(), context.directory(), remote);
    }

    /** Returns a run as it is published. */
    RunDirectory copy(String reference) throws IOException {
        return runs().copy(reference).run();
    }

    /**
     * Sends a command to a run.
     *
     * @param done the sentence for the user if the run accepts the command
     * @throws UserError if the run rejects the command
     */
    OperationResult send(RunDirectory run, Command command, String done)
            throws IOException, InterruptedException {
        var id = run.id().text();
        return switch (runs().send(id, command, context.redaction())) {
            case Answer.Accepted(var event, _) ->
                    result(id, Option.of(event), done, "foldline status " + id + from());
            case Answer.Refused(var rejection) ->
                    throw new UserError(
                            rejection.message(),
                            "run " + id,
                            "foldline status " + id + from(),
                            ExitCode.FAILED);
            case Answer.NotYet _ ->
                    result(
                            id,
                            Option.none(),
                            "The command is sent. The run receives it when a worker or you resume"
                                    + " it.",
                            SharedRuns.resumption(run) + from());
        };
    }

    private String from() {
        return " --from " + ShellWord.of(remote);
    }

    private static OperationResult result(
            String run, Option<String> event, String text, String next) {
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        CommandResult.SCHEMA,
                        "ok",
                        true,
                        "exit",
                        0,
                        "event",
                        event.getOrElse("queued"),
                        "run",
                        run,
                        "driven",
                        event.isDefined(),
                        "next",
                        List.of(next)),
                _ -> text + "\n  next      " + next + "\n");
    }
}
