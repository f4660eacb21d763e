package dev.foldline.law;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.core.workflow.PriceList.Tokens;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

import java.math.BigDecimal;

/** An estimate is never less than the price says, and by less than a millionth of a dollar more. */
class PriceProperties {
    private static final long DEAR = 1_000_000_000;

    @Property
    void an_estimate_is_the_price_rounded_up_to_a_millionth_of_a_dollar(
            @ForAll @LongRange(max = DEAR) long input,
            @ForAll @LongRange(max = DEAR) long cached,
            @ForAll @LongRange(max = DEAR) long output,
            @ForAll @LongRange(max = 2_000_000_000) long tokens,
            @ForAll @LongRange(max = 2_000_000_000) long others) {
        var price = new Price("model", input, cached, output, "");
        var exact =
                product(input, tokens).add(product(cached, others)).add(product(output, tokens));
        assertThat(BigDecimal.valueOf(price.cost(new Tokens(tokens, others, tokens))))
                .isBetween(exact, exact.add(new BigDecimal("0.999999")));
    }

    private static BigDecimal product(long price, long tokens) {
        return BigDecimal.valueOf(price).multiply(BigDecimal.valueOf(tokens)).movePointLeft(6);
    }

    @Property
    void a_call_costs_no_less_than_its_parts_and_no_more_than_their_sum(
            @ForAll long price, @ForAll long one, @ForAll long other) {
        var model = new Price("model", Math.abs(price / 2), 0, Math.abs(price / 2), "");
        var first = new Tokens(Math.abs(one / 2), 0, 0);
        var second = new Tokens(0, 0, Math.abs(other / 2));
        long whole = model.cost(first.plus(second));
        assertThat(whole)
                .isBetween(
                        Math.max(model.cost(first), model.cost(second)),
                        saturated(model.cost(first), model.cost(second)));
    }

    private static long saturated(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }
}
