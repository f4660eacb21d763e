package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.CommandSender;
import dev.foldline.app.gate.ApprovalTarget;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.gate.OpenGate;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.Workspace;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline approve}: lets a run go on behind a gate. */
@Command(
        name = "approve",
        description =
                "Approve an open gate. The approval applies to exactly the revision and tree shown"
                        + " now.")
public final class ApproveCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private GateArguments which = new GateArguments();

    @Mixin private ApprovalBinding bound = new ApprovalBinding();

    @Option(names = "-m", paramLabel = "TEXT", description = "Comment for the log.")
    private String remark = "";

    @Option(
            names = "--as-it-is",
            description = "Approve even if files have changed since the gate opened.")
    private boolean asItIs;

    public ApproveCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        var open = which.find(console, GateIntent.APPROVE);
        if (!asItIs) asShown(open);
        var command =
                new dev.foldline.core.command.Command.Approve(
                        open.gate().id(), bound.to(open), remark);
        return CommandSender.ask(
                console,
                open.run(),
                command,
                "Approved: " + open.gate().id() + ", revision " + open.gate().revision(),
                asItIs ? " --as-it-is" : "");
    }

    private void asShown(OpenGate open) throws IOException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            ApprovalTarget.of(here, open).isAsShown(open);
        }
    }
}
