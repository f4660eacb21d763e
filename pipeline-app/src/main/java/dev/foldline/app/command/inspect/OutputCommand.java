package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.report.OutputAddition;
import dev.foldline.app.report.OutputFollower;
import dev.foldline.app.report.OutputPage;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.store.RunDirectory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/** What the agents and checks of a run printed, or print now. */
@Command(
        name = "output",
        description = "Print what an agent or a check printed: the latest, or the one at an event.",
        footer = {
            "  foldline output                    what the latest agent or check printed",
            "  foldline output -f                 follow it, and the calls and checks after it",
            "  foldline output @:120              the one that event 120 is about",
            "  foldline output @:1 -f             everything from the start of the run",
        })
public final class OutputCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or point in its log as RUN:SEQ (default: latest).")
    private String run = "@";

    @Option(
            names = {"-f", "--follow"},
            description =
                    "Print what is added, until the run ends or waits for you. Ctrl-C leaves the"
                            + " run running.")
    private boolean follow;

    @Option(
            names = "--raw",
            description =
                    "Print the stream of an agent as it is, not what the agent says and does.")
    private boolean raw;

    public OutputCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var argument = RunArgument.parse(run);
        var found = RunLookup.find(console, argument);
        if (follow) follow(found, argument.seq());
        else print(OutputPage.of(found, RunHistory.open(found), argument.seq()));
        return ExitCode.DONE.value();
    }

    private void print(OutputPage page) {
        if (console.isJson()) console.print(page.document());
        else console.print(raw ? page.rawText(console.paint()) : page.text(console.paint()));
    }

    private void follow(RunDirectory found, OptionalLong seq)
            throws IOException, InterruptedException {
        if (!OutputFollower.follow(found, seq, this::print)) return;
        var standing = RunReport.of(found, Checkout.at(console.directory()).root()).standing();
        console.note(found.id() + " " + standing.sentence());
        standing.next().forEach(command -> console.note("  next      " + command));
    }

    /** Returns whether the reader is still there. */
    private boolean print(OutputAddition addition) {
        if (console.isJson()) console.printLine(addition.document());
        else console.print(addition.text(console.paint(), raw));
        return !console.out().checkError();
    }
}
