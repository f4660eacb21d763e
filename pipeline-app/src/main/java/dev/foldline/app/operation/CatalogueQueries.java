package dev.foldline.app.operation;

import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.report.BoundReport;
import dev.foldline.app.report.WorkflowGraph;
import dev.foldline.app.report.WorkflowPage;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.io.IOException;

/** The workflows, as they would run with the configuration here. */
public final class CatalogueQueries {
    private static final String DEFAULT = BuiltinWorkflows.DEFAULT.label();
    private static final Field<String> NAME =
            Field.text("name", "workflow name (default: " + DEFAULT + ")")
                    .withFallback(DEFAULT)
                    .asArgument("NAME");
    private static final Field<Boolean> DOT =
            Field.truth("dot", "write Graphviz instead of Mermaid");

    private CatalogueQueries() {}

    static final Operation LIST =
            Operation.query(
                    "workflows list",
                    "List workflows, one per line.",
                    "foldline.workflows/1",
                    CatalogueQueries::list);

    static final Operation SHOW =
            Operation.query(
                            "workflows show",
                            "Show stages, phases and steps, with the numbers configured here.",
                            "foldline.workflow/1",
                            CatalogueQueries::show)
                    .withFields(NAME);

    static final Operation SHOW_DEFINITION =
            Operation.query(
                            "workflow show",
                            "Show the stages, phases and steps of a workflow or a workflow file.",
                            "foldline.workflow/1",
                            CatalogueQueries::show)
                    .withFields(NAME);

    static final Operation GRAPH_DEFINITION =
            Operation.query(
                            "workflow graph",
                            "Draw a workflow or a workflow file as a Mermaid flowchart, or for"
                                    + " Graphviz.",
                            "foldline.graph/1",
                            CatalogueQueries::graph)
                    .withFields(NAME, DOT);

    static final Operation CHECK =
            Operation.query(
                            "workflows check",
                            "Check a workflow: every phase is reachable, every rewind is bounded,"
                                    + " no gate can be bypassed.",
                            "foldline.check/1",
                            CatalogueQueries::check)
                    .withFields(NAME);

    static final Operation GRAPH =
            Operation.query(
                            "workflows graph",
                            "Draw a workflow as a Mermaid flowchart, or for Graphviz.",
                            "foldline.graph/1",
                            CatalogueQueries::graph)
                    .withFields(NAME, DOT);

    private static OperationResult list(OperationContext context, Input input) throws IOException {
        var workflows = Vector.<Workflow>empty();
        for (var name : BuiltinWorkflows.labels())
            workflows = workflows.append(configured(context, name));
        var files = Vector.ofAll(context.workflowFolders().names());
        var text =
                BuiltinWorkflows.labels()
                        .zip(workflows)
                        .map(
                                each ->
                                        "%-10s %s%n"
                                                .formatted(
                                                        each._1(),
                                                        each._2()
                                                                .stages()
                                                                .map(Stage::id)
                                                                .mkString(" -> ")))
                        .appendAll(files.map(name -> "%-10s workflow file%n".formatted(name)))
                        .mkString();
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        LIST.schema(),
                        "workflows",
                        BuiltinWorkflows.labels()
                                .appendAll(files)
                                .map(name -> JsonOutput.fields("name", name))
                                .asJava()),
                _ -> text);
    }

    private static OperationResult show(OperationContext context, Input input) throws IOException {
        var workflow = configured(context, input.get(NAME));
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        SHOW.schema(),
                        "workflow",
                        new Raw(Wire.toJson(workflow)),
                        "bound",
                        bound(workflow)),
                paint -> new WorkflowPage(workflow, paint).text());
    }

    private static OperationResult check(OperationContext context, Input input) throws IOException {
        if (DefinitionCheck.isFile(context, input.get(NAME)))
            return DefinitionCheck.check(context, input.get(NAME));
        return checkBuiltin(context, input.get(NAME));
    }

    static OperationResult checkBuiltin(OperationContext context, String name) throws IOException {
        var workflow = configured(context, name);
        var problems = WorkflowCheck.problems(workflow);
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
                        problems.map(
                                each ->
                                        JsonOutput.fields(
                                                "where", each.where(), "what", each.what())),
                        "bound",
                        bound(workflow)),
                _ ->
                        problems.isEmpty()
                                ? name
                                        + " is valid; at most "
                                        + EffectBound.effects(workflow)
                                        + " effects between two external inputs"
                                        + BoundReport.ofChildren(workflow)
                                        + "\n"
                                : problems.map(each -> each + "\n").mkString(),
                exit);
    }

    private static java.util.Map<String, Object> bound(Workflow workflow) {
        return BoundReport.json(workflow);
    }

    private static OperationResult graph(OperationContext context, Input input) throws IOException {
        var graph = WorkflowGraph.of(configured(context, input.get(NAME)));
        var drawing = input.get(DOT) ? graph.dot() : graph.mermaid();
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        GRAPH.schema(),
                        "workflow",
                        input.get(NAME),
                        "language",
                        input.get(DOT) ? "dot" : "mermaid",
                        "graph",
                        drawing),
                _ -> drawing);
    }

    /** A file is read with the default values of its inputs, or the first that fit. */
    private static Workflow defined(OperationContext context, String name) throws IOException {
        var file = DefinitionCheck.file(context, name);
        var expansion = DefinitionCheck.expansions(context, file).head();
        if (!expansion.problems().isEmpty())
            throw new InvalidWorkflowFile(file.shown(), expansion.problems());
        return expansion.workflow();
    }

    /**
     * A workflow with the numbers configured here; without agents, with default numbers.
     *
     * @throws UserError if there is no workflow of that name
     */
    public static Workflow configured(OperationContext context, String name) throws IOException {
        if (DefinitionCheck.isFile(context, name)) return defined(context, name);
        var shipped =
                BuiltinWorkflows.named(name)
                        .getOrElseThrow(
                                () ->
                                        new UserError(
                                                "unknown workflow '" + name + "'",
                                                "",
                                                "foldline workflows show "
                                                        + SpellingSuggestion.to(
                                                                        name,
                                                                        BuiltinWorkflows.labels()
                                                                                .asJava())
                                                                .orElse(DEFAULT),
                                                ExitCode.USAGE));
        var settings = context.configuration(Vector.empty()).settings();
        if (!settings.team().chains().isEmpty())
            return WorkflowFactory.workflow(
                    shipped, settings, PolicyFactory.policy(settings, new Policy.Branching.Stay()));
        var roles =
                shipped.roles()
                        .foldLeft(
                                LinkedHashMap.<String, Vector<String>>empty(),
                                (agents, role) -> agents.put(role, Vector.of("(no agent)")));
        return WorkflowFactory.workflow(shipped, settings, Policy.DEFAULT.withRoles(roles));
    }
}
