package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.control.Option;

import java.math.BigDecimal;

/** Reads the budget of a phase. */
final class BudgetReader {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private BudgetReader() {}

    static Budget budget(Node node, Problems problems) {
        var fields =
                FieldReader.of(node, "budget", problems, "agent_calls", "wall", "usd", "tokens");
        return new Budget(
                fields.number("agent_calls", 1, 1_000_000).map(Integer::longValue),
                RecoveryReader.millis(fields, "wall", problems),
                money(fields, problems),
                fields.number("tokens", 1, 999_999_999).map(Integer::longValue));
    }

    private static Option<Long> money(FieldReader fields, Problems problems) {
        return fields.text("usd")
                .flatMap(
                        text -> {
                            if (text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?"))
                                return Option.of(
                                        new BigDecimal(text).multiply(MILLION).longValueExact());
                            problems.add(
                                    fields.place("usd"),
                                    "usd is '" + text + "'",
                                    "write an amount of dollars such as 2.50");
                            return Option.none();
                        });
    }
}
