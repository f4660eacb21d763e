package dev.foldline.effects.agent.stream;

import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.core.workflow.PriceList.Tokens;
import dev.foldline.effects.agent.stream.AgentSignal.Usage;
import dev.foldline.effects.agent.stream.AgentSignal.Usage.Scope;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import java.util.Optional;

/**
 * The usage of a call so far: the sum of its steps, until the agent reports the total of the call.
 *
 * @param steps sum of all steps except the latest
 * @param latest the latest steps by the hashes of their keys; they may be reported again, also
 *     interleaved if sub-agents run concurrently
 * @param call the reported total of the call
 */
public record CallUsage(Amount steps, Map<Integer, Amount> latest, Optional<Amount> call) {
    static final CallUsage NOTHING =
            new CallUsage(Amount.NOTHING, LinkedHashMap.empty(), Optional.empty());

    private static final int LATEST_MAX = 64;

    /**
     * Tokens, and millionths of a dollar; each is absent until it is reported.
     *
     * @param priced the tokens by their price
     */
    public record Amount(Optional<Long> tokens, Optional<Long> microUsd, Optional<Tokens> priced) {
        static final Amount NOTHING = new Amount(Optional.empty(), Optional.empty());

        public Amount(Optional<Long> tokens, Optional<Long> microUsd) {
            this(tokens, microUsd, Optional.empty());
        }

        static Amount of(Usage usage) {
            return new Amount(usage.tokens(), usage.microUsd(), usage.priced());
        }

        Amount plus(Amount other) {
            return new Amount(
                    sum(tokens, other.tokens),
                    sum(microUsd, other.microUsd),
                    priced.isEmpty()
                            ? other.priced
                            : priced.map(these -> other.priced.map(these::plus).orElse(these)));
        }

        /**
         * Returns the estimated cost; none if it is reported, or if tokens are of unknown price.
         */
        public Optional<Long> cost(Price price) {
            return priced.filter(
                            each -> microUsd.isEmpty() && tokens.equals(Optional.of(each.total())))
                    .map(price::cost);
        }

        private static Optional<Long> sum(Optional<Long> one, Optional<Long> other) {
            if (one.isEmpty() || other.isEmpty()) return one.or(() -> other);
            long sum = one.get() + other.get();
            return Optional.of(sum < 0 ? Long.MAX_VALUE : sum);
        }
    }

    CallUsage plus(Usage usage) {
        if (usage.of() == Scope.CALL)
            return new CallUsage(steps, latest, Optional.of(Amount.of(usage)));
        var reported =
                latest.remove(usage.key().hashCode()).put(usage.key().hashCode(), Amount.of(usage));
        return reported.size() <= LATEST_MAX
                ? new CallUsage(steps, reported, call)
                : new CallUsage(steps.plus(reported.head()._2()), reported.tail(), call);
    }

    /** Returns the total; values that only steps report are kept. */
    public Amount sofar() {
        var total = latest.values().foldLeft(steps, Amount::plus);
        return call.map(
                        whole ->
                                new Amount(
                                        whole.tokens().or(total::tokens),
                                        whole.microUsd().or(total::microUsd),
                                        whole.tokens().isPresent()
                                                ? whole.priced()
                                                : total.priced()))
                .orElse(total);
    }
}
