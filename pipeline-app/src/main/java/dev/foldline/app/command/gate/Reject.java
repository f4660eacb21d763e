package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code foldline reject}: sends what a gate shows back, with the reason. */
@Command(name = "reject", description = "Send what a gate shows back; the phase is redone with what you say. A rejected freeze ends the run.")
public final class Reject implements Callable<Integer> {
    private final Console console;

    @Mixin
    private GateArguments which = new GateArguments();

    @Option(names = "-m", required = true, paramLabel = "TEXT", description = "What is to be done better.")
    private String feedback = "";

    public Reject(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        var open = which.find(console);
        return Asking.ask(console, open.run(), new dev.foldline.core.command.Command.Reject(open.gate().id(), open.shown(), feedback),
                "Sent back: " + open.gate().id());
    }
}
