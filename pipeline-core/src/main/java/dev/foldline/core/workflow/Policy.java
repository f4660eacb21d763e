package dev.foldline.core.workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

/**
 * The user's choices. They are fixed for a run and recorded in its first event.
 *
 * @param roles the agents of each role, the preferred one first
 * @param checks the commands of each named check, run in order
 * @param phases budgets of single phases over all their turns, by phase id; none in older logs
 * @param checksWrite files and folders that checks may write: no commit takes them, and evidence is
 *     not about them; empty, as in older logs, without one
 * @param checksOnCommit the checkout on which checks that passed run once more; none, as in older
 *     logs, if they need not
 * @param guard what judges and tests the change; none, as in older logs, if nothing is guarded
 * @param questions what follows when an agent asks something; none, as in older logs, if all
 *     questions wait for the user
 * @param prices prices for calls that report no money; none, as in older logs, if no agent has one
 */
@Value.Builder
public record Policy(
        Map<String, Vector<String>> roles,
        Map<String, Vector<CommandLine>> checks,
        Branching branching,
        Limits limits,
        RecoveryPolicy recovery,
        Deadlines deadlines,
        Budget budget,
        Map<String, Budget> phases,
        Option<PriceList> prices,
        Vector<String> checksWrite,
        Option<CleanCheckout> checksOnCommit,
        Option<Guard> guard,
        Option<QuestionPolicy> questions)
        implements WithPolicy {

    /** No agents and no checks, with limits and a budget. */
    public static final Policy DEFAULT =
            new PolicyBuilder()
                    .roles(LinkedHashMap.empty())
                    .checks(LinkedHashMap.empty())
                    .branching(new Branching.Stay())
                    .limits(Limits.DEFAULT)
                    .recovery(RecoveryPolicy.DEFAULT)
                    .deadlines(Deadlines.DEFAULT)
                    .budget(Budget.DEFAULT)
                    .phases(LinkedHashMap.empty())
                    .prices(Option.none())
                    .checksWrite(Vector.empty())
                    .checksOnCommit(Option.none())
                    .guard(Option.none())
                    .questions(Option.none())
                    .build();

    /** Returns the default policy with one check: this shell line must succeed. */
    public static Policy checking(String name, String line) {
        return DEFAULT.withChecks(LinkedHashMap.of(name, Vector.of(new CommandLine.Shell(line))));
    }

    /** Returns the agents of a role, in order of preference. */
    public Vector<String> chain(String role) {
        return roles.get(role).getOrElse(Vector.empty());
    }

    /** Returns what follows when an agent in this role asks something. */
    public QuestionPolicy.OnQuestion onQuestion(String role) {
        return questions.getOrElse(QuestionPolicy.PARK).of(role);
    }

    /** Returns the price of an agent's calls; none if it reports money or has no price. */
    public Option<PriceList.Price> price(String agent) {
        return prices.flatMap(list -> list.byAgent().get(agent));
    }

    /** The branch of the run's commits. */
    public sealed interface Branching {
        /**
         * Returns the revision onto which the branch is rebased; without one, the repository's base
         * branch is used.
         */
        Option<String> base();

        /** A new branch that starts at the base, or at the current head without one. */
        record NewBranch(String name, Option<String> base) implements Branching {
            public NewBranch(String name) {
                this(name, Option.none());
            }
        }

        /**
         * A new branch in a worktree of the run's own.
         *
         * @param start the commit at which it starts
         * @param copied untracked files to copy if they exist where the run is started: paths from
         *     the root
         * @param portsFrom lowest port number to reserve for the run while it is driven; none if it
         *     needs no port
         */
        record OwnTree(
                String name,
                String start,
                Option<String> base,
                Vector<String> copied,
                Option<Long> portsFrom)
                implements Branching {
            public OwnTree(String name, String start, Option<String> base) {
                this(name, start, base, Vector.empty(), Option.none());
            }

            /** Returns another branch in another worktree. */
            public OwnTree named(String other, String at) {
                return new OwnTree(other, at, base, copied, portsFrom);
            }
        }

        /**
         * A new branch named after the title in an artifact. It starts at the freshly pulled base
         * branch.
         */
        record Titled(String artifact, String baseBranch) implements Branching {
            @Override
            public Option<String> base() {
                return Option.of(baseBranch);
            }
        }

        /** The current branch. */
        record Stay(Option<String> base) implements Branching {
            public Stay() {
                this(Option.none());
            }
        }
    }

    /**
     * Limits of retries. All are finite.
     *
     * @param sameAgentMax failures of one agent before the next is called
     * @param cyclesMax cycles of a chain before recovery
     * @param backoffFirstMillis wait before the second cycle; doubled for each further one
     * @param restMillis rest of a limited agent that reported no reset time; doubled for each
     *     further refusal
     * @param rewindsMax rewinds of a whole run, of any kind
     * @param identicalMax identical effects in a row before the run counts as stuck
     */
    @Value.Builder
    public record Limits(
            int sameAgentMax,
            int cyclesMax,
            long backoffFirstMillis,
            long backoffMaxMillis,
            long restMillis,
            int rewindsMax,
            int identicalMax,
            int itemsMax)
            implements WithLimits {

        public static final Limits DEFAULT =
                new LimitsBuilder()
                        .sameAgentMax(2)
                        .cyclesMax(3)
                        .backoffFirstMillis(1_000)
                        .backoffMaxMillis(60_000)
                        .restMillis(60_000)
                        .rewindsMax(2_000)
                        .identicalMax(100)
                        .itemsMax(200)
                        .build();

        private static final long REST_MILLIS_MAX = 3_600_000;

        /**
         * Returns the rest after a refusal, counted from 1: at most an hour, unless the first rest
         * is longer.
         */
        public long restMillis(int inARow) {
            return Math.max(
                    restMillis,
                    Math.min(REST_MILLIS_MAX, restMillis << Math.min(20, Math.max(0, inARow - 1))));
        }

        /** Returns the wait before a cycle, counted from 1. */
        public long backoffMillis(int cycle) {
            return Math.min(
                    backoffMaxMillis, backoffFirstMillis << Math.min(20, Math.max(0, cycle - 1)));
        }
    }

    /**
     * What is changed before a failure is retried, and how far the run rewinds.
     *
     * @param fixer the role that fixes failures; without one, the failure is retried unchanged
     * @param restartFrom the attempt from which the phase starts again
     * @param rewindFrom the attempt from which the run rewinds a turn of {@code rewindStage}
     * @param startOverFrom the attempt from which it rewinds to that stage's first turn
     * @param attemptsMax attempts at one failure, after which the run ends or halts
     */
    @Value.Builder
    public record RecoveryPolicy(
            Option<String> fixer,
            int restartFrom,
            int rewindFrom,
            int startOverFrom,
            int attemptsMax,
            Option<String> rewindStage,
            OnExhausted onExhausted)
            implements WithRecoveryPolicy {

        public static final RecoveryPolicy DEFAULT =
                new RecoveryPolicyBuilder()
                        .fixer(Option.none())
                        .restartFrom(4)
                        .rewindFrom(7)
                        .startOverFrom(10)
                        .attemptsMax(12)
                        .rewindStage(Option.none())
                        .onExhausted(OnExhausted.HALT)
                        .build();

        /** What follows when the attempts are used up: halt for the user, or end. */
        public enum OnExhausted {
            HALT,
            END,
            /** Ends, also where a run halts at once or waits for a higher budget. */
            NEVER_HALT
        }

        /** Returns this policy without attempts: each failure waits for the user. */
        public RecoveryPolicy withoutAttempts() {
            return withFixer(Option.none())
                    .withAttemptsMax(0)
                    .withRewindStage(Option.none())
                    .withOnExhausted(OnExhausted.HALT);
        }

        /**
         * Returns the level of an attempt: 1 same effect, 2 start of the phase, 3 one turn back, 4
         * first turn.
         */
        public int level(int attempt) {
            if (attempt >= startOverFrom) return 4;
            if (attempt >= rewindFrom) return 3;
            return attempt >= restartFrom ? 2 : 1;
        }
    }

    /**
     * Deadlines in milliseconds.
     *
     * @param agentExitMillis time for an agent to exit after its last frame; the default if none
     */
    public record Deadlines(
            long agentMillis,
            long agentStartMillis,
            long agentIdleMillis,
            long checkMillis,
            Option<Long> agentExitMillis) {
        private static final long EXIT_MILLIS = 10_000;

        /** Deadlines with the default time to exit. */
        public Deadlines(
                long agentMillis, long agentStartMillis, long agentIdleMillis, long checkMillis) {
            this(agentMillis, agentStartMillis, agentIdleMillis, checkMillis, Option.none());
        }

        /** Returns the time for an agent to exit after its last frame. */
        public long exitMillis() {
            return agentExitMillis.getOrElse(EXIT_MILLIS);
        }

        public static final Deadlines DEFAULT =
                new Deadlines(3_600_000, 300_000, 900_000, 1_800_000);
    }

    /**
     * The budget of a run or a phase. An absent limit is unlimited. Money is in millionths of a
     * dollar.
     */
    public record Budget(
            Option<Long> agentCallsMax,
            Option<Long> wallMillisMax,
            Option<Long> microUsdMax,
            Option<Long> tokensMax) {
        public static final Budget UNLIMITED =
                new Budget(Option.none(), Option.none(), Option.none());

        /** 200 agent calls, and eight hours of calls and checks. */
        public static final Budget DEFAULT =
                new Budget(Option.of(200L), Option.of(28_800_000L), Option.none());

        public Budget withAgentCallsMax(Option<Long> max) {
            return new Budget(max, wallMillisMax, microUsdMax, tokensMax);
        }

        public Budget withWallMillisMax(Option<Long> max) {
            return new Budget(agentCallsMax, max, microUsdMax, tokensMax);
        }

        public Budget withMicroUsdMax(Option<Long> max) {
            return new Budget(agentCallsMax, wallMillisMax, max, tokensMax);
        }

        public Budget withTokensMax(Option<Long> max) {
            return new Budget(agentCallsMax, wallMillisMax, microUsdMax, max);
        }

        /** Returns these limits, and where one is absent, that of the other budget. */
        public Budget or(Budget other) {
            return new Budget(
                    agentCallsMax.orElse(other.agentCallsMax),
                    wallMillisMax.orElse(other.wallMillisMax),
                    microUsdMax.orElse(other.microUsdMax),
                    tokensMax.orElse(other.tokensMax));
        }

        /** A budget without a token limit. */
        public Budget(
                Option<Long> agentCallsMax, Option<Long> wallMillisMax, Option<Long> microUsdMax) {
            this(agentCallsMax, wallMillisMax, microUsdMax, Option.none());
        }
    }
}
