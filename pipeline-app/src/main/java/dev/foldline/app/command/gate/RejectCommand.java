package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.CommandSender;
import dev.foldline.app.gate.GateIntent;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.core.projection.RunTimeline;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Gate.Verdict;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.concurrent.Callable;

/** {@code foldline reject}: sends what a gate shows back, with the reason. */
@Command(
        name = "reject",
        description =
                "Reject an open gate. The phase runs again with your feedback; rejecting a freeze"
                        + " ends the run.")
public final class RejectCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private GateArguments which = new GateArguments();

    @Mixin private ApprovalBinding bound = new ApprovalBinding();

    @Option(
            names = "-m",
            required = true,
            paramLabel = "TEXT",
            description = "Feedback for the agent.")
    private String feedback = "";

    public RejectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        var open = which.find(console, GateIntent.REJECT);
        return CommandSender.ask(
                console,
                open.run(),
                new dev.foldline.core.command.Command.Reject(
                        open.gate().id(), bound.to(open), feedback),
                effectOf(open.gate())
                        + warning(
                                open.point()
                                                .state()
                                                .ledger()
                                                .resolutions()
                                                .count(each -> each.verdict() == Verdict.REJECTED)
                                        + 1));
    }

    private static String effectOf(Gate gate) {
        return switch (gate.onReject()) {
            case REDO -> "Rejected: " + gate.id() + ". The phase runs again";
            case TERMINATE -> "Rejected: " + gate.id() + ". The run ends; its work is saved";
            case CONTINUE -> "Rejected: " + gate.id() + ". The run continues";
        };
    }

    /**
     * @param rejections of the whole run, with this one
     */
    private static String warning(int rejections) {
        return RunTimeline.isMany(rejections)
                ? "\nThis run has been rejected "
                        + rejections
                        + " times: consider rephrasing the task."
                : "";
    }
}
