package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.gate.Ground;
import dev.foldline.app.gate.Intent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.run.Workspace;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code foldline approve}: lets a run go on behind a gate. */
@Command(name = "approve", description = "Approve what a gate shows: exactly the revision and tree it shows now.")
public final class Approve implements Callable<Integer> {
    private final Console console;

    @Mixin
    private GateArguments which = new GateArguments();

    @Mixin
    private Bound bound = new Bound();

    @Option(names = "-m", paramLabel = "TEXT", description = "A remark for the log.")
    private String remark = "";

    @Option(names = "--as-it-is", description = "Approve files that have changed since the gate opened, too.")
    private boolean asItIs;

    public Approve(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        var open = which.find(console, Intent.APPROVE);
        if (!asItIs) asShown(open);
        var command = new dev.foldline.core.command.Command.Approve(open.gate().id(), bound.to(open), remark);
        return Asking.ask(console, open.run(), command, "Approved: " + open.gate().id() + ", revision " + open.gate().revision(),
                asItIs ? " --as-it-is" : "");
    }

    private void asShown(OpenGate open) throws IOException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            Ground.of(here, open).isAsShown(open);
        }
    }
}
