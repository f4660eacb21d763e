package dev.foldline.app.config;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.config.key.ConfiguredCommand;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All settings, complete: unset keys have their defaults. Bounds are those of the key table. */
public record Settings(
        Course course,
        Team team,
        List<ConfiguredCommand> checks,
        Budget budget,
        Limits limits,
        Timeouts timeouts,
        Capacity capacity,
        Worktree worktree,
        Watch watch) {
    public Settings {
        checks = List.copyOf(checks);
    }

    /**
     * Which workflow runs, from where, how often, and which phases wait for a person.
     *
     * @param checksBase whether the checks must pass before the first call
     */
    public record Course(
            String workflow,
            Optional<String> base,
            int iterations,
            int reviews,
            List<String> gates,
            Rebase rebase,
            boolean checksBase,
            Ralph ralph,
            Feature feature,
            Tdd tdd) {
        public Course {
            gates = List.copyOf(gates);
        }
    }

    /**
     * How the workflow {@code ralph} runs.
     *
     * @param stopWhenCompleted whether it stops iterating when the task is completed, and reviewing
     *     when a review is clean
     */
    public record Ralph(boolean stopWhenCompleted) {}

    /**
     * How the workflow {@code feature} runs.
     *
     * @param allow what passes without approval; if absent, no phase waits but those named as gates
     * @param merges whether it ends in the base branch
     */
    public record Feature(Optional<List<String>> allow, boolean merges) {
        public Feature {
            allow = allow.map(List::copyOf);
        }
    }

    /**
     * How the workflow {@code tdd} runs.
     *
     * @param preflight absent to take what the project offers
     * @param review the same; empty for no review
     */
    public record Tdd(
            Optional<List<ConfiguredCommand>> preflight,
            Optional<List<ConfiguredCommand>> review,
            int reviews,
            int hypothesizeMax,
            int instrumentMax,
            int reduceScopeAt,
            int escalateAt) {
        public Tdd {
            preflight = preflight.map(List::copyOf);
            review = review.map(List::copyOf);
        }
    }

    /** Whether the branch is rebased before the first phase, and after the last. */
    public record Rebase(boolean before, boolean after) {}

    /**
     * Who works.
     *
     * @param chains the roles that have a chain of their own; a chain is never empty
     * @param agents the agents defined by the user; a chain may also name a built-in one
     * @param env names of additional environment variables of all agents
     * @param prompts the folder, an absolute path, of the user's own prompts; it may be missing
     */
    public record Team(
            Map<Role, List<ChainLink>> chains,
            Map<String, AgentSettings> agents,
            List<String> env,
            Optional<Path> prompts) {
        public Team {
            chains = Map.copyOf(chains);
            agents = Map.copyOf(agents);
            env = List.copyOf(env);
        }

        /**
         * The agents for {@code role} in order: its own chain, else the developer's; empty if there
         * is neither.
         */
        public List<ChainLink> chainOf(Role role) {
            return chains.getOrDefault(role, chains.getOrDefault(Role.DEVELOPER, List.of()));
        }

        /** As {@link #chainOf}, for a command that cannot go on without an agent. */
        public List<ChainLink> chainNeededFor(Role role) {
            var chain = chainOf(role);
            if (!chain.isEmpty()) return chain;
            throw new UserError(
                    "no agent is configured for the role " + role.label(),
                    "roles." + role.label(),
                    "name agents in foldline.yaml (foldline init writes one to fill in), or:"
                            + " --agent developer=NAME",
                    ExitCode.USAGE);
        }
    }

    /**
     * What a run may use up, {@code phaseAgentCalls} each phase that has no share of its own;
     * {@code usd} and {@code tokens} are present only if every agent reports them.
     */
    public record Budget(
            Duration wall,
            int agentCalls,
            int phaseAgentCalls,
            Optional<BigDecimal> usd,
            Optional<Integer> tokens,
            Map<String, Share> phases) {
        public Budget {
            phases = Map.copyOf(phases);
        }
    }

    /** What one phase may use up of it. */
    public record Share(
            Optional<Duration> wall,
            Optional<Integer> agentCalls,
            Optional<BigDecimal> usd,
            Optional<Integer> tokens) {}

    /** How often something may go wrong before something else is tried. */
    public record Limits(
            int outputRetries,
            int sameAgent,
            int continuations,
            int fixContinuations,
            int cycles,
            Backoff backoff,
            int recoveries,
            int waysBack,
            int loop) {}

    /**
     * The wait between the cycles of a chain: the first, doubled each time, at most {@code max}.
     */
    public record Backoff(Duration first, Duration max) {}

    /**
     * The timeouts of effects; {@code start} and {@code idle} limit an agent's silence before and
     * after its first output.
     */
    public record Timeouts(Duration agent, Duration start, Duration idle, Duration check) {}

    /**
     * How much goes on at once.
     *
     * @param workflows that run in a repository
     * @param terminals that work in a process
     * @param messages that wait for one who watches
     */
    public record Capacity(int workflows, int terminals, int messages) {}

    /**
     * How a run's own working tree is made ready.
     *
     * @param copied files that git does not have
     * @param setup commands, in their order
     * @param portsFrom the least number of a run's own port; absent if it has none
     */
    public record Worktree(
            List<String> copied, List<ConfiguredCommand> setup, Optional<Integer> portsFrom) {
        public Worktree {
            copied = List.copyOf(copied);
            setup = List.copyOf(setup);
        }
    }

    /** How often it is looked for new commits, at the least. */
    public record Watch(Duration poll) {}
}
