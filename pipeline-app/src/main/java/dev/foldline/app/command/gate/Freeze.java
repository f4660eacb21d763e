package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline freeze}: opens a gate that no phase has, also while an agent works. */
@Command(name = "freeze", description = "Hold a run at a gate of your own until somebody approves or rejects it.",
        footer = {
            "  foldline freeze tas_approval -m \"TAS must be approved\"",
            "What an agent is doing goes on to its end, and is kept; nothing new begins. A rejection ends the run, its work saved.",
        })
public final class Freeze implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "GATE_ID", description = "What the gate is called.")
    private String gate = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "-m", required = true, paramLabel = "REASON", description = "Why, for those who will look at it.")
    private String reason = "";

    public Freeze(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Asking.ask(console, Asking.run(console, run), new dev.foldline.core.command.Command.Freeze(gate, reason), "Frozen: " + gate);
    }
}
