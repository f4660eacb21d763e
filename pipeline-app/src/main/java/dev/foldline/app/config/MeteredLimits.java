package dev.foldline.app.config;

import dev.foldline.app.config.Catalogue.Cost;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What can be limited only where every agent tells it. */
public enum MeteredLimits {
    MONEY("money", "reports no cost", Set.of(Cost.MONEY_AND_TOKENS)),
    TOKENS("tokens", "reports no tokens", Set.of(Cost.MONEY_AND_TOKENS, Cost.TOKENS));

    private final String what;
    private final String lack;
    private final Set<Cost> told;

    MeteredLimits(String what, String lack, Set<Cost> reported) {
        this.what = what;
        this.lack = lack;
        this.told = reported;
    }

    /** Why it cannot be limited with these agents; empty if it can. */
    public Optional<String> notBy(Stream<String> agents, Function<String, Cost> cost) {
        return agents.distinct()
                .filter(agent -> !told.contains(cost.apply(agent)))
                .findFirst()
                .map(agent -> what + " cannot be metered: the agent '" + agent + "' " + lack);
    }
}
