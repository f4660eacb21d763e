package dev.foldline.app.operation;

import dev.foldline.app.history.RunComparison;
import dev.foldline.app.report.DifferencePage;
import dev.foldline.app.report.PointsPage;
import dev.foldline.app.report.ResultChanges;
import dev.foldline.app.report.RunComparisonPage;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.GitFault;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What can be asked about two points in logs. */
final class PointQueries {
    private static final Field<String> FROM =
            Field.text("from", "first point: RUN or RUN:SEQ").required().asArgument("RUN:A");
    private static final Field<String> TO =
            Field.text("to", "second point: RUN or RUN:SEQ (default: the latest run now)")
                    .withFallback("@")
                    .asArgument("RUN:B");
    private static final Field<Boolean> STATE =
            Field.truth("state", "compare the states only, value by value");

    private PointQueries() {}

    static final Operation DIFF =
            Operation.query(
                            "diff",
                            "Compare two points of a run, or two runs: results and files, or the"
                                    + " first event at which the runs diverge.",
                            DifferencePage.SCHEMA,
                            PointQueries::diff)
                    .withFields(FROM, TO, STATE)
                    .withExamples(
                            "foldline diff @:100 @:120          results and files of events 101 to"
                                    + " 120",
                            "foldline diff @:100 @:120 --state  what they changed in the state",
                            "foldline diff @~1 @                where two runs diverge, and by"
                                    + " which input")
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_diff"));

    /** A point and the log it is in. */
    private record Side(RunHistory history, Point point) {
        static Side of(OperationContext context, String text) throws IOException {
            var argument = RunArgument.parse(text);
            var history = RunHistory.open(context.read(argument.run()));
            return new Side(history, argument.point(history));
        }
    }

    private static OperationResult diff(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var from = Side.of(context, input.get(FROM));
        var to = Side.of(context, input.get(TO));
        var states = new DifferencePage(from.point(), to.point());
        if (input.get(STATE)) return OperationResult.of(states.document(), states::text);
        boolean isOneRun = from.history().log().equals(to.history().log());
        var page =
                new PointsPage(
                        states,
                        new ResultChanges(
                                isOneRun ? results(from, to) : List.of(), files(context, from, to)),
                        isOneRun ? Optional.empty() : Optional.of(comparison(from, to)));
        return OperationResult.of(page.document(), page::text);
    }

    /** The results between two points of a run, whichever comes first. */
    private static List<ReplayStep> results(Side from, Side to) throws IOException {
        return ResultChanges.results(
                from.history(),
                Math.min(from.point().seq(), to.point().seq()),
                Math.max(from.point().seq(), to.point().seq()));
    }

    private static RunComparisonPage comparison(Side from, Side to) throws IOException {
        return new RunComparisonPage(
                RunComparison.of(from.history(), to.history(), from.point(), to.point()));
    }

    private static Optional<DiffStat> files(OperationContext context, Side from, Side to)
            throws IOException, InterruptedException {
        var before = tree(from.point().state());
        var after = tree(to.point().state());
        if (before.isEmpty() || after.isEmpty()) return Optional.empty();
        return context.withRepository(
                here -> {
                    try {
                        return Optional.of(here.git().diffStat(before.get(), after.get()));
                    } catch (GitFault gone) {
                        return Optional.empty();
                    }
                });
    }

    /** The tree that the run has last seen, or the commit at which it stands. */
    private static Option<String> tree(PipelineState state) {
        var repository = state.ledger().repository();
        return repository.tree().orElse(repository.head()).orElse(repository.base());
    }
}
