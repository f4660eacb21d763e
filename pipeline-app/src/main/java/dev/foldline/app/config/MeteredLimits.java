package dev.foldline.app.config;

import dev.foldline.app.config.Catalogue.Cost;
import dev.foldline.app.config.key.ChainLink;

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
    private final Set<Cost> reported;

    MeteredLimits(String what, String lack, Set<Cost> reported) {
        this.what = what;
        this.lack = lack;
        this.reported = reported;
    }

    /** Why it cannot be limited with these agents; empty if it can. */
    public Optional<String> notBy(Stream<ChainLink> agents, Function<ChainLink, Cost> cost) {
        return agents.distinct()
                .filter(link -> !reported.contains(cost.apply(link)))
                .findFirst()
                .map(link -> what + " cannot be metered: the agent '" + link.agent() + "' " + lack);
    }
}
