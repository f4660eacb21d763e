package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.history.History;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code foldline approve}: lets a run go on behind a gate. */
@Command(name = "approve", description = "Approve what a gate shows: exactly the revision and tree it shows now.")
public final class Approve implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "GATE", description = "The gate's name, as status shows it.")
    private String gate = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @picocli.CommandLine.Option(names = "-m", paramLabel = "TEXT", description = "A remark for the log.")
    private String remark = "";

    public Approve(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var directory = Asking.run(console, run);
        var shown = shown(open(directory, gate));
        return Asking.ask(console, directory, new dev.foldline.core.command.Command.Approve(gate, shown, remark), "Approved: " + gate);
    }

    /** The open gate of that name; its revision and tree are what the person means. */
    static Gate open(RunDirectory directory, String name) throws IOException {
        if (History.open(directory).latest().state().slots().hold() instanceof Hold.Open(var gate) && gate.id().equals(name)) return gate;
        throw new UserError("no gate " + name + " is open", "run " + directory.id(), "foldline status " + directory.id(), ExitCode.FAILED);
    }

    static Shown shown(Gate gate) { return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree()); }
}
