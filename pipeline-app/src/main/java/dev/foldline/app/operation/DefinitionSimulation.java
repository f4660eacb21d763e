package dev.foldline.app.operation;

import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.simulation.SimulationReport;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import java.io.IOException;

/** Simulates workflows. No agent, check or git is called, and nothing that a file names runs. */
final class DefinitionSimulation {
    private static final int TRIES_MAX = 1_000;
    private static final Vector<String> STARTED_WITH_A_FILE =
            Vector.of(BuiltinWorkflows.TDD.label(), BuiltinWorkflows.TASKS.label());
    private static final Field<Long> SEED =
            Field.number("seed", "random seed (default: 1)").withFallback(1L);
    private static final Field<Long> TRIES =
            Field.number("tries", 1, TRIES_MAX, "number of simulated runs (default: 100)")
                    .withFallback(100L);
    private static final Field<Long> TRACE =
            Field.number("trace", 1, TRIES_MAX, "number of the run to list (default: 1)")
                    .withFallback(1L);

    private DefinitionSimulation() {}

    static final Operation SIMULATE =
            Operation.query(
                            "workflow simulate",
                            "Simulate runs of a workflow in random environments: phases reached,"
                                    + " ends, longest path.",
                            "foldline.simulation/1",
                            DefinitionSimulation::simulate)
                    .withFields(CatalogueQueries.NAME, CatalogueQueries.INPUTS, SEED, TRIES, TRACE)
                    .withExamples(
                            "foldline workflow simulate docs-first",
                            "foldline workflow simulate docs-first --tries 1000 --trace 17")
                    .withEndpoint(
                            FrontEnd.HTTP,
                            new Endpoint.Derived(
                                    "GET /api/workflow-definitions/{workflow}/simulation"));

    private static OperationResult simulate(OperationContext context, Input input)
            throws IOException {
        var report =
                SimulationReport.of(
                        variants(context, input),
                        input.get(SEED),
                        input.get(TRIES).intValue(),
                        input.get(TRACE).intValue());
        var exit = report.isComplete() ? ExitCode.DONE : ExitCode.USAGE;
        return new OperationResult(
                report.document(SIMULATE.schema(), exit.value()), report::text, exit);
    }

    /** Without inputs, every combination of booleans and enums. */
    private static Vector<Workflow> variants(OperationContext context, Input input)
            throws IOException {
        var name = CatalogueQueries.name(context, input);
        if (STARTED_WITH_A_FILE.contains(name))
            throw new UserError(
                    "workflow " + name + " starts from a file that a simulation does not have",
                    "",
                    "name a workflow file, ralph or feature",
                    ExitCode.USAGE);
        var assignments = input.find(CatalogueQueries.INPUTS).getOrElse(Vector.empty());
        if (assignments.nonEmpty() || !DefinitionCheck.isFile(context, name))
            return Vector.of(CatalogueQueries.configured(context, name, assignments));
        var file = DefinitionCheck.file(context, name);
        var expansions = DefinitionCheck.expansions(context, file);
        expansions
                .find(each -> !each.problems().isEmpty())
                .forEach(
                        each -> {
                            throw new InvalidWorkflowFile(file.shown(), each.problems());
                        });
        return expansions.map(DefinedWorkflow.Expansion::workflow);
    }
}
