package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.key.ConfiguredCheck;
import dev.foldline.app.config.key.ConfiguredForm;
import dev.foldline.app.definition.WorkflowFile.CheckDefinition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The checks of a workflow file that run before the first call: those that commits rely on. Others
 * may be expected to fail first.
 *
 * @param declared the checks of the file
 */
record BaselineChecks(Settings settings, Map<String, CheckDefinition> declared) {

    /** Returns the workflow, which runs these checks first. */
    Workflow before(Workflow workflow) {
        var checks =
                workflow.phases()
                        .flatMap(Phase::steps)
                        .flatMap(BaselineChecks::required)
                        .distinct()
                        .filter(this::isCompared);
        return checks.isEmpty() ? workflow : BuiltinWorkflows.checkedOnBase(workflow, checks);
    }

    private static Option<String> required(Step step) {
        return step instanceof Step.Git git ? git.check() : Option.none();
    }

    private boolean isCompared(String check) {
        return forms(check).exists(form -> CheckCommands.isComparedInFiles(form, settings));
    }

    private Vector<ConfiguredForm> forms(String check) {
        var own = declared.get(check).filter(each -> each.run().nonEmpty());
        if (own.isDefined()) return Vector.of(own.get().form());
        return check.equals(BuiltinWorkflows.CHECKS)
                ? Vector.ofAll(settings.checks()).map(ConfiguredCheck::form)
                : Vector.empty();
    }
}
