package dev.foldline.app.command.gate;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.gate.Intent;
import dev.foldline.core.projection.Account;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Gate.Verdict;
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

    @Mixin
    private Bound bound = new Bound();

    @Option(names = "-m", required = true, paramLabel = "TEXT", description = "What is to be done better.")
    private String feedback = "";

    public Reject(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        var open = which.find(console, Intent.REJECT);
        return Asking.ask(console, open.run(), new dev.foldline.core.command.Command.Reject(open.gate().id(), bound.to(open), feedback),
                said(open.gate()) + warning(open.point().state().ledger().resolutions().count(each -> each.verdict() == Verdict.REJECTED) + 1));
    }

    private static String said(Gate gate) {
        return switch (gate.onReject()) {
            case REDO      -> "Sent back: " + gate.id();
            case TERMINATE -> "Rejected: " + gate.id() + ". The run ends, its work saved";
            case CONTINUE  -> "Rejected: " + gate.id() + ". It is noted, and the run goes on";
        };
    }

    /** @param rejections of the whole run, with this one */
    private static String warning(int rejections) {
        return Account.isMany(rejections) ? "\nThis run has been sent back " + rejections + " times: perhaps the task has to be said otherwise." : "";
    }
}
