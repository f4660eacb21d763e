package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.OperationCommand;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.Bisection;
import dev.foldline.app.history.Bisection.Verdict;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Finds the first event of a log after which a command of the user fails. */
@Command(
        name = "bisect",
        description =
                "Find the first event after which a command fails. The command gets the state as"
                    + " JSON on standard input; exit code 0 means good, 1 to 124 bad, 125 skip.",
        footer = {
            "  foldline bisect @ --run 'jq -e \".usage.rewinds < 3\"'",
            "                                     the event with the third rewind",
            "  foldline bisect @ --tree --run 'make test'",
            "                                     the event that broke the tests, in a copy of its"
                    + " files",
        })
public final class BisectCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.bisect/1";

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]",
            defaultValue = "@",
            description = "Run, or the bad event of a run as RUN:SEQ (default: latest).")
    private String run = "@";

    @Option(
            names = "--run",
            paramLabel = "COMMAND",
            required = true,
            description = "Shell command that judges a state.")
    private String command = "";

    @Option(
            names = "--tree",
            description = "Run the command in a copy of the files as they were after the event.")
    private boolean tree;

    public BisectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var argument = RunArgument.parse(run);
        var history = RunHistory.open(RunLookup.find(console, argument));
        var last =
                argument.seq().isPresent()
                        ? history.at(argument.seq().getAsLong()).seq()
                        : history.latest().seq();
        var probe = new StateProbe(console.directory(), command, history.name());
        var found =
                tree
                        ? OperationCommand.context(console)
                                .withRepository(
                                        here ->
                                                Bisection.of(
                                                        last,
                                                        seq ->
                                                                noted(
                                                                        seq,
                                                                        probe.in(
                                                                                here.git(),
                                                                                history.at(seq)))))
                        : Bisection.of(last, seq -> noted(seq, probe.of(history.at(seq))));
        if (!found.isFound())
            throw new UserError(
                    "the command does not fail after the last event, so no event is the first bad"
                            + " one",
                    history.name() + ":" + last,
                    "name a bad event as RUN:SEQ, for example @:12",
                    ExitCode.FAILED);
        print(history, found);
        return ExitCode.DONE.value();
    }

    private Verdict noted(long seq, Verdict verdict) {
        if (!console.isJson()) console.note("event " + seq + ": " + ValueFormatter.of(verdict));
        return verdict;
    }

    private void print(RunHistory history, Bisection found) throws IOException {
        var step = history.moment(found.firstBad());
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "run",
                            history.name(),
                            "exact",
                            found.isExact(),
                            "last_good",
                            found.lastGood(),
                            "probes",
                            found.probes(),
                            "first_bad",
                            LogLines.document(step)));
        else console.print(text(history, found, step));
    }

    private String text(RunHistory history, Bisection found, ReplayStep step) {
        return console.paint().strong(history.name() + ":" + step.seq())
                + "  "
                + (found.isExact()
                        ? "is the first bad event"
                        : "is the first event known to be bad; skipped events after "
                                + found.lastGood()
                                + " may be bad too")
                + "\n  event     "
                + EventFormatter.of(step)
                + "\n  phase     "
                + step.phase()
                + step.rule().map(rule -> "\n  rule      " + rule).orElse("")
                + "\n  found in  "
                + ValueFormatter.count(found.probes(), "probe")
                + "\n";
    }
}
