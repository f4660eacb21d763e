package dev.foldline.app.view;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What a run has spent of what it, and the phase it is in, may spend. */
final class Meters {
    private Meters() {}

    /**
     * {@code calls 12/60, time 5m 0s/2h 0m, $1.20/$10.00, development: calls 2/3}; money only where
     * it is metered or limited, of a phase only what is limited.
     */
    static String of(Usage spent, String phase, String separator) {
        var budget = spent.budget();
        var meter = spent.meter();
        var run =
                Vector.of(
                                "calls "
                                        + meter.agentCalls()
                                        + budget.agentCallsMax()
                                                .map(max -> "/" + max)
                                                .getOrElse(""),
                                "time "
                                        + ValueFormatter.duration(meter.wallMillis())
                                        + budget.wallMillisMax()
                                                .map(max -> "/" + ValueFormatter.duration(max))
                                                .getOrElse(""))
                        .appendAll(
                                money(meter, budget)
                                        .orElse(
                                                () ->
                                                        meter.microUsd()
                                                                .known()
                                                                .map(
                                                                        _ ->
                                                                                dollars(
                                                                                        meter
                                                                                                .microUsd()))))
                        .appendAll(tokens(meter, budget));
        return run.appendAll(
                        spent.phases()
                                .get(phase)
                                .map(own -> limited(spent.meter(phase), own))
                                .filter(Vector::nonEmpty)
                                .map(own -> phase + ": " + own.mkString(separator)))
                .mkString(separator);
    }

    private static Vector<String> limited(Meter meter, Budget budget) {
        return Vector.of(
                        budget.agentCallsMax()
                                .map(max -> "calls " + meter.agentCalls() + "/" + max),
                        budget.wallMillisMax()
                                .map(
                                        max ->
                                                "time "
                                                        + ValueFormatter.duration(
                                                                meter.wallMillis())
                                                        + "/"
                                                        + ValueFormatter.duration(max)),
                        money(meter, budget),
                        tokens(meter, budget))
                .flatMap(part -> part);
    }

    private static Option<String> money(Meter meter, Budget budget) {
        return budget.microUsdMax()
                .map(max -> dollars(meter.microUsd()) + "/$" + ValueFormatter.money(max));
    }

    private static Option<String> tokens(Meter meter, Budget budget) {
        return budget.tokensMax().map(max -> "tokens " + meter.tokens().total() + "/" + max);
    }

    /** With a mark where calls did not tell, and another where a part is estimated. */
    private static String dollars(Measure usd) {
        return ValueFormatter.approximately(usd)
                + "$"
                + ValueFormatter.money(usd.total())
                + (usd.unreported() > 0 ? "?" : "");
    }
}
