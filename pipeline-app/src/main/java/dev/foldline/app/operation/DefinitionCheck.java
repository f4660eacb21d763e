package dev.foldline.app.operation;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.BoundReport;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.PhaseLimits;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Comparator;
import java.util.Map;

/** Checks workflows and workflow files. Nothing that a file names is executed. */
final class DefinitionCheck {
    private DefinitionCheck() {}

    static final Operation CHECK =
            Operation.query(
                            "workflow check",
                            "Check a workflow and report all its problems with their places.",
                            "foldline.check/1",
                            (context, input) ->
                                    check(context, CatalogueQueries.name(context, input)))
                    .withFields(CatalogueQueries.NAME)
                    .withExamples(
                            "foldline workflow check docs-first",
                            "foldline workflow check ./docs-first.yaml")
                    .withEndpoint(
                            FrontEnd.HTTP,
                            new Endpoint.Derived("GET /api/workflow-definitions/{workflow}/check"));

    /** Returns whether a name is that of a workflow file. */
    static boolean isFile(OperationContext context, String name) throws IOException {
        return BuiltinWorkflows.named(name).isEmpty()
                && (WorkflowFolders.isPath(name)
                        || context.workflowFolders().names().contains(name));
    }

    /** Reads a workflow file. A remote caller cannot name a file of this machine. */
    static WorkflowFile file(OperationContext context, String name) throws IOException {
        if (WorkflowFolders.isPath(name) && context.frontEnd() != FrontEnd.CLI)
            throw new UserError(
                    "a path of a workflow file is not accepted here",
                    "",
                    "give the name of a workflow in foldline/workflows",
                    ExitCode.USAGE);
        return DefinedWorkflow.read(
                name, context.top(), context.directory(), context.environment());
    }

    /** Returns the workflow for each combination of its booleans and enums. */
    static Vector<DefinedWorkflow.Expansion> expansions(OperationContext context, WorkflowFile file)
            throws IOException {
        var settings = context.configuration(Vector.empty()).settings();
        return InputValues.combinations(file)
                .map(
                        values ->
                                new DefinedWorkflow(file, values)
                                        .expanded(settings, new Branching.Stay()));
    }

    /**
     * Returns the workflow for these inputs. Inputs that are not given have their default, or a
     * value of their type.
     *
     * @param assignments as {@code NAME=VALUE}
     * @throws InvalidWorkflowFile with all problems of the file
     */
    static Workflow workflow(
            OperationContext context, WorkflowFile file, Vector<String> assignments)
            throws IOException {
        var settings = context.configuration(Vector.empty()).settings();
        var standards = file.standards();
        var samples =
                InputValues.combinations(file)
                        .head()
                        .filterKeys(input -> !standards.containsKey(input))
                        .map(each -> each._1() + "=" + each._2())
                        .toVector();
        var expansion =
                new DefinedWorkflow(
                                file,
                                file.problems().isEmpty()
                                        ? InputValues.of(file, samples.appendAll(assignments))
                                        : standards)
                        .expanded(settings, new Branching.Stay());
        if (!expansion.problems().isEmpty())
            throw new InvalidWorkflowFile(file.shown(), expansion.problems());
        return expansion.workflow();
    }

    private static OperationResult check(OperationContext context, String name) throws IOException {
        if (!isFile(context, name)) return checkBuiltin(context, name);
        var file = file(context, name);
        var expansions = expansions(context, file);
        var problems =
                expansions
                        .flatMap(DefinedWorkflow.Expansion::problems)
                        .distinct()
                        .appendAll(limits(context, name, file));
        var largest =
                expansions
                        .map(DefinedWorkflow.Expansion::workflow)
                        .maxBy(Comparator.comparingLong(EffectBound::effects))
                        .get();
        return result(
                file.name(),
                problems.map(DefinitionCheck::document),
                problems.map(ConfigurationProblem::describe),
                largest);
    }

    /** The limits of phases belong to the configured workflow. */
    private static Vector<ConfigurationProblem> limits(
            OperationContext context, String name, WorkflowFile file) throws IOException {
        var configuration = context.configuration(Vector.empty());
        return configuration.settings().course().workflow().equals(name)
                ? PhaseLimits.problems(configuration, file)
                : Vector.empty();
    }

    private static OperationResult checkBuiltin(OperationContext context, String name)
            throws IOException {
        var workflow = CatalogueQueries.configured(context, name, Vector.empty());
        var problems = WorkflowCheck.problems(workflow);
        return result(
                name,
                problems.map(each -> JsonOutput.fields("where", each.where(), "what", each.what())),
                problems.map(Object::toString),
                workflow);
    }

    private static OperationResult result(
            String name,
            Vector<Map<String, Object>> problems,
            Vector<String> lines,
            Workflow workflow) {
        var exit = problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        CHECK.schema(),
                        "ok",
                        problems.isEmpty(),
                        "exit",
                        exit.value(),
                        "workflow",
                        name,
                        "problems",
                        problems,
                        "bound",
                        problems.isEmpty()
                                ? BoundReport.json(workflow)
                                : JsonOutput.fields("effects", 0)),
                _ ->
                        problems.isEmpty()
                                ? name + " is valid; " + BoundReport.text(workflow) + "\n"
                                : lines.map(line -> line + "\n").mkString(),
                exit);
    }

    private static Map<String, Object> document(ConfigurationProblem problem) {
        return JsonOutput.fields(
                "where",
                problem.origin().describe(),
                "what",
                problem.what(),
                "remedy",
                problem.remedy(),
                "line",
                problem.origin() instanceof Origin.InFile place ? place.line() : 0,
                "column",
                problem.origin() instanceof Origin.InFile place ? place.column() : 0);
    }
}
