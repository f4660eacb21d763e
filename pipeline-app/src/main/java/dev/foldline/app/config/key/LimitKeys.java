package dev.foldline.app.config.key;

import dev.foldline.app.config.key.KeyType.Whole;

import java.math.BigDecimal;
import java.time.Duration;

/** Keys of budgets, retry limits and timeouts. */
public final class LimitKeys {
    private LimitKeys() {}

    public static final Key<Duration> BUDGET_WALL =
            Key.of(
                    "budget.wall",
                    KeyTypes.WALL,
                    Duration.ofHours(8),
                    "Maximum total duration of a run's calls and checks, without the time it waits"
                            + " for you or for limits.");
    public static final Key<Integer> BUDGET_AGENT_CALLS =
            Key.of(
                    "budget.agent_calls",
                    KeyTypes.CALLS,
                    200,
                    "How many agent calls a run may make.");
    public static final Key<Integer> BUDGET_PHASE_CALLS =
            Key.of(
                    "budget.phase_agent_calls",
                    KeyTypes.CALLS,
                    50,
                    "For ralph and feature: maximum number of agent calls of each phase, over all"
                        + " its turns, unless budget.phases sets another. A phase with many turns"
                        + " may make ten calls for each turn instead.");
    public static final Key<BigDecimal> BUDGET_USD =
            Key.absent(
                    "budget.usd",
                    KeyTypes.DOLLARS,
                    "How much a run may spend, in US dollars; allowed only if every agent reports"
                            + " its cost.");
    public static final Key<Integer> BUDGET_TOKENS =
            Key.absent(
                    "budget.tokens",
                    KeyTypes.TOKENS,
                    "How many tokens a run may read and write, those from a cache included;"
                            + " allowed only if every agent reports them.");
    public static final Key<Duration> PHASE_WALL =
            Key.absent(
                    "budget.phases.*.wall",
                    KeyTypes.WALL,
                    "The same for one phase of the workflow, all its turns together.");
    public static final Key<Integer> PHASE_AGENT_CALLS =
            Key.absent(
                    "budget.phases.*.agent_calls",
                    KeyTypes.CALLS,
                    "How many agent calls one phase may make, all its turns together.");
    public static final Key<BigDecimal> PHASE_USD =
            Key.absent(
                    "budget.phases.*.usd",
                    KeyTypes.DOLLARS,
                    "How much one phase may spend, all its turns together; allowed only if every"
                            + " agent reports its cost.");
    public static final Key<Integer> PHASE_TOKENS =
            Key.absent(
                    "budget.phases.*.tokens",
                    KeyTypes.TOKENS,
                    "How many tokens one phase may read and write, all its turns together; allowed"
                            + " only if every agent reports them.");
    public static final Key<Integer> OUTPUT_RETRIES =
            Key.of(
                    "limits.output_retries",
                    new Whole(0, 100),
                    10,
                    "Maximum consecutive invalid artifacts of an agent before the next agent is"
                            + " called.");
    public static final Key<Integer> SAME_AGENT =
            Key.of(
                    "limits.same_agent",
                    new Whole(1, 100),
                    2,
                    "Maximum consecutive failures of an agent before the next agent is called.");
    public static final Key<Integer> CONTINUATIONS =
            Key.of(
                    "limits.continuations",
                    new Whole(1, 100),
                    3,
                    "How many calls one piece of development may take while its agent says it is"
                            + " unfinished.");
    public static final Key<Integer> FIX_CONTINUATIONS =
            Key.of(
                    "limits.fix_continuations",
                    new Whole(1, 100),
                    10,
                    "How many calls one fix may take while its agent says it is unfinished.");
    public static final Key<Integer> CYCLES =
            Key.of(
                    "limits.cycles",
                    new Whole(1, 100),
                    3,
                    "Maximum number of cycles through a chain of agents, with an increasing wait"
                            + " between them.");
    public static final Key<Duration> BACKOFF_FIRST =
            Key.of(
                    "limits.backoff_first",
                    KeyTypes.WAIT,
                    Duration.ofSeconds(1),
                    "The wait before a chain's second cycle; each further one is twice as long.");
    public static final Key<Duration> BACKOFF_MAX =
            Key.of(
                    "limits.backoff_max",
                    KeyTypes.WAIT,
                    Duration.ofSeconds(60),
                    "The longest such wait.");
    public static final Key<Integer> RECOVERIES =
            Key.of(
                    "limits.recoveries",
                    new Whole(0, 1000),
                    12,
                    "Maximum number of recoveries in a run.");
    public static final Key<Integer> WAYS_BACK =
            Key.of(
                    "limits.rewinds",
                    new Whole(1, 100_000),
                    2000,
                    "Maximum number of rewinds in a run.");
    public static final Key<Integer> LOOP =
            Key.of(
                    "limits.loop",
                    new Whole(2, 10_000),
                    100,
                    "How many identical steps in a row count as a loop.");
    public static final Key<Duration> AGENT_TIMEOUT =
            Key.of(
                    "timeouts.agent",
                    KeyTypes.WAIT,
                    Duration.ofHours(1),
                    "Maximum duration of an agent call.");
    public static final Key<Duration> START_TIMEOUT =
            Key.of(
                    "timeouts.start",
                    KeyTypes.WAIT,
                    Duration.ofMinutes(5),
                    "Maximum time until an agent's first output.");
    public static final Key<Duration> IDLE_TIMEOUT =
            Key.of(
                    "timeouts.idle",
                    KeyTypes.WAIT,
                    Duration.ofMinutes(15),
                    "Maximum time without output after that.");
    public static final Key<Duration> CHECK_TIMEOUT =
            Key.of(
                    "timeouts.check",
                    KeyTypes.WAIT,
                    Duration.ofMinutes(30),
                    "Maximum duration of a check.");
}
