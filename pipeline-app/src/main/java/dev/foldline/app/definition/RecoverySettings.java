package dev.foldline.app.definition;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

import io.vavr.collection.Vector;
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
        Option<StageReference> rewindStage,
        Option<OnExhausted> onExhausted,
        Option<Long> backoffFirstMillis,
        Origin at) {

    /** The attempts from which the run goes further back. */
    public record Levels(
            Option<Integer> restartFrom,
            Option<Integer> rewindFrom,
            Option<Integer> startOverFrom) {}

    /** A stage that the settings name. */
    public record StageReference(String name, Origin at) {}

    /** Reports a stage to rewind to that is not among the counted stages of the file. */
    void check(Vector<String> counted, Problems problems) {
        rewindStage
                .filter(stage -> !counted.contains(stage.name()))
                .forEach(
                        stage ->
                                problems.add(
                                        stage.at(),
                                        "the run cannot rewind to '" + stage.name() + "'",
                                        counted.isEmpty()
                                                ? "delete it; no stage is counted"
                                                : FieldReader.suggestion(
                                                        stage.name(), counted.asJava())));
    }

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
                max == 0 ? Option.none() : rewindStage.map(StageReference::name).orElse(counted),
                onExhausted.getOrElse(configured.onExhausted()));
    }
}
