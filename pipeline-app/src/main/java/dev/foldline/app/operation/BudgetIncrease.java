package dev.foldline.app.operation;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.MeteredLimits;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.DurationText;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.control.Option;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Raises a budget: {@code agent_calls=+10} adds to the limit, {@code agent_calls=80} sets it,
 * {@code development.agent_calls=80} that of a phase.
 */
final class BudgetIncrease {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    private final PipelineState state;
    private final Function<String, Cost> cost;

    private BudgetIncrease(PipelineState state, Function<String, Cost> cost) {
        this.state = state;
        this.cost = cost;
    }

    /**
     * @param cost what an agent reports about its cost
     * @throws UserError if a word is not {@code [PHASE.]KEY=[+]VALUE} with a key of the budget, if
     *     it adds to a limit that is not there, or limits what an agent of the run does not tell
     */
    static Command.RaiseBudget raised(
            PipelineState state, List<String> words, Function<String, Cost> cost) {
        var refill = new BudgetIncrease(state, cost);
        var raised = new Command.RaiseBudget(state.usage().budget(), state.usage().phases());
        for (String word : words) raised = refill.raised(raised, word);
        return raised;
    }

    private Command.RaiseBudget raised(Command.RaiseBudget before, String word) {
        int equals = word.indexOf('=');
        var path = equals < 0 ? word : word.substring(0, equals);
        var value = equals < 0 ? "" : word.substring(equals + 1);
        int dot = path.lastIndexOf('.');
        if (dot < 0)
            return new Command.RaiseBudget(
                    raised(before.budget(), word, path, value), before.phases());
        var phase = path.substring(0, dot);
        if (!state.workflow().phases().map(Phase::id).contains(phase))
            throw wrong(
                    word, "workflow " + state.workflow().name() + " has no phase '" + phase + "'");
        var own = before.phases().get(phase).getOrElse(Budget.UNLIMITED);
        return new Command.RaiseBudget(
                before.budget(),
                before.phases().put(phase, raised(own, word, path.substring(dot + 1), value)));
    }

    private Budget raised(Budget budget, String word, String key, String value) {
        return switch (key) {
            case "agent_calls" ->
                    budget.withAgentCallsMax(
                            limit(budget.agentCallsMax(), word, value, Long::parseLong));
            case "wall" ->
                    budget.withWallMillisMax(
                            limit(
                                    budget.wallMillisMax(),
                                    word,
                                    value,
                                    text ->
                                            DurationText.parse(text)
                                                    .orElseThrow(IllegalArgumentException::new)
                                                    .toMillis()));
            case "usd" ->
                    budget.withMicroUsdMax(
                            limit(
                                    budget.microUsdMax(),
                                    metered(word, MeteredLimits.MONEY),
                                    value,
                                    text ->
                                            new BigDecimal(text)
                                                    .multiply(MILLION)
                                                    .longValueExact()));
            case "tokens" ->
                    budget.withTokensMax(
                            limit(
                                    budget.tokensMax(),
                                    metered(word, MeteredLimits.TOKENS),
                                    value,
                                    Long::parseLong));
            default -> throw wrong(word, "budget keys are agent_calls, wall, usd and tokens");
        };
    }

    /** Rejects a limit that cannot be measured. */
    private String metered(String word, MeteredLimits metered) {
        var agents = state.policy().roles().values().flatMap(links -> links).map(ChainLink::of);
        metered.notBy(agents.toJavaStream(), this::cost)
                .ifPresent(
                        why -> {
                            throw wrong(word, why, "--budget agent_calls=+20 or --budget wall=+1h");
                        });
        return word;
    }

    /** The prices of a run are those of its start. */
    private Cost cost(ChainLink link) {
        return state.policy().price(PolicyFactory.entry(link)).isDefined()
                ? Cost.MONEY_AND_TOKENS
                : cost.apply(link.agent());
    }

    private static Option<Long> limit(
            Option<Long> now, String word, String value, ToLongFunction<String> reader) {
        try {
            var more = value.startsWith("+");
            long amount = reader.applyAsLong(more ? value.substring(1) : value);
            if (amount <= 0) throw wrong(word, "must be positive");
            if (more && now.isEmpty())
                throw wrong(word, "no such limit to raise; omit '+' to set one");
            return Option.of(more ? Math.addExact(now.get(), amount) : amount);
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            throw wrong(word, "not a valid amount");
        }
    }

    private static UserError wrong(String word, String why) {
        return wrong(word, why, "--budget agent_calls=+20, --budget wall=+1h or --budget usd=+5");
    }

    private static UserError wrong(String word, String why, String hint) {
        return new UserError("--budget " + word + ": " + why, "", hint, ExitCode.USAGE);
    }
}
