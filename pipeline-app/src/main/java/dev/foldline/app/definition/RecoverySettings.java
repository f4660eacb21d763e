package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

import io.vavr.control.Option;

/**
 * How a workflow recovers from failures. What is absent follows the configuration.
 *
 * @param role the role that fixes failures
 * @param attempts attempts at one failure; without any, the run halts at once
 * @param backoffFirstMillis the wait before agents that failed are called again
 */
public record RecoverySettings(
        Option<String> role,
        Option<Integer> attempts,
        Levels levels,
        Option<String> rewindStage,
        Option<OnExhausted> onExhausted,
        Option<Long> backoffFirstMillis,
        Origin at) {

    /** The attempts from which the run goes further back. */
    public record Levels(
            Option<Integer> restartFrom,
            Option<Integer> rewindFrom,
            Option<Integer> startOverFrom) {}

    /**
     * Returns the policy with these settings.
     *
     * @param counted the stage to rewind to if the file names none
     */
    Policy applied(Policy policy, Option<String> counted) {
        var limits = policy.limits();
        long first = backoffFirstMillis.getOrElse(limits.backoffFirstMillis());
        return policy.withRecovery(recovery(policy.recovery(), counted))
                .withLimits(
                        limits.withBackoffFirstMillis(first)
                                .withBackoffMaxMillis(Math.max(first, limits.backoffMaxMillis())));
    }

    private RecoveryPolicy recovery(RecoveryPolicy configured, Option<String> counted) {
        int max = attempts.getOrElse(configured.attemptsMax());
        return new RecoveryPolicy(
                max == 0 ? Option.none() : role.orElse(configured.fixer()),
                levels.restartFrom().getOrElse(configured.restartFrom()),
                levels.rewindFrom().getOrElse(configured.rewindFrom()),
                levels.startOverFrom().getOrElse(configured.startOverFrom()),
                max,
                max == 0 ? Option.none() : rewindStage.orElse(counted),
                onExhausted.getOrElse(configured.onExhausted()));
    }
}
