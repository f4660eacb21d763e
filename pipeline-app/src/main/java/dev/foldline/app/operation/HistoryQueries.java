package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.REQUIRED_POINT;

import dev.foldline.app.history.Blame;
import dev.foldline.app.history.StatePath;
import dev.foldline.app.report.BlamePage;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;

/** What can be asked about how a run came to its state. */
final class HistoryQueries {
    private static final Field<String> PATH =
            Field.text("path", "value of the state, for example slots.retry")
                    .required()
                    .asArgument("PATH");

    private HistoryQueries() {}

    static final Operation BLAME =
            Operation.query(
                            "blame",
                            "Show which event last changed a value of the state, and why.",
                            BlamePage.SCHEMA,
                            HistoryQueries::blame)
                    .withFields(REQUIRED_POINT, PATH)
                    .withExamples(
                            "foldline blame @ slots.retry       the last change of the retry slot",
                            "foldline blame @:412 ledger.head   the last one up to event 412")
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_blame"));

    private static OperationResult blame(OperationContext context, Input input) throws IOException {
        var argument = RunArgument.parse(input.get(REQUIRED_POINT));
        var history = RunHistory.open(context.read(argument.run()));
        var page =
                new BlamePage(
                        history.name(),
                        Blame.of(history, argument.seq(), new StatePath(input.get(PATH))));
        return OperationResult.of(page.document(), page::text);
    }
}
