package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The settings that limit a run: budgets, retry limits and timeouts. */
public final class RunLimits {
    static final String WALL = "1s..720h";
    static final String CALLS = "1..100000";
    static final String DOLLARS = "0.01..1000000";
    static final String TOKENS = "1..2000000000";
    static final String WAIT = "1s..24h";

    private RunLimits() {}

    /** What a run may use up. */
    public record Budget(
            @Doc(
                            "Maximum total duration of a run's calls and checks, without the time"
                                    + " it waits for you or for limits.")
                    @ConfigKey(range = WALL, standard = "8h")
                    Duration wall,
            @Doc("How many agent calls a run may make.") @ConfigKey(range = CALLS, standard = "200")
                    int agentCalls,
            @Doc(
                            "For ralph and feature: maximum number of agent calls of each phase,"
                                + " over all its turns, unless budget.phases sets another. A phase"
                                + " with many turns may make ten calls for each turn instead.")
                    @ConfigKey(range = CALLS, standard = "50")
                    int phaseAgentCalls,
            @Doc(
                            "How much a run may spend, in US dollars; allowed only if every agent"
                                    + " reports its cost or has a price.")
                    @ConfigKey(range = DOLLARS)
                    Optional<BigDecimal> usd,
            @Doc(
                            "How many tokens a run may read and write, those from a cache included;"
                                    + " allowed only if every agent reports them.")
                    @ConfigKey(range = TOKENS)
                    Optional<Integer> tokens,
            Map<String, Share> phases) {}

    /** What one phase may use up of it. */
    public record Share(
            @Doc("The same for one phase of the workflow, all its turns together.")
                    @ConfigKey(range = WALL)
                    Optional<Duration> wall,
            @Doc("How many agent calls one phase may make, all its turns together.")
                    @ConfigKey(range = CALLS)
                    Optional<Integer> agentCalls,
            @Doc(
                            "How much one phase may spend, all its turns together; allowed only if"
                                    + " every agent reports its cost or has a price.")
                    @ConfigKey(range = DOLLARS)
                    Optional<BigDecimal> usd,
            @Doc(
                            "How many tokens one phase may read and write, all its turns together;"
                                    + " allowed only if every agent reports them.")
                    @ConfigKey(range = TOKENS)
                    Optional<Integer> tokens) {}

    /** How often something may go wrong before something else is tried. */
    public record Limits(
            @Doc(
                            "Maximum consecutive invalid artifacts of an agent before the next"
                                    + " agent is called.")
                    @ConfigKey(range = "0..100", standard = "10")
                    int outputRetries,
            @Doc("Maximum consecutive failures of an agent before the next agent is called.")
                    @ConfigKey(range = "1..100", standard = "2")
                    int sameAgent,
            @Doc(
                            "How many calls one piece of development may take while its agent says"
                                    + " it is unfinished.")
                    @ConfigKey(range = "1..100", standard = "3")
                    int continuations,
            @Doc("How many calls one fix may take while its agent says it is unfinished.")
                    @ConfigKey(range = "1..100", standard = "10")
                    int fixContinuations,
            @Doc(
                            "Maximum number of cycles through a chain of agents, with an increasing"
                                    + " wait between them.")
                    @ConfigKey(range = "1..100", standard = "3")
                    int cycles,
            @Doc("The wait before a chain's second cycle; each further one is twice as long.")
                    @ConfigKey(range = WAIT, standard = "1s")
                    Duration backoffFirst,
            @Doc("The longest such wait.") @ConfigKey(range = WAIT, standard = "60s")
                    Duration backoffMax,
            @Doc("Maximum number of recoveries in a run.")
                    @ConfigKey(range = "0..1000", standard = "12")
                    int recoveries,
            @Doc("Maximum number of rewinds in a run.")
                    @ConfigKey(range = "1..100000", standard = "2000")
                    int rewinds,
            @Doc("How many identical steps in a row count as a loop.")
                    @ConfigKey(range = "2..10000", standard = "100")
                    int loop) {}

    /** The timeouts of effects. */
    public record Timeouts(
            @Doc("Maximum duration of an agent call.") @ConfigKey(range = WAIT, standard = "1h")
                    Duration agent,
            @Doc("Maximum time until an agent's first output.")
                    @ConfigKey(range = WAIT, standard = "5m")
                    Duration start,
            @Doc("Maximum time without output after that.")
                    @ConfigKey(range = WAIT, standard = "15m")
                    Duration idle,
            @Doc("Maximum time for an agent to exit after its last frame.")
                    @ConfigKey(range = WAIT, standard = "10s")
                    Duration exit,
            @Doc("Maximum duration of a check.") @ConfigKey(range = WAIT, standard = "30m")
                    Duration check) {}
}
