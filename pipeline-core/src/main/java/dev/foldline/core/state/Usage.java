package dev.foldline.core.state;

import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

import java.util.function.Function;

/**
 * What a run has used. Only failure handling raises the retry counts. Entering a phase resets its
 * tally. A retry or a higher budget by the user resets the limits.
 *
 * @param rewinds number of rewinds so far; never decreases
 * @param rewindsAtReset number of rewinds at the user's last retry
 * @param saves attempts to save the work at the end
 * @param routeUses number of uses of each counted route back, by {@code stage/phase/label}
 * @param byPhase the meter of each phase, by phase id
 * @param phases budgets of single phases, by phase id
 */
@Value.Builder
public record Usage(
        Tally tally,
        int rewinds,
        int rewindsAtReset,
        int saves,
        Map<String, Integer> routeUses,
        Repeats repeats,
        Meter meter,
        Map<String, Meter> byPhase,
        Budget budget,
        Map<String, Budget> phases)
        implements WithUsage {

    public static Usage nothing(Policy policy) {
        return new UsageBuilder()
                .tally(Tally.FRESH)
                .rewinds(0)
                .rewindsAtReset(0)
                .saves(0)
                .routeUses(LinkedHashMap.empty())
                .repeats(Repeats.NONE)
                .meter(Meter.ZERO)
                .byPhase(LinkedHashMap.empty())
                .budget(policy.budget())
                .phases(policy.phases())
                .build();
    }

    /**
     * The counts of the current execution of a phase. They are reset when a phase is entered.
     *
     * @param attempt number of attempts, from 1
     * @param failures number of failures in a row of the instructed worker's work
     */
    public record Tally(int attempt, int outputs, int sameAgent, int continuations, int failures) {
        public static final Tally FRESH = new Tally(1, 0, 0, 0);

        /** A tally without failures. */
        public Tally(int attempt, int outputs, int sameAgent, int continuations) {
            this(attempt, outputs, sameAgent, continuations, 0);
        }

        public Tally again() {
            return new Tally(attempt + 1, outputs, sameAgent, continuations, failures);
        }

        public Tally outputs(int count) {
            return new Tally(attempt, count, sameAgent, continuations, failures);
        }

        public Tally sameAgent(int count) {
            return new Tally(attempt, outputs, count, continuations, failures);
        }

        public Tally continuations(int count) {
            return new Tally(attempt, outputs, sameAgent, count, failures);
        }

        public Tally failures(int count) {
            return new Tally(attempt, outputs, sameAgent, continuations, count);
        }

        /** Resets the limits for another agent or another start. */
        public Tally patient() {
            return new Tally(attempt, 0, 0, continuations, failures);
        }
    }

    /**
     * How many times the same effect was started in a row.
     *
     * @param fingerprint that of the effect; none before the first one
     */
    public record Repeats(Option<String> fingerprint, int count) {
        public static final Repeats NONE = new Repeats(Option.none(), 0);

        public Repeats and(String next) {
            return new Repeats(Option.of(next), fingerprint.contains(next) ? count + 1 : 1);
        }
    }

    /**
     * The usage of one resource: tokens, or money in millionths of a dollar.
     *
     * @param reported sum of what calls reported; none if no call reported anything
     * @param charged estimate for calls that reached their provider and reported nothing
     * @param unreported number of calls that reached their provider and reported nothing
     * @param highest the highest usage of a single call
     * @param estimated sum of the estimates by price for calls that reported tokens only; none, as
     *     in older logs, without such a call
     */
    public record Measure(
            Option<Long> reported,
            long charged,
            int unreported,
            long highest,
            Option<Long> estimated) {
        public static final Measure ZERO = new Measure(Option.none(), 0, 0, 0);

        /** Returns the usage that one call reported. */
        static Measure of(Option<Long> reported) {
            return new Measure(reported, 0, 0, reported.getOrElse(0L));
        }

        /** Returns the money that one call reported, or what it is estimated to have cost. */
        static Measure ofMoney(Spend spend) {
            return new Measure(
                    spend.microUsd(),
                    0,
                    0,
                    spend.money().getOrElse(0L),
                    spend.microUsd().isDefined() ? Option.none() : spend.estimated());
        }

        /** A measure without an estimate. */
        public Measure(Option<Long> reported, long charged, int unreported, long highest) {
            this(reported, charged, unreported, highest, Option.none());
        }

        /** Returns what calls reported, with the estimates; none if there is neither. */
        public Option<Long> known() {
            return sum(reported, estimated);
        }

        /** Returns what counts against a limit. */
        public long total() {
            return sum(known().getOrElse(0L), charged);
        }

        public Measure plus(Measure more) {
            return new Measure(
                    sum(reported, more.reported),
                    sum(charged, more.charged),
                    unreported + more.unreported,
                    Math.max(highest, more.highest),
                    sum(estimated, more.estimated));
        }

        /**
         * Returns this measure, or an estimate if the call reported nothing: half of its allowance,
         * or more up to the whole allowance if twice the dearest call of the phase is more.
         */
        private Measure orUntold(Option<Long> reserved, Measure phase) {
            long twice = sum(phase.highest, phase.highest);
            return known().isDefined()
                    ? this
                    : new Measure(
                            reported,
                            reserved.map(all -> Math.min(all, Math.max(twice, all - all / 2)))
                                    .getOrElse(0L),
                            1,
                            0);
        }

        /** Returns a copy that is no measure for the cost of the next call. */
        private Measure withoutHighest() {
            return new Measure(reported, charged, unreported, 0, estimated);
        }

        private static Option<Long> sum(Option<Long> one, Option<Long> other) {
            return one.isEmpty() ? other : one.map(amount -> sum(amount, other.getOrElse(0L)));
        }

        /** Reported values may be arbitrarily large, so the sum saturates. */
        private static long sum(long one, long other) {
            return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
        }
    }

    /** The metered usage. */
    public record Meter(int agentCalls, long wallMillis, Measure tokens, Measure microUsd) {
        public static final Meter ZERO = new Meter(0, 0, Measure.ZERO, Measure.ZERO);

        /** Returns the usage of an effect without a call, or of a call that reported everything. */
        public static Meter of(Spend spend) {
            return new Meter(0, spend.millis(), Measure.of(spend.tokens()), Measure.ofMoney(spend));
        }

        public Meter called() {
            return new Meter(agentCalls + 1, wallMillis, tokens, microUsd);
        }

        /**
         * Marks what the call did not report as unknown and charges it by the allowance, if that
         * was limited.
         *
         * @param phase the earlier usage of the call's phase
         */
        public Meter unreported(Option<Allowance> allowance, Meter phase) {
            return new Meter(
                    agentCalls,
                    wallMillis,
                    tokens.orUntold(allowance.flatMap(Allowance::tokensMax), phase.tokens),
                    microUsd.orUntold(allowance.flatMap(Allowance::microUsdMax), phase.microUsd));
        }

        /**
         * Returns what a parent is charged for a child with this usage. Child runs work side by
         * side, so their time is not added up.
         */
        public Meter ofChild() {
            return new Meter(agentCalls, 0, tokens.withoutHighest(), microUsd.withoutHighest());
        }

        public Meter plus(Meter more) {
            return new Meter(
                    agentCalls + more.agentCalls,
                    wallMillis + more.wallMillis,
                    tokens.plus(more.tokens),
                    microUsd.plus(more.microUsd));
        }

        /** Returns the limits of a budget that another agent call would exceed. */
        public Vector<Limit> reached(Budget budget) {
            return Vector.of(Limit.values())
                    .filter(limit -> limit.of(budget).exists(max -> limit.of(this) >= max));
        }
    }

    /** A limit of a budget. */
    public enum Limit {
        AGENT_CALLS("agent_calls", Budget::agentCallsMax, meter -> (long) meter.agentCalls()),
        WALL("wall", Budget::wallMillisMax, Meter::wallMillis),
        USD("usd", Budget::microUsdMax, meter -> meter.microUsd().total()),
        TOKENS("tokens", Budget::tokensMax, meter -> meter.tokens().total());

        private final String word;
        private final Function<Budget, Option<Long>> max;
        private final Function<Meter, Long> spent;

        Limit(String word, Function<Budget, Option<Long>> max, Function<Meter, Long> spent) {
            this.word = word;
            this.max = max;
            this.spent = spent;
        }

        public String word() {
            return word;
        }

        public Option<Long> of(Budget budget) {
            return max.apply(budget);
        }

        public long of(Meter meter) {
            return spent.apply(meter);
        }
    }

    /** Returns the usage of a phase, over all its turns and executions. */
    public Meter meter(String phase) {
        return byPhase.get(phase).getOrElse(Meter.ZERO);
    }

    /** Adds usage in this phase. */
    public Usage charged(String phase, Meter more) {
        return withMeter(meter.plus(more)).withByPhase(byPhase.put(phase, meter(phase).plus(more)));
    }

    /**
     * Returns the limits that another call in this phase would exceed, first the run's, then the
     * phase's own: {@code usd}, {@code development.usd}.
     */
    public Vector<String> reached(String phase) {
        var own = phases.get(phase).map(meter(phase)::reached).getOrElse(Vector.empty());
        return meter.reached(budget)
                .map(Limit::word)
                .appendAll(own.map(limit -> phase + "." + limit.word()));
    }

    /**
     * Returns the limits of which less is left than needed in this phase, first the run's, then the
     * phase's own.
     */
    public Vector<String> lacking(String phase, Function<Limit, Long> needed) {
        var own =
                phases.get(phase)
                        .map(limits -> lacking(limits, meter(phase), needed))
                        .getOrElse(Vector.empty());
        return lacking(budget, meter, needed)
                .map(Limit::word)
                .appendAll(own.map(limit -> phase + "." + limit.word()));
    }

    private static Vector<Limit> lacking(Budget budget, Meter meter, Function<Limit, Long> needed) {
        return Vector.of(Limit.values())
                .filter(
                        limit ->
                                limit.of(budget)
                                        .exists(
                                                max ->
                                                        max - limit.of(meter)
                                                                < needed.apply(limit)));
    }

    /**
     * Returns what is left of a limit for another call in this phase, at least 1; none without a
     * limit.
     */
    public Option<Long> left(Limit limit, String phase) {
        var ofRun = limit.of(budget).map(max -> max - limit.of(meter));
        var ofPhase = phases.get(phase).flatMap(limit::of).map(max -> max - limit.of(meter(phase)));
        return ofRun.toVector().appendAll(ofPhase).min().map(left -> Math.max(1, left));
    }

    /** Returns what is left of the run's limits: the budget of a run that continues its work. */
    public Budget remaining() {
        return remaining(budget, meter);
    }

    /** Returns what is left of the limits of single phases, by phase id. */
    public Map<String, Budget> remainingByPhase() {
        return phases.map((phase, limits) -> Tuple.of(phase, remaining(limits, meter(phase))));
    }

    private static Budget remaining(Budget budget, Meter meter) {
        return new Budget(
                remaining(Limit.AGENT_CALLS, budget, meter),
                remaining(Limit.WALL, budget, meter),
                remaining(Limit.USD, budget, meter),
                remaining(Limit.TOKENS, budget, meter));
    }

    private static Option<Long> remaining(Limit limit, Budget budget, Meter meter) {
        return limit.of(budget).map(max -> Math.max(0, max - limit.of(meter)));
    }

    /**
     * Returns the allowance of another call in this phase: all that is left; none if neither money
     * nor tokens are limited.
     */
    public Option<Allowance> allowance(String phase) {
        var tokens = left(Limit.TOKENS, phase);
        var microUsd = left(Limit.USD, phase);
        return tokens.isEmpty() && microUsd.isEmpty()
                ? Option.none()
                : Option.of(new Allowance(tokens, microUsd));
    }
}
