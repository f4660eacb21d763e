package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.Tuple;
import io.vavr.control.Option;

/** The workflow of a recorded run under other settings. */
public final class RecordedWorkflow {
    private RecordedWorkflow() {}

    /** The recorded workflow as the settings have it; another's own workflow keeps its steps. */
    public static Workflow under(Settings settings, Workflow recorded) {
        var roles = recorded.policy().roles();
        var policy =
                settings.team().chains().isEmpty()
                        ? PolicyFactory.policy(settings, recorded.policy().branching(), roles)
                        : PolicyFactory.policy(settings, recorded.policy().branching());
        return BuiltinWorkflows.named(recorded.name())
                .filter(
                        named ->
                                named == BuiltinWorkflows.RALPH
                                        || named == BuiltinWorkflows.FEATURE)
                .map(named -> WorkflowFactory.workflow(named, settings, asBefore(policy, recorded)))
                .getOrElse(() -> recorded.with(kept(recorded.policy(), policy)));
    }

    /** Runs of earlier versions compare no change. */
    private static Policy asBefore(Policy policy, Workflow recorded) {
        var checked = withLines(policy, recorded.policy());
        return recorded.policy().guard().isDefined() ? checked : checked.withGuard(Option.none());
    }

    /** In logs of earlier versions a check is its lines alone, which are no other check. */
    private static Policy withLines(Policy policy, Policy recorded) {
        return policy.withChecks(
                policy.checks()
                        .map(
                                (name, commands) ->
                                        Tuple.of(
                                                name,
                                                recorded.checks()
                                                        .get(name)
                                                        .filter(
                                                                CheckCommands.plain(commands)
                                                                        ::equals)
                                                        .getOrElse(commands))));
    }

    /** The other limits, with the roles and checks of the recorded workflow. */
    private static Policy kept(Policy recorded, Policy other) {
        return other.withRoles(recorded.roles())
                .withChecks(recorded.checks())
                .withPhases(recorded.phases())
                .withRecovery(recorded.recovery());
    }
}
