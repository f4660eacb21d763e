package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.Usage;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;
import java.util.Optional;

/**
 * What a call has spent so far: the sum of its steps, until the agent tells what the whole call has cost.
 *
 * @param steps of all steps but the latest
 * @param latest step, which may be told again
 * @param call what the agent told of the whole call
 */
public record Spending(Amount steps, Optional<Usage> latest, Optional<Amount> call) {
    static final Spending NOTHING = new Spending(Amount.NOTHING, Optional.empty(), Optional.empty());

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
        var toldAgain = latest.filter(before -> before.key().equals(usage.key())).isPresent();
        return new Spending(toldAgain ? steps : total(), Optional.of(usage), call);
    }

    /** All of it; what a step tells that the whole call does not is kept. */
    public Amount sofar() {
        var total = total();
        return call.map(whole -> new Amount(whole.tokens().or(total::tokens), whole.microUsd().or(total::microUsd))).orElse(total);
    }

    private Amount total() { return latest.map(usage -> steps.plus(Amount.of(usage))).orElse(steps); }
}
