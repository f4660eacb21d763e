package dev.foldline.arbitrary;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Policies with small numbers, so that every limit is met. */
public final class ArbitraryPolicies {
    private ArbitraryPolicies() {}

    private static final Vector<String> ROLES = Vector.of("worker", "analyst", "critic", "mender");

    /** The default policy without its budget, so that only other limits end a run. */
    public static final Policy UNLIMITED = Policy.DEFAULT.withBudget(Budget.UNLIMITED);

    /**
     * For workflows that call worker, analyst and critic and use the checks {@code checks} and
     * {@code proof}.
     */
    public static Policy of(SeededRandom luck) {
        var policy =
                UNLIMITED
                        .withBranching(
                                luck.fork("tree").chance(30)
                                        ? new Branching.OwnTree("foldline/it", "c0", Option.none())
                                        : new Branching.NewBranch("foldline/it"))
                        .withLimits(limits(luck.fork("limits")))
                        .withRecovery(recovering(luck.fork("recovering"), "mender"));
        var checked = checked(policy, "checks", "proof");
        return shared(
                budgeted(withAgents(checked, luck.fork("chains"), ROLES), luck.fork("budget")),
                luck.fork("shares"));
    }

    public static Policy checked(Policy policy, String... checks) {
        return policy.withChecks(
                Vector.of(checks)
                        .foldLeft(
                                LinkedHashMap.<String, Vector<CommandLine>>empty(),
                                (map, name) ->
                                        map.put(
                                                name,
                                                Vector.of(
                                                        new CommandLine.Shell("check " + name)))));
    }

    /**
     * Each role gets a chain of one to three agents; roles share agents, so one limit may touch
     * them all.
     */
    public static Policy withAgents(Policy policy, SeededRandom luck, Vector<String> roles) {
        var agents = Vector.of("ada", "bob", "cyd");
        return policy.withRoles(
                roles.foldLeft(
                        LinkedHashMap.<String, Vector<String>>empty(),
                        (map, role) ->
                                map.put(
                                        role,
                                        agents.rotateLeft(luck.fork(role).below(3))
                                                .take(luck.fork(role, "size").between(1, 3)))));
    }

    public static Limits limits(SeededRandom luck) {
        return new Limits(
                luck.between(1, 3),
                luck.between(1, 3),
                1_000,
                4_000,
                luck.between(1, 600) * 1_000L,
                luck.chance(80) ? luck.between(5, 60) : luck.between(1, 5),
                luck.chance(65) ? 100 : luck.between(2, 6),
                luck.between(1, 4));
    }

    public static RecoveryPolicy recovering(SeededRandom luck, String fixer) {
        int restart = luck.between(2, 4);
        int turn = restart + luck.below(3);
        int over = turn + luck.below(3);
        return new RecoveryPolicy(
                luck.chance(50) ? Option.of(fixer) : Option.none(),
                restart,
                turn,
                over,
                luck.below(over + 3),
                Option.none(),
                luck.pick(RecoveryPolicy.OnExhausted.values()));
    }

    /** Some phases have budgets of their own. */
    private static Policy shared(Policy policy, SeededRandom luck) {
        if (luck.chance(85)) return policy;
        return policy.withPhases(
                Vector.of("p0", "p1", "p2")
                        .foldLeft(
                                LinkedHashMap.<String, Budget>empty(),
                                (map, phase) ->
                                        map.put(
                                                phase,
                                                new Budget(
                                                        luck.fork(phase).chance(40)
                                                                ? Option.of(
                                                                        (long)
                                                                                luck.fork(
                                                                                                phase,
                                                                                                "calls")
                                                                                        .between(
                                                                                                1,
                                                                                                6))
                                                                : Option.none(),
                                                        Option.none(),
                                                        Option.none(),
                                                        luck.fork(phase, "tokens").chance(40)
                                                                ? Option.of(
                                                                        luck.fork(phase, "many")
                                                                                        .between(
                                                                                                1,
                                                                                                8)
                                                                                * 1_000L)
                                                                : Option.none()))));
    }

    private static Policy budgeted(Policy policy, SeededRandom luck) {
        return luck.chance(85)
                ? policy
                : policy.withBudget(
                        new Budget(
                                luck.chance(50)
                                        ? Option.of((long) luck.between(1, 12))
                                        : Option.none(),
                                luck.chance(50)
                                        ? Option.of(luck.between(1, 3_000) * 1_000L)
                                        : Option.none(),
                                Option.none()));
    }
}
