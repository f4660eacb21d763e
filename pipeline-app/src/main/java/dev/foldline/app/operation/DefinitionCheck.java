package dev.foldline.app.operation;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import java.io.IOException;

/** Checks workflow files. Nothing that a file names is executed. */
final class DefinitionCheck {
    private static final Field<String> FILE =
            Field.text("file", "workflow name or file").required().asArgument("NAME|FILE");

    private DefinitionCheck() {}

    static final Operation CHECK =
            Operation.query(
                            "workflow check",
                            "Check a workflow file and report all its problems with their places.",
                            "foldline.check/1",
                            (context, input) -> check(context, input.get(FILE)))
                    .withFields(FILE)
                    .withExamples(
                            "foldline workflow check docs-first",
                            "foldline workflow check ./docs-first.yaml");

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

    static OperationResult check(OperationContext context, String name) throws IOException {
        if (BuiltinWorkflows.named(name).isDefined())
            return CatalogueQueries.checkBuiltin(context, name);
        var file = file(context, name);
        var expansions = expansions(context, file);
        var problems = expansions.flatMap(DefinedWorkflow.Expansion::problems).distinct();
        var exit = problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
        long bound =
                expansions.map(each -> EffectBound.effects(each.workflow())).max().getOrElse(0L);
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        CHECK.schema(),
                        "ok",
                        problems.isEmpty(),
                        "exit",
                        exit.value(),
                        "workflow",
                        file.name(),
                        "problems",
                        problems.map(DefinitionCheck::document),
                        "bound",
                        JsonOutput.fields("effects", problems.isEmpty() ? bound : 0)),
                _ ->
                        problems.isEmpty()
                                ? file.name()
                                        + " is valid; at most "
                                        + bound
                                        + " effects between two external inputs\n"
                                : problems.map(each -> each.describe() + "\n").mkString(),
                exit);
    }

    private static java.util.Map<String, Object> document(ConfigurationProblem problem) {
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
