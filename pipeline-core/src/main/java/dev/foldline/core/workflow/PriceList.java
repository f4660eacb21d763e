package dev.foldline.core.workflow;

import io.vavr.collection.Map;

import java.math.BigInteger;

/**
 * The prices by which a run estimates the cost of calls whose agents report tokens but no money. It
 * is copied into the run's first event, so prices do not change during a run.
 *
 * @param byAgent the price of each agent, by its text in a role
 */
public record PriceList(Map<String, Price> byAgent) {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    /**
     * The price of a model: millionths of a dollar for a million tokens.
     *
     * @param source where the price is from, and its date
     */
    public record Price(String model, long input, long cachedInput, long output, String source) {

        /** Returns the cost in millionths of a dollar, rounded up. */
        public long cost(Tokens tokens) {
            var exact =
                    product(input, tokens.input())
                            .add(product(cachedInput, tokens.cachedInput()))
                            .add(product(output, tokens.output()));
            return exact.add(MILLION.subtract(BigInteger.ONE))
                    .divide(MILLION)
                    .min(BigInteger.valueOf(Long.MAX_VALUE))
                    .longValue();
        }

        private static BigInteger product(long price, long tokens) {
            return BigInteger.valueOf(price).multiply(BigInteger.valueOf(Math.max(0, tokens)));
        }

        /** Returns whether a reported model is this one, perhaps with a date behind its name. */
        public boolean isOf(String reported) {
            return reported.equals(model)
                    || reported.startsWith(model)
                            && reported.substring(model.length()).matches("-\\d[\\d-]*");
        }
    }

    /**
     * Tokens by their price.
     *
     * @param input input tokens that were not read from a cache
     */
    public record Tokens(long input, long cachedInput, long output) {
        public Tokens plus(Tokens more) {
            return new Tokens(
                    sum(input, more.input),
                    sum(cachedInput, more.cachedInput),
                    sum(output, more.output));
        }

        public long total() {
            return sum(sum(input, cachedInput), output);
        }

        private static long sum(long one, long other) {
            return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
        }
    }
}
