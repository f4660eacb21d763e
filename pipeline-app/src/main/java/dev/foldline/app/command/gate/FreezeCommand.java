package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.CommandSender;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline freeze}: opens a gate that no phase has, also while an agent works. */
@Command(
        name = "freeze",
        description = "Pause a run at a new gate until you approve or reject that gate.",
        footer = {
            "  foldline freeze tas_approval -m \"TAS must be approved\"",
            "The current step finishes and its work is kept. Rejecting the gate ends the run and"
                    + " saves its work.",
        })
public final class FreezeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "GATE_ID", description = "Name of the new gate.")
    private String gate = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN",
            description = "Run id (default: latest).")
    private String run = "@";

    @Option(
            names = "-m",
            required = true,
            paramLabel = "REASON",
            description = "Reason, shown to the approver.")
    private String reason = "";

    public FreezeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return CommandSender.ask(
                console,
                CommandSender.run(console, run),
                new dev.foldline.core.command.Command.Freeze(gate, reason),
                "Frozen: " + gate);
    }
}
