package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GatePage;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.history.RunHistory;
import dev.foldline.app.run.Workspace;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** The state of a run at a point in its log. */
@Command(
        name = "show",
        description = "Show the state of a run, now or after an event.",
        footer = {
            "  foldline show                      the latest run now, with its open gate",
            "  foldline show @:120                after event 120",
        })
public final class ShowCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or point in its log (default: latest).")
    private String run = "@";

    public ShowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var argument = RunArgument.parse(run);
        var found = argument.find(console);
        var history = RunHistory.open(found);
        var point = argument.point(history);
        if (console.isJson()) {
            console.print(StatePage.document(history.name(), point));
        } else {
            console.print(new StatePage(point, console.paint()).text());
            if (argument.seq().isEmpty()) gate(found);
        }
        return ExitCode.DONE.value();
    }

    /** Shows open gates with the state, so that the user can decide at once. */
    private void gate(RunDirectory found) throws IOException {
        var open = OpenGate.in(found);
        if (open.isEmpty()) return;
        try (var here = Workspace.open(console.directory(), console.environment())) {
            console.print(
                    "\n"
                            + GatePage.of(
                                    open.get(),
                                    ApprovalTarget.of(here, open.get()),
                                    here.runs().blobs(),
                                    console.paint()));
        } catch (UserError unseen) {
            console.note("cannot read what the gate shows: " + unseen.message());
        }
    }
}
