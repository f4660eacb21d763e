package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Feature.Delivery;
import dev.foldline.core.workflow.builtin.Feature.Gates;
import dev.foldline.core.workflow.builtin.Feature.Options;
import dev.foldline.testkit.simulation.SeededRandom;

/** The workflow feature with all its options, under the built-in limits or under small ones. */
public final class ArbitraryFeature {
    private ArbitraryFeature() {}

    public static Workflow of(SeededRandom luck) {
        var named = Feature.GATED.filter(phase -> luck.fork(phase).chance(50));
        var gates =
                luck.pick(
                        Gates.ABSENT,
                        new Gates.AllBut(named),
                        new Gates.AllBut(named),
                        new Gates.Only(named));
        return Feature.workflow(
                new Options(
                        gates, luck.pick(Delivery.values()), Feature.Options.DEFAULT.completed()),
                policy(luck.fork("policy")));
    }

    private static Policy policy(SeededRandom luck) {
        var bare =
                ArbitraryPolicies.UNLIMITED.withBranching(new Branching.NewBranch("foldline/it"));
        var checked =
                luck.chance(70) ? ArbitraryPolicies.checked(bare, BuiltinWorkflows.CHECKS) : bare;
        var staffed = ArbitraryPolicies.withAgents(checked, luck.fork("chains"), Feature.ROLES);
        return luck.chance(40)
                ? staffed
                : staffed.withLimits(ArbitraryPolicies.limits(luck.fork("limits")));
    }
}
