package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Moment;
import dev.foldline.core.state.Life;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What happened in a run, event by event. */
@Command(name = "log", description = "Show what happened, one line an event.",
        footer = {
            "  foldline log                       the latest run: number, time, phase, event, rule",
            "  foldline log --graph               grouped by turn and phase",
            "  foldline log -f --json             stays, one JSON document an event",
        })
public final class Log implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = "@", description = "@ (the latest), @~1, or the beginning of an id; RUN:SEQ ends there.")
    private String run = "@";

    @ArgGroup
    private Form form = new Form();

    @Option(names = {"-f", "--follow"}, description = "Stay, and show what is appended, until the run ends.")
    private boolean follow;

    /** How a line looks. */
    static final class Form {
        @Option(names = "--oneline", description = "Number and event only.")
        private boolean oneLine;

        @Option(names = "--graph", description = "Under headings for each turn and phase; ways back are marked.")
        private boolean graph;
    }

    public Log(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var argument = RunArgument.parse(run);
        var history = History.open(argument.find(console));
        var last = argument.seq().orElse(Long.MAX_VALUE);
        var lines = lines();
        Predicate<Moment> each = moment -> {
            lines.print(moment);
            return moment.seq() < last && !console.out().checkError();
        };
        if (follow) history.follow(moment -> each.test(moment) && !(moment.after().life() instanceof Life.Ended));
        else history.walk(each);
        return ExitCode.DONE.value();
    }

    private LogLines lines() {
        if (console.isJson()) return moment -> console.printLine(LogLines.document(moment));
        if (form.oneLine) return moment -> console.print(LogLines.brief(moment, console.paint()));
        return form.graph ? new LogGraph(console) : moment -> console.print(LogLines.full(moment, console.paint()));
    }
}
