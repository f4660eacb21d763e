package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.history.ForkTree;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.report.EventFilter;
import dev.foldline.app.report.ForksPage;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.state.Lifecycle;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** What happened in a run, event by event. */
@Command(
        name = "log",
        description = "Show the events of a run, one per line.",
        footer = {
            "  foldline log                       the latest run: number, time, phase, event, rule",
            "  foldline log --graph               grouped by turn and phase",
            "  foldline log --faults --since 8h   failures of the last 8 hours",
            "  foldline log -f --json             follow, with one JSON document per event",
            "  foldline log repair                truncate a damaged log to its last valid line",
        })
public final class LogCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = "@",
            description =
                    "Run: @ (latest), @~1, or an id prefix; RUN:SEQ stops there (default: latest).")
    private String run = "@";

    @Option(
            names = "--from",
            paramLabel = "REMOTE",
            description = "Read the run as it is published in this remote or repository.")
    private Optional<String> from = Optional.empty();

    @ArgGroup private Form form = new Form();

    @Option(
            names = {"-f", "--follow"},
            description = "Print new events as they are appended, until the run ends.")
    private boolean follow;

    @ArgGroup(exclusive = false)
    private Selection selection = new Selection();

    /** Which events are printed. */
    static final class Selection {
        @Option(names = "--faults", description = "Print only events that report a failure.")
        private boolean faults;

        @Option(
                names = "--phase",
                paramLabel = "PHASE",
                description = "Print only events of this phase.")
        private @Nullable String phase;

        @Option(
                names = "--since",
                paramLabel = "TIME",
                description =
                        "Print only events from this time on: 2h, 2026-01-31, or a local time.")
        private @Nullable String since;

        @Option(
                names = "--grep",
                paramLabel = "PATTERN",
                description = "Print only events whose line matches this regular expression.")
        private @Nullable String pattern;

        EventFilter filter() {
            return EventFilter.of(
                    faults,
                    io.vavr.control.Option.of(phase),
                    io.vavr.control.Option.of(since),
                    io.vavr.control.Option.of(pattern),
                    Instant.now());
        }
    }

    /** How a line looks. */
    static final class Form {
        @Option(names = "--oneline", description = "Print event number and event only.")
        private boolean oneLine;

        @Option(names = "--graph", description = "Group by turn and phase, and mark rewinds.")
        private boolean graph;
    }

    public LogCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var argument = RunArgument.parse(run);
        var history =
                RunHistory.open(
                        from.isPresent()
                                ? RunLookup.published(console, from.get(), argument.run())
                                : RunLookup.find(console, argument));
        var last = argument.seq().orElse(Long.MAX_VALUE);
        if (argument.seq().isPresent() && !follow) history.requireEvent(last);
        var lines = lines();
        var wanted = selection.filter().knownTo(history);
        Predicate<ReplayStep> each =
                moment -> {
                    if (wanted.test(moment)) lines.print(moment);
                    return moment.seq() < last && !console.out().checkError();
                };
        if (follow)
            history.follow(
                    moment ->
                            each.test(moment)
                                    && !(moment.after().lifecycle() instanceof Lifecycle.Ended));
        else history.walk(each);
        if (form.graph && !follow && !console.isJson() && from.isEmpty()) forks(argument);
        return ExitCode.DONE.value();
    }

    @Command(
            name = "repair",
            description =
                    "Truncate a damaged log to its last valid line so that the run can continue."
                            + " The removed part is saved to a file.",
            footer = {
                "  foldline log repair                the latest run; reports what is lost and"
                        + " asks",
                "  foldline log repair @~1 --yes      the previous run, without asking",
            })
    int repair(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "RUN",
                            defaultValue = "@",
                            description =
                                    "Run: @ (latest), @~1, or an id prefix (default: latest).")
                    String which)
            throws IOException {
        return new LogRepairAction(console).of(which);
    }

    /** Prints the tree of forks below the graph. */
    private void forks(RunArgument argument) throws IOException {
        var checkout = Checkout.at(console.directory());
        var run = checkout.run(argument.run());
        var page = new ForksPage(run.id().text(), ForkTree.around(checkout.runs(), run));
        if (page.isTree())
            console.print(
                    "|\no "
                            + console.paint().strong("forks")
                            + "\n"
                            + page.text(console.paint()).indent(2));
    }

    private LogLines lines() {
        if (console.isJson()) return moment -> console.printLine(LogLines.document(moment));
        if (form.oneLine) return moment -> console.print(LogLines.brief(moment, console.paint()));
        return form.graph
                ? new LogGraph(console)
                : moment -> console.print(LogLines.full(moment, console.paint()));
    }
}
