package dev.foldline.core.state;

import dev.foldline.core.effect.Allowance;
import dev.foldline.core.event.Spend;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Policy;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.function.Function;
import org.immutables.value.Value;

/**
 * What has been used up. The counts of trying again rise by way of the remedies alone; entering a phase begins its tally anew, and a
 * person who grants a retry or raises the budget refuels.
 *
 * @param waysBack ways back so far; never falls
 * @param refuelledAt ways back when a person last asked to try again
 * @param savings tries to save the work at the end
 * @param backs uses of each counted route back, by {@code stage/phase/label}
 * @param byPhase the same as {@code meter}, by phase id
 * @param phases what single phases may spend, by phase id
 */
@Value.Builder
public record Spent(
        Tally tally, int waysBack, int refuelledAt, int savings, Map<String, Integer> backs, Repeats repeats, Meter meter,
        Map<String, Meter> byPhase, Budget budget, Map<String, Budget> phases)
        implements WithSpent {

    public static Spent nothing(Policy policy) {
        return new Spent(Tally.FRESH, 0, 0, 0, LinkedHashMap.empty(), Repeats.NONE, Meter.ZERO, LinkedHashMap.empty(), policy.budget(), policy.phases());
    }

    /**
     * The counts of the current execution of a phase; all begin anew when a phase is entered.
     *
     * @param attempt tries so far, the first is 1
     * @param failures how often in a row the work of an instructed worker has failed
     */
    public record Tally(int attempt, int outputs, int sameAgent, int continuations, int failures) {
        public static final Tally FRESH = new Tally(1, 0, 0, 0);

        /** Of work that has not failed. */
        public Tally(int attempt, int outputs, int sameAgent, int continuations) { this(attempt, outputs, sameAgent, continuations, 0); }

        public Tally again() { return new Tally(attempt + 1, outputs, sameAgent, continuations, failures); }

        public Tally outputs(int count) { return new Tally(attempt, count, sameAgent, continuations, failures); }

        public Tally sameAgent(int count) { return new Tally(attempt, outputs, count, continuations, failures); }

        public Tally continuations(int count) { return new Tally(attempt, outputs, sameAgent, count, failures); }

        public Tally failures(int count) { return new Tally(attempt, outputs, sameAgent, continuations, count); }

        /** Another agent, or another start: its patience is whole again. */
        public Tally patient() { return new Tally(attempt, 0, 0, continuations, failures); }
    }

    /** How often the same deed has been started in a row. */
    public record Repeats(String fingerprint, int count) {
        public static final Repeats NONE = new Repeats("", 0);

        public Repeats and(String next) {
            return next.equals(fingerprint) ? new Repeats(next, count + 1) : new Repeats(next, 1);
        }
    }

    /**
     * What was spent of one thing: tokens, or money in millionths of a dollar.
     *
     * @param told the sum of what calls told; none if none did
     * @param charged what was taken for what calls have spent that reached their provider and did not tell
     * @param untold calls that reached their provider and did not tell
     * @param dearest the most that any one call has told
     */
    public record Measure(Option<Long> told, long charged, int untold, long dearest) {
        public static final Measure ZERO = new Measure(Option.none(), 0, 0, 0);

        /** What one call told. */
        static Measure of(Option<Long> told) { return new Measure(told, 0, 0, told.getOrElse(0L)); }

        /** What counts against a limit. */
        public long total() { return sum(told.getOrElse(0L), charged); }

        /** Unknown unless every call told. */
        public Option<Long> known() { return told.filter(_ -> untold == 0); }

        public Measure plus(Measure more) {
            return new Measure(more.told.map(amount -> sum(amount, told.getOrElse(0L))).orElse(told), sum(charged, more.charged),
                    untold + more.untold, Math.max(dearest, more.dearest));
        }

        /** This, or what a call of a phase with such calls is charged with that did not tell: half of what was set aside, and twice the dearest call if there is as much. */
        private Measure orUntold(Option<Long> reserved, Measure phase) {
            long twice = sum(phase.dearest, phase.dearest);
            return told.isDefined() ? this : new Measure(told, reserved.map(all -> Math.min(all, Math.max(twice, all - all / 2))).getOrElse(0L), 1, 0);
        }

        /** An agent may tell anything: what is too much to count is the most there is. */
        private static long sum(long one, long other) { return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other; }
    }

    /** What was metered. */
    public record Meter(int agentCalls, long wallMillis, Measure tokens, Measure microUsd) {
        public static final Meter ZERO = new Meter(0, 0, Measure.ZERO, Measure.ZERO);

        /** What was spent without a call, or by one that told it all. */
        public static Meter of(Spend spend) {
            return new Meter(0, spend.millis(), Measure.of(spend.tokens()), Measure.of(spend.microUsd()));
        }

        public Meter called() { return new Meter(agentCalls + 1, wallMillis, tokens, microUsd); }

        /**
         * What the call did not tell is unknown, and is charged by what was set aside for it, if that was limited.
         *
         * @param phase what was spent before in the call's phase
         */
        public Meter untold(Option<Allowance> allowance, Meter phase) {
            return new Meter(agentCalls, wallMillis, tokens.orUntold(allowance.flatMap(Allowance::tokensMax), phase.tokens),
                    microUsd.orUntold(allowance.flatMap(Allowance::microUsdMax), phase.microUsd));
        }

        public Meter plus(Meter more) {
            return new Meter(agentCalls + more.agentCalls, wallMillis + more.wallMillis, tokens.plus(more.tokens), microUsd.plus(more.microUsd));
        }

        /** The limits of a budget that another call of an agent would pass. */
        public Vector<Limit> reached(Budget budget) {
            return Vector.of(Limit.values()).filter(limit -> limit.of(budget).exists(max -> limit.of(this) >= max));
        }
    }

    /** What a budget limits. */
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

        public String word() { return word; }

        public Option<Long> of(Budget budget) { return max.apply(budget); }

        public long of(Meter meter) { return spent.apply(meter); }
    }

    /** What was spent in a phase, by its id: all its turns and executions together. */
    public Meter meter(String phase) { return byPhase.get(phase).getOrElse(Meter.ZERO); }

    /** Something more was spent, in this phase. */
    public Spent charged(String phase, Meter more) {
        return withMeter(meter.plus(more)).withByPhase(byPhase.put(phase, meter(phase).plus(more)));
    }

    /** The limits that another call in this phase would pass, the run's and then the phase's own: {@code usd}, {@code development.usd}. */
    public Vector<String> reached(String phase) {
        var own = phases.get(phase).map(meter(phase)::reached).getOrElse(Vector.empty());
        return meter.reached(budget).map(Limit::word).appendAll(own.map(limit -> phase + "." + limit.word()));
    }

    /** What is left of a limit for another call in this phase, at least 1; none if nothing limits it. */
    public Option<Long> left(Limit limit, String phase) {
        var ofRun = limit.of(budget).map(max -> max - limit.of(meter));
        var ofPhase = phases.get(phase).flatMap(limit::of).map(max -> max - limit.of(meter(phase)));
        return ofRun.toVector().appendAll(ofPhase).min().map(left -> Math.max(1, left));
    }

    /** What another call in this phase may spend: all that is left; none if neither money nor tokens are limited. */
    public Option<Allowance> allowance(String phase) {
        var tokens = left(Limit.TOKENS, phase);
        var microUsd = left(Limit.USD, phase);
        return tokens.isEmpty() && microUsd.isEmpty() ? Option.none() : Option.of(new Allowance(tokens, microUsd));
    }
}
