package dev.foldline.core.workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import org.immutables.value.Value;

/**
 * The user's choices, fixed for a run and recorded in its first event.
 *
 * @param roles the agents of each role, the preferred one first
 * @param checks the commands of each named check, run in order
 * @param phases what single phases may spend, by phase id, all their turns together; none, as in older logs, more than the run
 */
@Value.Builder
public record Policy(
        Map<String, Vector<String>> roles,
        Map<String, Vector<CommandLine>> checks,
        Branching branching,
        Limits limits,
        Recovering recovering,
        Deadlines deadlines,
        Budget budget,
        Map<String, Budget> phases)
        implements WithPolicy {

    public static final Policy DEFAULT = new Policy(LinkedHashMap.empty(), LinkedHashMap.empty(), new Branching.Stay(),
            Limits.DEFAULT, Recovering.DEFAULT, Deadlines.DEFAULT, Budget.UNLIMITED, LinkedHashMap.empty());

    /** The default policy with one check: this shell line must succeed. */
    public static Policy checking(String name, String line) {
        return DEFAULT.withChecks(LinkedHashMap.of(name, Vector.of(new CommandLine.Shell(line))));
    }

    /** The agents of a role, in order of preference. */
    public Vector<String> chain(String role) { return roles.get(role).getOrElse(Vector.empty()); }

    /** Where the run's commits go. */
    public sealed interface Branching {
        /** What the branch is put on top of by a rebase: a revision; without one, the repository's own base branch. */
        Option<String> base();

        /** A new branch that begins at the base; without one, where the repository stands. */
        record NewBranch(String name, Option<String> base) implements Branching {
            public NewBranch(String name) { this(name, Option.none()); }
        }

        /**
         * A new branch in a working tree of its own, which the run makes.
         *
         * @param start the commit it begins at
         * @param copied files that git does not have, brought along if they are where the run is begun: paths from the root
         * @param portsFrom the least number of the port that is the run's own as long as it is driven; none if it needs none
         */
        record OwnTree(String name, String start, Option<String> base, Vector<String> copied, Option<Long> portsFrom) implements Branching {
            public OwnTree(String name, String start, Option<String> base) { this(name, start, base, Vector.empty(), Option.none()); }

            /** Another branch in another such tree. */
            public OwnTree named(String other, String at) { return new OwnTree(other, at, base, copied, portsFrom); }
        }

        /** A new branch named after the title in an artifact; it begins where the freshly pulled base branch stands. */
        record Titled(String artifact, String baseBranch) implements Branching {
            @Override
            public Option<String> base() { return Option.of(baseBranch); }
        }

        /** The branch that is checked out. */
        record Stay(Option<String> base) implements Branching {
            public Stay() { this(Option.none()); }
        }
    }

    /**
     * The numbers that bound trying again. All finite.
     *
     * @param sameAgentMax failures of one agent before the next is asked
     * @param cyclesMax times a whole chain is gone through before recovery
     * @param backoffFirstMillis wait before the second cycle; doubled for each further one
     * @param restMillis rest of a limited agent that did not say when it may be asked again; doubled each further time
     * @param waysBackMax ways back of a whole run, whatever their kind
     * @param identicalMax identical effects in a row before the run counts as stuck
     */
    @Value.Builder
    public record Limits(int sameAgentMax, int cyclesMax, long backoffFirstMillis, long backoffMaxMillis,
            long restMillis, int waysBackMax, int identicalMax, int itemsMax) implements WithLimits {

        public static final Limits DEFAULT = new Limits(2, 3, 1_000, 60_000, 60_000, 2_000, 100, 200);

        private static final long REST_MILLIS_MAX = 3_600_000;

        /** The rest after a refusal, counted from 1: an hour at most, unless the first is longer. */
        public long restMillis(int inARow) {
            return Math.max(restMillis, Math.min(REST_MILLIS_MAX, restMillis << Math.min(20, Math.max(0, inARow - 1))));
        }

        /** The wait before a cycle, counted from 1. */
        public long backoffMillis(int cycle) {
            return Math.min(backoffMaxMillis, backoffFirstMillis << Math.min(20, Math.max(0, cycle - 1)));
        }
    }

    /**
     * What is changed before a failure is tried again, and how far the run goes back for it.
     *
     * @param fixer the role that is asked to mend what failed; none tries again without it
     * @param restartFrom the attempt from which the phase starts again
     * @param turnBackFrom the attempt from which the run goes back a turn of {@code rewindStage}
     * @param startOverFrom the attempt from which it goes back to that stage's first turn
     * @param attemptsMax attempts at one failure; then the run ends or halts
     */
    @Value.Builder
    public record Recovering(Option<String> fixer, int restartFrom, int turnBackFrom, int startOverFrom,
            int attemptsMax, Option<String> rewindStage, OnSpent onSpent) implements WithRecovering {

        public static final Recovering DEFAULT =
                new Recovering(Option.none(), 4, 7, 10, 12, Option.none(), OnSpent.HALT);

        /** What follows when the attempts are spent: wait for a person, or end. */
        public enum OnSpent { HALT, END }

        /** 1 same effect, 2 phase start, 3 a turn back, 4 first turn. */
        public int level(int attempt) {
            if (attempt >= startOverFrom) return 4;
            if (attempt >= turnBackFrom) return 3;
            return attempt >= restartFrom ? 2 : 1;
        }
    }

    /** How long things may take, in milliseconds. */
    public record Deadlines(long agentMillis, long agentStartMillis, long agentIdleMillis, long checkMillis) {
        public static final Deadlines DEFAULT = new Deadlines(3_600_000, 300_000, 900_000, 1_800_000);
    }

    /** What a run, or one of its phases, may spend. An absent limit is unlimited; money is in millionths of a dollar. */
    public record Budget(Option<Long> agentCallsMax, Option<Long> wallMillisMax, Option<Long> microUsdMax, Option<Long> tokensMax) {
        public static final Budget UNLIMITED = new Budget(Option.none(), Option.none(), Option.none());

        public Budget withAgentCallsMax(Option<Long> max) { return new Budget(max, wallMillisMax, microUsdMax, tokensMax); }

        public Budget withWallMillisMax(Option<Long> max) { return new Budget(agentCallsMax, max, microUsdMax, tokensMax); }

        public Budget withMicroUsdMax(Option<Long> max) { return new Budget(agentCallsMax, wallMillisMax, max, tokensMax); }

        public Budget withTokensMax(Option<Long> max) { return new Budget(agentCallsMax, wallMillisMax, microUsdMax, max); }

        /** Without a limit of tokens. */
        public Budget(Option<Long> agentCallsMax, Option<Long> wallMillisMax, Option<Long> microUsdMax) {
            this(agentCallsMax, wallMillisMax, microUsdMax, Option.none());
        }
    }
}
