package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.config.key.DurationText;
import dev.foldline.core.workflow.Policy.Budget;
import io.vavr.control.Option;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToLongFunction;

/** Raises a budget: {@code agent_calls=+10} adds to the limit, {@code agent_calls=80} sets it. */
final class Refill {
    private Refill() {}

    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    /** @throws UserError if a word is not {@code KEY=[+]VALUE} with a key of the budget */
    public static Budget raised(Budget budget, List<String> words) {
        var raised = budget;
        for (String word : words) raised = raised(raised, word);
        return raised;
    }

    private static Budget raised(Budget budget, String word) {
        int equals = word.indexOf('=');
        var key = equals < 0 ? word : word.substring(0, equals);
        var value = equals < 0 ? "" : word.substring(equals + 1);
        return switch (key) {
            case "agent_calls" -> budget.withAgentCallsMax(limit(budget.agentCallsMax(), word, value, Long::parseLong));
            case "wall"        -> budget.withWallMillisMax(limit(budget.wallMillisMax(), word, value, text -> DurationText.parse(text).orElseThrow(IllegalArgumentException::new).toMillis()));
            case "usd"         -> budget.withMicroUsdMax(limit(budget.microUsdMax(), word, value, text -> new BigDecimal(text).multiply(MILLION).longValueExact()));
            case "tokens"      -> budget.withTokensMax(limit(budget.tokensMax(), word, value, Long::parseLong));
            default            -> throw wrong(word, "the budget has agent_calls, wall, usd and tokens");
        };
    }

    private static Option<Long> limit(Option<Long> now, String word, String value, ToLongFunction<String> reader) {
        try {
            var more = value.startsWith("+");
            long amount = reader.applyAsLong(more ? value.substring(1) : value);
            if (amount <= 0) throw wrong(word, "it must be positive");
            return Option.of(more ? Math.addExact(now.getOrElse(0L), amount) : amount);
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            throw wrong(word, "that is no amount");
        }
    }

    private static UserError wrong(String word, String why) {
        return new UserError("--budget " + word + ": " + why, "", "--budget agent_calls=+20, --budget wall=+1h or --budget usd=+5", ExitCode.USAGE);
    }
}
