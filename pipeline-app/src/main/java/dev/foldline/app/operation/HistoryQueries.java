package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.POINT;
import static dev.foldline.app.operation.Fields.RUN;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.Blame;
import dev.foldline.app.history.ForkTree;
import dev.foldline.app.history.StatePath;
import dev.foldline.app.report.BlamePage;
import dev.foldline.app.report.ForksPage;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;

/** What can be asked about how a run came to its state. */
final class HistoryQueries {
    private static final Field<String> PATH =
            Field.text("path", "value of the state, for example slots.retry")
                    .requiredRemotely()
                    .asArgument("PATH");

    private HistoryQueries() {}

    static final Operation BLAME =
            Operation.query(
                            "blame",
                            "Show which event last changed a value of the state, and why.",
                            BlamePage.SCHEMA,
                            HistoryQueries::blame)
                    .withFields(POINT, PATH)
                    .withExamples(
                            "foldline blame @ slots.retry       the last change of the retry slot",
                            "foldline blame @:412 ledger.repository.head",
                            "                                   the last one up to event 412")
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_blame"));

    static final Operation FORKS =
            Operation.query(
                            "forks",
                            "Show the tree of forks that a run is in.",
                            ForksPage.SCHEMA,
                            HistoryQueries::forks)
                    .withFields(RUN)
                    .withExamples(
                            "foldline forks                     the latest run, and what was forked"
                                    + " from it");

    private static OperationResult forks(OperationContext context, Input input) throws IOException {
        var run = context.read(input.get(RUN));
        var page = new ForksPage(run.id().text(), ForkTree.around(context.runs(), run));
        return OperationResult.of(page.document(), page::text);
    }

    private static OperationResult blame(OperationContext context, Input input) throws IOException {
        var path = input.find(PATH);
        if (path.isEmpty() && input.get(POINT).contains("."))
            throw new UserError(
                    "a value without its run",
                    input.get(POINT),
                    "foldline blame @ " + input.get(POINT),
                    ExitCode.USAGE);
        var argument = RunArgument.parse(input.get(POINT));
        var history = RunHistory.open(context.read(argument.run()));
        if (path.isEmpty()) throw unnamed(history, argument);
        var page =
                new BlamePage(
                        history.name(),
                        Blame.of(history, argument.seq(), new StatePath(path.get())));
        return OperationResult.of(page.document(), page::text);
    }

    private static UserError unnamed(RunHistory history, RunArgument argument) throws IOException {
        var point = argument.point(history);
        return new UserError(
                "no value is named; the state has "
                        + String.join(", ", new StatePath("").alternatives(point.state())),
                history.name() + ":" + point.seq(),
                "foldline blame " + history.name() + ":" + point.seq() + " slots.retry",
                ExitCode.USAGE);
    }
}
