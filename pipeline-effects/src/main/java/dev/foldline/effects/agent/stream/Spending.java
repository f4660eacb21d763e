package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Usage;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.util.Optional;

/**
 * What a call has spent so far: the sum of its steps, until the agent tells what the whole call has cost.
 *
 * @param steps of all steps but the latest
 * @param latest steps by the hashes of their keys, which may be told again: also in turns, where agents work side by side
 * @param call what the agent told of the whole call
 */
public record Spending(Amount steps, Map<Integer, Amount> latest, Optional<Amount> call) {
    static final Spending NOTHING = new Spending(Amount.NOTHING, LinkedHashMap.empty(), Optional.empty());

    private static final int LATEST_MAX = 64;

    /** Tokens, and millionths of a dollar; each absent until somebody tells. */
    public record Amount(Optional<Long> tokens, Optional<Long> microUsd) {
        static final Amount NOTHING = new Amount(Optional.empty(), Optional.empty());

        static Amount of(Usage usage) { return new Amount(Optional.of(usage.tokens()), usage.microUsd()); }

        Amount plus(Amount other) { return new Amount(sum(tokens, other.tokens), sum(microUsd, other.microUsd)); }

        private static Optional<Long> sum(Optional<Long> one, Optional<Long> other) {
            if (one.isEmpty() || other.isEmpty()) return one.or(() -> other);
            long sum = one.get() + other.get();
            return Optional.of(sum < 0 ? Long.MAX_VALUE : sum);
        }
    }

    Spending plus(Usage usage) {
        if (usage.of() == Scope.CALL) return new Spending(steps, latest, Optional.of(Amount.of(usage)));
        var told = latest.remove(usage.key().hashCode()).put(usage.key().hashCode(), Amount.of(usage));
        return told.size() <= LATEST_MAX ? new Spending(steps, told, call) : new Spending(steps.plus(told.head()._2()), told.tail(), call);
    }

    /** All of it; what a step tells that the whole call does not is kept. */
    public Amount sofar() {
        var total = latest.values().foldLeft(steps, Amount::plus);
        return call.map(whole -> new Amount(whole.tokens().or(total::tokens), whole.microUsd().or(total::microUsd))).orElse(total);
    }
}
