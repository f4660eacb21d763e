package dev.foldline.app.run;

import dev.foldline.app.config.ConfigReport;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

/** The configured limits of phases that a workflow file does not have. */
public final class PhaseLimits {
    private static final String LIMITS = "budget.phases.";

    private PhaseLimits() {}

    /**
     * @throws InvalidConfiguration with each limit of a phase that the workflow does not have
     */
    public static void check(Configuration configuration, DefinedWorkflow definition) {
        var problems = problems(configuration, definition.file());
        if (problems.nonEmpty()) throw new InvalidConfiguration(problems.asJava());
    }

    /**
     * Returns what is wrong with the limits. A phase counts if any values of the inputs have it, or
     * a child workflow.
     */
    public static Vector<ConfigurationProblem> problems(
            Configuration configuration, WorkflowFile file) {
        var limits =
                Vector.ofAll(configuration.report().rows())
                        .filter(row -> row.key().startsWith(LIMITS));
        if (limits.isEmpty()) return Vector.empty();
        var phases = phases(configuration, file);
        return limits.filter(row -> !phases.contains(phase(row)))
                .map(row -> problem(row, file.name(), phases));
    }

    private static Vector<String> phases(Configuration configuration, WorkflowFile file) {
        return InputValues.combinations(file)
                .map(
                        values ->
                                new DefinedWorkflow(file, values)
                                        .expanded(configuration.settings(), new Branching.Stay())
                                        .workflow())
                .flatMap(workflow -> workflow.nested().prepend(workflow))
                .flatMap(Workflow::phases)
                .map(Phase::id)
                .appendAll(file.writtenPhases())
                .distinct();
    }

    private static String phase(ConfigReport.Row row) {
        return row.key().split("\\.", 4)[2];
    }

    private static ConfigurationProblem problem(
            ConfigReport.Row row, String workflow, Vector<String> phases) {
        var phase = phase(row);
        return row.origin()
                .problem(
                        "the workflow %s has no phase '%s' to limit".formatted(workflow, phase),
                        SpellingSuggestion.to(phase, phases.asJava())
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("choose one of: " + phases.sorted().mkString(", ")));
    }
}
