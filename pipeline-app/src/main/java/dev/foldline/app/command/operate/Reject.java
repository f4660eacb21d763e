package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foldline reject}: sends what a gate shows back, with the reason. */
@Command(name = "reject", description = "Send what a gate shows back; the phase is redone with what you say.")
public final class Reject implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "GATE", description = "The gate's name, as status shows it.")
    private String gate = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "RUN", description = "Which run; without it, the latest.")
    private String run = "@";

    @Option(names = "-m", required = true, paramLabel = "TEXT", description = "What is to be done better.")
    private String feedback = "";

    public Reject(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var directory = Asking.run(console, run);
        var shown = Approve.shown(Approve.open(directory, gate));
        return Asking.ask(console, directory, new dev.foldline.core.command.Command.Reject(gate, shown, feedback), "Sent back: " + gate);
    }
}
