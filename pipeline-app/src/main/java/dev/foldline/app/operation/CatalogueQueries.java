package dev.foldline.app.operation;

import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.definition.ExpansionWriter;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.report.BoundReport;
import dev.foldline.app.report.WorkflowDrawing;
import dev.foldline.app.report.WorkflowGraph;
import dev.foldline.app.report.WorkflowPage;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.ShippedWorkflows;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.io.IOException;

/** The definitions of workflows, as they would run with the configuration here. */
public final class CatalogueQueries {
    static final Field<String> NAME =
            Field.text("workflow", "workflow name or file (default: the configured workflow)")
                    .asArgument("NAME|FILE");
    static final Field<Vector<String>> INPUTS =
            Field.texts("inputs", "value of an input of the workflow file; repeatable")
                    .asFlag("NAME=VALUE", "--input");
    private static final String MERMAID = "mermaid";
    private static final String SVG = "svg";
    private static final String DOT = "dot";
    private static final Field<String> FORMAT =
            Field.choice("format", "mermaid (default), svg, or dot for Graphviz", MERMAID, SVG, DOT)
                    .withFallback(MERMAID);
    private static final Field<String> RUN =
            Field.text("run", "run whose workflow is drawn, with the phase it is in")
                    .asFlag("RUN", "--run");
    private static final Field<Boolean> YAML =
            Field.truth("yaml", "print the text of the workflow file");
    private static final Field<Boolean> EXPANDED =
            Field.truth("expanded", "print the expansion as YAML: every step and limit");
    private static final String PATH = "GET /api/workflow-definitions";

    private CatalogueQueries() {}

    static final Operation LIST =
            Operation.query(
                            "workflow definitions",
                            "List the definitions of workflows with their origins.",
                            DefinitionList.SCHEMA,
                            (context, _) -> DefinitionList.of(context).result())
                    .withEndpoint(
                            FrontEnd.CLI,
                            new Endpoint.Absent("workflow list prints them, with the workflows"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived(PATH));

    static final Operation SHOW =
            Operation.query(
                            "workflow show",
                            "Show the stages, phases and steps of a workflow, with the numbers"
                                    + " configured here.",
                            "foldline.workflow-definition/1",
                            CatalogueQueries::show)
                    .withFields(NAME, INPUTS, YAML, EXPANDED)
                    .withExamples(
                            "foldline workflow show ralph --yaml",
                            "foldline workflow show tdd --expanded")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived(PATH + "/{workflow}"));

    static final Operation GRAPH =
            Operation.query(
                            "workflow graph",
                            "Draw a workflow as a Mermaid flowchart, as SVG, or for Graphviz.",
                            "foldline.graph/1",
                            CatalogueQueries::graph)
                    .withFields(NAME, FORMAT, INPUTS, RUN)
                    .withExamples(
                            "foldline workflow graph ralph --format svg > ralph.svg",
                            "foldline workflow graph --run @    where the latest run is")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived(PATH + "/{workflow}/graph"));

    /** Returns the name of the workflow that an input names; by default the configured one. */
    static String name(OperationContext context, Input input) throws IOException {
        var given = input.find(NAME);
        return given.isDefined()
                ? given.get()
                : context.configuration(Vector.empty()).settings().course().workflow();
    }

    private static Workflow workflow(OperationContext context, Input input) throws IOException {
        return configured(
                context, name(context, input), input.find(INPUTS).getOrElse(Vector.empty()));
    }

    private static OperationResult show(OperationContext context, Input input) throws IOException {
        if (input.get(YAML)) return yaml(context, input);
        var workflow = workflow(context, input);
        if (input.get(EXPANDED)) return text(workflow.name(), ExpansionWriter.text(workflow));
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        SHOW.schema(),
                        "workflow",
                        new Raw(Wire.toJson(workflow)),
                        "bound",
                        BoundReport.json(workflow)),
                paint -> new WorkflowPage(workflow, paint).text());
    }

    private static OperationResult yaml(OperationContext context, Input input) throws IOException {
        if (input.get(EXPANDED) || input.find(INPUTS).exists(given -> !given.isEmpty()))
            throw new UserError(
                    "--yaml prints the file as it is, without inputs or an expansion",
                    "",
                    "leave out --yaml, --expanded or --input",
                    ExitCode.USAGE);
        var name = name(context, input);
        var file =
                DefinitionCheck.isFile(context, name)
                        ? DefinitionCheck.file(context, name)
                        : shippedFile(context, name);
        return text(file.name(), file.text());
    }

    /**
     * Returns the file of a workflow of Foldline.
     *
     * @throws UserError if there is no such workflow, or it has no file
     */
    static WorkflowFile shippedFile(OperationContext context, String name) {
        var shipped = BuiltinWorkflows.named(name).getOrElseThrow(() -> unknown(context, name));
        return ShippedWorkflows.file(shipped.label())
                .getOrElseThrow(
                        () ->
                                new UserError(
                                        "workflow " + name + " is not a file",
                                        "",
                                        "foldline workflow show " + name + " --expanded",
                                        ExitCode.USAGE));
    }

    private static OperationResult text(String name, String text) {
        return OperationResult.of(
                JsonOutput.fields("schema", SHOW.schema(), "name", name, "text", text), _ -> text);
    }

    private static OperationResult graph(OperationContext context, Input input) throws IOException {
        var graph =
                input.find(RUN).isDefined()
                        ? ofRun(context, input)
                        : WorkflowGraph.of(workflow(context, input));
        var workflow = graph.workflow();
        var format = input.get(FORMAT);
        var drawing =
                switch (format) {
                    case SVG -> WorkflowDrawing.svg(graph);
                    case DOT -> graph.dot();
                    default -> graph.mermaid();
                };
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        GRAPH.schema(),
                        "workflow",
                        workflow.name(),
                        "language",
                        format,
                        "graph",
                        drawing,
                        "bound",
                        BoundReport.json(workflow)),
                _ -> drawing);
    }

    /** The workflow of a run, which may be an earlier version of the one that is here. */
    private static WorkflowGraph ofRun(OperationContext context, Input input) throws IOException {
        var run = context.read(input.find(RUN).get());
        var state = RunHistory.open(run).latest().state();
        var name = state.workflow().name();
        if (input.find(NAME).exists(other -> !other.equals(name))
                || input.find(INPUTS).exists(given -> !given.isEmpty()))
            throw new UserError(
                    "--run draws the workflow of the run, " + name + ", as it was started",
                    "",
                    "foldline workflow graph --run " + run.id(),
                    ExitCode.USAGE);
        return WorkflowGraph.of(state);
    }

    /** A workflow with the numbers configured here; without agents, with default numbers. */
    public static Workflow configured(OperationContext context, String name) throws IOException {
        return configured(context, name, Vector.empty());
    }

    /**
     * A workflow with the numbers configured here; without agents, with default numbers.
     *
     * @param assignments values of the inputs of a workflow file, as {@code NAME=VALUE}
     * @throws UserError if there is no workflow of that name
     */
    public static Workflow configured(
            OperationContext context, String name, Vector<String> assignments) throws IOException {
        if (DefinitionCheck.isFile(context, name))
            return DefinitionCheck.workflow(
                    context, DefinitionCheck.file(context, name), assignments);
        var shipped = BuiltinWorkflows.named(name).getOrElseThrow(() -> unknown(context, name));
        DefinedWorkflow.refuseInputs(name, assignments);
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

    private static UserError unknown(OperationContext context, String name) {
        var known = BuiltinWorkflows.labels().appendAll(DefinitionList.names(context)).asJava();
        return new UserError(
                "unknown workflow '" + name + "'",
                "",
                "foldline workflow show "
                        + SpellingSuggestion.to(name, known)
                                .orElse(BuiltinWorkflows.DEFAULT.label()),
                ExitCode.USAGE);
    }
}
