package dev.foldline.app.view;

import dev.foldline.app.history.Words;
import dev.foldline.core.state.Spent;
import dev.foldline.core.state.Spent.Measure;
import java.util.ArrayList;

/** What a run has spent of what it may spend. */
final class Meters {
    private Meters() {}

    /** {@code calls 12/60, time 5m 0s/2h 0m, $1.20/$10.00}; money only where it is metered or limited. */
    static String of(Spent spent, String separator) {
        var budget = spent.budget();
        var meter = spent.meter();
        var parts = new ArrayList<String>();
        parts.add("calls " + meter.agentCalls() + budget.agentCallsMax().map(max -> "/" + max).getOrElse(""));
        parts.add("time " + Words.duration(meter.wallMillis()) + budget.wallMillisMax().map(max -> "/" + Words.duration(max)).getOrElse(""));
        if (meter.microUsd().told().isDefined() || budget.microUsdMax().isDefined())
            parts.add("$" + money(meter.microUsd()) + budget.microUsdMax().map(max -> "/$" + Words.money(max)).getOrElse(""));
        if (budget.tokensMax().isDefined()) parts.add("tokens " + meter.tokens().total() + "/" + budget.tokensMax().get());
        return String.join(separator, parts);
    }

    /** With a mark where calls did not tell. */
    private static String money(Measure usd) { return Words.money(usd.total()) + (usd.untold() > 0 ? "?" : ""); }
}
