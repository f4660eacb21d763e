package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Options;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.control.Option;

/** Adds the delivery of its work to a workflow, if it is configured. */
final class WorkflowDelivery {
    private WorkflowDelivery() {}

    /** Returns the same workflow, which ends with a pull request as configured. */
    static Workflow of(Settings settings, Workflow workflow) {
        return of(settings, workflow, false);
    }

    /**
     * The same for a workflow file.
     *
     * @param asked whether the file asks for it
     */
    static Workflow of(Settings settings, Workflow workflow, boolean asked) {
        if (!settings.forge().delivers() && !asked) return workflow;
        var roles =
                PullRequestDelivery.ROLES
                        .filter(role -> workflow.policy().chain(role).isEmpty())
                        .foldLeft(
                                workflow.policy().roles(),
                                (all, role) -> all.put(role, RoleChain.of(settings, role)));
        return PullRequestDelivery.after(
                workflow.with(workflow.policy().withRoles(roles)),
                new Options(
                        settings.forge().response().bounds(),
                        settings.forge().response().update(),
                        settings.forge().response().completion(),
                        Option.when(
                                workflow.policy().checks().containsKey(BuiltinWorkflows.CHECKS),
                                BuiltinWorkflows.CHECKS)));
    }

    /**
     * @throws UserError if the configured delivery is not possible for this workflow
     */
    static void refuse(Settings settings) {
        if (settings.forge().delivers())
            throw new UserError(
                    "the workflow "
                            + settings.course().workflow()
                            + " does not end with a pull request",
                    "forge.deliver",
                    "use ralph or a workflow file, or forge.deliver: never",
                    ExitCode.USAGE);
    }
}
