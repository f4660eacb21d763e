package dev.foldline.arbitrary;

import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.stream.Stream;

/** Policies that are in one respect closer to the default one. */
final class SimplerPolicies {
    private SimplerPolicies() {}

    private static final Branching BRANCH = new Branching.NewBranch("foldline/it");

    static Stream<Policy> of(Policy policy) {
        var recovery = policy.recovery();
        return Stream.concat(
                        Stream.of(
                                policy.withBudget(Budget.UNLIMITED),
                                policy.withPhases(LinkedHashMap.empty()),
                                policy.withLimits(Limits.DEFAULT),
                                policy.withRecovery(RecoveryPolicy.DEFAULT),
                                policy.withRecovery(recovery.withFixer(Option.none())),
                                policy.withRecovery(recovery.withRewindStage(Option.none())),
                                policy.withBranching(BRANCH)),
                        policy.roles()
                                .filter((_, agents) -> agents.size() > 1)
                                .toJavaStream()
                                .map(
                                        role ->
                                                policy.withRoles(
                                                        policy.roles()
                                                                .put(role._1(), role._2().init()))))
                .filter(simpler -> size(simpler) < size(policy));
    }

    /** Returns how many parts differ from the default policy. */
    static long size(Policy policy) {
        var recovery = policy.recovery();
        return Vector.of(
                                policy.budget().equals(Budget.UNLIMITED),
                                policy.phases().isEmpty(),
                                policy.limits().equals(Limits.DEFAULT),
                                recovery.equals(RecoveryPolicy.DEFAULT),
                                recovery.fixer().isEmpty(),
                                recovery.rewindStage().isEmpty(),
                                policy.branching().equals(BRANCH))
                        .count(isDefault -> !isDefault)
                + policy.roles().values().map(Vector::size).sum().longValue();
    }
}
