package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.RunHistory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Which rule decides at a point, and why. */
@Command(
        name = "explain",
        description = "Show which rule decides what a run does next, and why.",
        footer = {
            "  foldline explain                   what the latest run does or waits for now, and"
                    + " why",
            "  foldline explain @:120             what it did after event 120, and why",
        })
public final class ExplainCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or point in its log (default: latest).")
    private String run = "@";

    public ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var argument = RunArgument.parse(run);
        var page = ExplanationPage.of(RunHistory.open(argument.find(console)), argument.seq());
        if (console.isJson()) console.print(page.document());
        else console.print(page.text(console.paint()));
        return ExitCode.DONE.value();
    }
}
