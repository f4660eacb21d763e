package dev.foldline.app.run;

import dev.foldline.app.config.Role;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.definition.ExpandedFile;
import dev.foldline.app.definition.FileProblems;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.definition.StageReader;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.event.DefinitionTexts;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A workflow that a user wrote, with the values of its inputs.
 *
 * @param inputs values of all inputs
 */
public record DefinedWorkflow(WorkflowFile file, Map<String, String> inputs) {
    private static final String NO_AGENT = "(no agent)";
    private static final String RECOVERER = "recoverer";

    /**
     * Finds the configured workflow, if a file defines it.
     *
     * @param root the top of the working tree
     * @param base the folder to which a path is relative
     * @param assignments values of inputs, as {@code NAME=VALUE}
     * @throws UserError if there is no such file, or an input does not fit
     */
    public static Optional<DefinedWorkflow> find(
            String name,
            Path root,
            Path base,
            java.util.Map<String, String> environment,
            Vector<String> assignments)
            throws IOException {
        if (BuiltinWorkflows.named(name).isDefined()) {
            if (assignments.nonEmpty())
                throw new UserError(
                        "workflow " + name + " has no inputs",
                        "--input",
                        "leave it out, or name a workflow file",
                        ExitCode.USAGE);
            return Optional.empty();
        }
        var file = read(name, root, base, environment);
        return Optional.of(
                new DefinedWorkflow(
                        file,
                        file.problems().isEmpty()
                                ? InputValues.of(file, assignments)
                                : file.standards()));
    }

    /**
     * Reads a workflow file by its name or path.
     *
     * @throws UserError if there is no such file
     */
    public static WorkflowFile read(
            String name, Path root, Path base, java.util.Map<String, String> environment)
            throws IOException {
        var folders = WorkflowFolders.of(root, environment);
        var path = folders.find(name, base);
        if (path.isEmpty())
            throw new UserError(
                    WorkflowFolders.isPath(name)
                            ? "the workflow file does not exist"
                            : "unknown workflow '" + name + "'",
                    name,
                    WorkflowFolders.isPath(name)
                            ? "foldline workflow new NAME"
                            : "create "
                                    + root.relativize(folders.repository())
                                    + "/"
                                    + name
                                    + ".yaml, or use one of: "
                                    + known(folders).mkString(", "),
                    ExitCode.USAGE);
        return WorkflowFileReader.read(path.get(), shown(path.get(), base));
    }

    private static Vector<String> known(WorkflowFolders folders) {
        return BuiltinWorkflows.labels().appendAll(folders.names());
    }

    private static String shown(Path file, Path base) {
        return file.startsWith(base) ? base.relativize(file).toString() : file.toString();
    }

    /**
     * Returns the workflow of a run.
     *
     * @throws InvalidWorkflowFile with all problems of the file
     * @throws UserError if a role has no agent
     */
    public Workflow workflow(Settings settings, Branching branching) {
        if (file.problems().isEmpty())
            file.declarations().roles().forEach(role -> settings.team().chainNeededFor(role(role)));
        var expansion = expanded(settings, branching);
        if (!expansion.problems().isEmpty())
            throw new InvalidWorkflowFile(file.shown(), expansion.problems());
        return expansion.workflow();
    }

    /**
     * The workflow and all problems of its file.
     *
     * @param problems if there are any, the workflow cannot run
     */
    public record Expansion(
            Workflow workflow,
            List<dev.foldline.app.config.source.ConfigurationProblem> problems) {}

    /** Expands the file. Roles without agents are given a placeholder. */
    public Expansion expanded(Settings settings, Branching branching) {
        var problems = new Problems();
        var expanded = expand(settings, branching, problems);
        var workflow =
                WorkflowFactory.budgeted(
                        settings,
                        new Workflow(
                                file.name(),
                                1,
                                gated(settings, expanded.stages(), problems),
                                policy(settings, branching, expanded)));
        return new Expansion(
                workflow,
                FileProblems.of(
                        file,
                        problems,
                        problems.all().isEmpty() && file.problems().isEmpty()
                                ? WorkflowCheck.problems(workflow)
                                : Vector.empty(),
                        expanded));
    }

    private ExpandedFile expand(Settings settings, Branching branching, Problems problems) {
        return new StageReader(
                        file,
                        inputs,
                        PolicyFactory.policy(settings, branching, LinkedHashMap.empty())
                                .checks()
                                .keySet(),
                        problems)
                .expand();
    }

    private Policy policy(Settings settings, Branching branching, ExpandedFile expanded) {
        var policy =
                PolicyFactory.policy(
                        settings,
                        branching,
                        file.declarations()
                                .roles()
                                .append(RECOVERER)
                                .distinct()
                                .foldLeft(
                                        LinkedHashMap.<String, Vector<String>>empty(),
                                        (all, role) -> all.put(role, chain(settings, role))));
        var own =
                file.declarations()
                        .checks()
                        .filterValues(check -> !check.run().isEmpty())
                        .mapValues(WorkflowFile.CheckDefinition::run);
        var rewind =
                file.head()
                        .rewindStage()
                        .orElse(
                                () ->
                                        expanded.stages()
                                                .filter(
                                                        stage ->
                                                                !(stage.turns()
                                                                        instanceof
                                                                        LoopCondition.EachItem))
                                                .filter(stage -> !stage.id().equals("prepare"))
                                                .headOption()
                                                .map(Stage::id));
        return policy.withChecks(own.merge(policy.checks()))
                .withRecovery(policy.recovery().withRewindStage(rewind))
                .withPhases(policy.phases().merge(expanded.budgets()));
    }

    /**
     * @throws UserError if the workflow has no phase to pause before
     */
    public void checkUntil(Settings settings, Optional<String> until) {
        if (until.isEmpty()) return;
        var phases = workflow(settings, new Branching.Stay()).phases().map(Phase::id).distinct();
        if (!phases.contains(until.get()))
            throw new UserError(
                    "workflow " + file.name() + " has no phase " + until.get(),
                    "--until",
                    "one of " + phases.mkString(", "),
                    ExitCode.USAGE);
    }

    private static Vector<String> chain(Settings settings, String role) {
        var chain = Vector.ofAll(settings.team().chainOf(role(role))).map(PolicyFactory::entry);
        return chain.isEmpty() ? Vector.of(NO_AGENT) : chain;
    }

    /** A role that the configuration does not know uses the agents of the developer. */
    private static Role role(String name) {
        return Vector.of(Role.values())
                .find(each -> each.label().equals(name))
                .getOrElse(Role.DEVELOPER);
    }

    /** Adds the gates of the configuration. */
    private static Vector<Stage> gated(Settings settings, Vector<Stage> stages, Problems problems) {
        var gates = Vector.ofAll(settings.course().gates());
        var phases = stages.flatMap(Stage::phases);
        gates.filter(gate -> !phases.exists(phase -> phase.id().equals(gate) && isGateable(phase)))
                .forEach(
                        gate ->
                                problems.add(
                                        new Origin.InFlag("--gate, or gates in foldline.yaml"),
                                        "no phase '" + gate + "' can wait for approval",
                                        "use one of: "
                                                + phases.filter(DefinedWorkflow::isGateable)
                                                        .map(Phase::id)
                                                        .distinct()
                                                        .mkString(", ")));
        return stages.map(
                stage ->
                        new Stage(
                                stage.id(),
                                stage.turns(),
                                stage.phases()
                                        .map(
                                                phase ->
                                                        gates.contains(phase.id())
                                                                        && phase.gate().isEmpty()
                                                                        && isGateable(phase)
                                                                ? phase.gate(
                                                                        new GateSpec(OnReject.REDO))
                                                                : phase)));
    }

    private static boolean isGateable(Phase phase) {
        return phase.routes()
                .values()
                .forAll(route -> !(route instanceof Route.To || route instanceof Route.Back));
    }

    /** Stores the texts of the workflow for the first event of a run. */
    public DefinitionTexts texts(Settings settings, Branching branching, Blobs blobs)
            throws IOException {
        var expanded = expand(settings, branching, new Problems());
        Map<String, String> prompts = LinkedHashMap.empty();
        for (var prompt : expanded.prompts())
            prompts = prompts.put(prompt._1(), blobs.put(prompt._2()));
        Map<String, String> schemas = LinkedHashMap.empty();
        for (var artifact : file.declarations().artifacts()) {
            var schema = artifact._2().schemaText(artifact._1());
            if (schema.isDefined()) schemas = schemas.put(artifact._1(), blobs.put(schema.get()));
        }
        return new DefinitionTexts(blobs.put(file.text()), inputs, prompts, schemas, items());
    }

    private Map<String, String> items() {
        return file.declarations()
                .artifacts()
                .filterValues(artifact -> artifact.items().isDefined())
                .mapValues(artifact -> artifact.items().getOrElse(""));
    }
}
