package dev.foldline.core.state;

import dev.foldline.core.effect.Allowance;
import dev.foldline.core.event.Spend;
import dev.foldline.core.workflow.Policy.Budget;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import org.immutables.value.Value;

/**
 * What has been used up. The counts of trying again rise by way of the remedies alone; entering a phase begins its tally anew, and a
 * person who grants a retry or raises the budget refuels.
 *
 * @param waysBack ways back so far; never falls
 * @param refuelledAt ways back when a person last asked to try again
 * @param savings tries to save the work at the end
 * @param backs uses of each counted route back, by {@code stage/phase/label}
 */
@Value.Builder
public record Spent(
        Tally tally, int waysBack, int refuelledAt, int savings, Map<String, Integer> backs, Repeats repeats, Meter meter,
        Budget budget)
        implements WithSpent {

    public static Spent nothing(Budget budget) {
        return new Spent(Tally.FRESH, 0, 0, 0, LinkedHashMap.empty(), Repeats.NONE, Meter.ZERO, budget);
    }

    /**
     * The counts of the current execution of a phase; all begin anew when a phase is entered.
     *
     * @param attempt tries so far, the first is 1
     */
    public record Tally(int attempt, int outputs, int sameAgent, int continuations) {
        public static final Tally FRESH = new Tally(1, 0, 0, 0);

        public Tally again() { return new Tally(attempt + 1, outputs, sameAgent, continuations); }

        public Tally outputs(int count) { return new Tally(attempt, count, sameAgent, continuations); }

        public Tally sameAgent(int count) { return new Tally(attempt, outputs, count, continuations); }

        public Tally continuations(int count) { return new Tally(attempt, outputs, sameAgent, count); }

        /** Another agent, or another start: its patience is whole again. */
        public Tally patient() { return new Tally(attempt, 0, 0, continuations); }
    }

    /** How often the same deed has been started in a row. */
    public record Repeats(String fingerprint, int count) {
        public static final Repeats NONE = new Repeats("", 0);

        public Repeats and(String next) {
            return next.equals(fingerprint) ? new Repeats(next, count + 1) : new Repeats(next, 1);
        }
    }

    /** What was metered; money is in millionths of a dollar and unknown unless every agent told. */
    public record Meter(int agentCalls, long wallMillis, long tokens, Option<Long> microUsd) {
        public static final Meter ZERO = new Meter(0, 0, 0, Option.none());

        public Meter called() { return new Meter(agentCalls + 1, wallMillis, tokens, microUsd); }

        public Meter plus(Spend spend) {
            var usd = spend.microUsd().map(more -> more + microUsd.getOrElse(0L)).orElse(microUsd);
            return new Meter(agentCalls, wallMillis + spend.millis(), tokens + spend.tokens().getOrElse(0L), usd);
        }
    }

    /** Whether another call of an agent would pass a limit. */
    public boolean isBudgetReached() {
        return budget.agentCallsMax().exists(max -> meter.agentCalls() >= max)
                || budget.wallMillisMax().exists(max -> meter.wallMillis() >= max)
                || budget.microUsdMax().exists(max -> meter.microUsd().getOrElse(0L) >= max)
                || budget.tokensMax().exists(max -> meter.tokens() >= max);
    }

    /** What another call may spend: all that is left; none if neither money nor tokens are limited. */
    public Option<Allowance> allowance() {
        var tokens = budget.tokensMax().map(max -> Math.max(1, max - meter.tokens()));
        var microUsd = budget.microUsdMax().map(max -> Math.max(1, max - meter.microUsd().getOrElse(0L)));
        return tokens.isEmpty() && microUsd.isEmpty() ? Option.none() : Option.of(new Allowance(tokens, microUsd));
    }
}
