package dev.foldline.arbitrary;

import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.ThreadResponse;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Ralph.Options;
import dev.foldline.core.workflow.builtin.Ralph.Rebasing;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** The workflow ralph with all its options, under the built-in limits or under small ones. */
public final class ArbitraryRalph {
    private ArbitraryRalph() {}

    public static Workflow of(SeededRandom luck) {
        var gates =
                Vector.of("planning", "development", "fix", "commit")
                        .filter(gate -> luck.fork(gate).chance(20));
        var care =
                luck.chance(50)
                        ? PhaseRetryPolicy.DEFAULT
                        : new PhaseRetryPolicy(
                                luck.between(0, 3),
                                luck.between(1, 3),
                                PhaseRetryPolicy.OnExhausted.NEXT_AGENT,
                                PhaseRetryPolicy.OnFailedWork.REDO);
        var options =
                new Options(
                        luck.between(0, 3),
                        luck.between(0, 3),
                        luck.fork("stop").chance(50),
                        gates,
                        luck.pick(Rebasing.values()),
                        care,
                        Options.DEFAULT.fixCare(),
                        luck.fork("squash").chance(40));
        return delivered(Ralph.workflow(options, policy(luck.fork("policy"))), luck.fork("pr"));
    }

    /** Some end with a pull request. */
    private static Workflow delivered(Workflow workflow, SeededRandom luck) {
        return luck.chance(40)
                ? PullRequestDelivery.after(
                        workflow,
                        new PullRequestDelivery.Options(
                                new DeliveryBounds(
                                        luck.fork("checks").between(0, 2),
                                        luck.fork("reviews").between(0, 2),
                                        luck.fork("updates").between(0, 1),
                                        30),
                                luck.fork("update").pick(PullRequestDelivery.Update.values()),
                                new RequestCompletion(
                                        luck.fork("draft").chance(30),
                                        Option.when(
                                                luck.fork("merge").chance(50),
                                                luck.fork("method").pick(MergeMethod.values())),
                                        Option.when(
                                                luck.fork("threads").chance(70),
                                                luck.fork("thread").pick(ThreadResponse.values()))),
                                Option.when(
                                        workflow.policy()
                                                .checks()
                                                .containsKey(BuiltinWorkflows.CHECKS),
                                        BuiltinWorkflows.CHECKS)))
                : workflow;
    }

    private static Policy policy(SeededRandom luck) {
        var bare =
                ArbitraryPolicies.UNLIMITED.withBranching(new Branching.NewBranch("foldline/it"));
        var checked =
                luck.chance(70) ? ArbitraryPolicies.checked(bare, BuiltinWorkflows.CHECKS) : bare;
        var staffed = ArbitraryPolicies.withAgents(checked, luck.fork("chains"), Ralph.ROLES);
        var rewinding =
                staffed.withRecovery(
                        staffed.recovery()
                                .withFixer(Option.of("recoverer"))
                                .withRewindStage(Option.of("iterate")));
        return luck.chance(40)
                ? rewinding
                : rewinding
                        .withLimits(ArbitraryPolicies.limits(luck.fork("limits")))
                        .withRecovery(
                                ArbitraryPolicies.recovering(luck.fork("recovering"), "recoverer")
                                        .withRewindStage(Option.of("iterate")));
    }
}
