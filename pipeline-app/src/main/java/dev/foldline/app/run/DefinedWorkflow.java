package dev.foldline.app.run;

import dev.foldline.app.config.Role;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.WorkflowFolders;
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
import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.DefinitionTexts;
import dev.foldline.core.event.DefinitionTexts.ChildTexts;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.git.GitReads;
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
 * @param assignments the values that the user gave, as {@code NAME=VALUE}
 */
public record DefinedWorkflow(
        WorkflowFile file, Map<String, String> inputs, Vector<String> assignments) {
    private static final String RECOVERER = "recoverer";

    /** A workflow with these values of its inputs. */
    public DefinedWorkflow(WorkflowFile file, Map<String, String> inputs) {
        this(file, inputs, Vector.empty());
    }

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
            refuseInputs(name, assignments);
            return Optional.empty();
        }
        return Optional.of(of(read(name, root, base, environment), assignments));
    }

    /**
     * Finds the configured workflow, or wraps it in several attempts.
     *
     * @throws UserError as {@link #find}
     */
    public static Optional<DefinedWorkflow> find(
            String name,
            Path root,
            Path base,
            java.util.Map<String, String> environment,
            Vector<String> assignments,
            Optional<AttemptsRequest> attempts)
            throws IOException {
        return attempts.isPresent()
                ? Optional.of(attempts.get().of(name, root, base, environment, assignments))
                : find(name, root, base, environment, assignments);
    }

    /**
     * Refuses inputs of a workflow that is not a file of the user.
     *
     * @throws UserError if there are any
     */
    public static void refuseInputs(String name, Vector<String> assignments) {
        if (assignments.nonEmpty())
            throw new UserError(
                    "workflow " + name + " has no inputs",
                    "--input",
                    "leave it out, or name a workflow file",
                    ExitCode.USAGE);
    }

    private static DefinedWorkflow of(WorkflowFile file, Vector<String> assignments) {
        return new DefinedWorkflow(
                file,
                file.problems().isEmpty() ? InputValues.of(file, assignments) : file.standards(),
                assignments);
    }

    /**
     * Returns the workflow as a commit contains it. A file outside the repository is read from
     * disk.
     *
     * @throws UserError if the commit does not contain the file
     */
    public DefinedWorkflow at(GitReads git, String commit) throws IOException {
        if (!(file.files() instanceof RepositoryFiles files) || !files.contains(file.file()))
            return this;
        var committed = files.at(git, commit);
        if (file.shown().equals(AttemptsRequest.SHOWN))
            return of(
                    WorkflowFileReader.parse(file.file(), file.shown(), file.text(), committed),
                    assignments);
        return of(
                WorkflowFileReader.read(file.file(), file.shown(), committed)
                        .getOrElseThrow(
                                () ->
                                        new UserError(
                                                "the workflow file is not committed",
                                                file.shown(),
                                                "commit it; a run reads it from the commit at which"
                                                        + " it starts",
                                                ExitCode.USAGE)),
                assignments);
    }

    /** Returns a notice if the repository and the user's folder both have the workflow. */
    public Optional<String> notice() throws IOException {
        if (!(file.files() instanceof RepositoryFiles files)) return Optional.empty();
        var name = WorkflowFolders.name(file.file());
        var found = files.find(name, files.root());
        var replaced = files.replaced(name, files.root());
        if (!found.contains(file.file()) || replaced.isEmpty()) return Optional.empty();
        return Optional.of("workflow " + name + " is " + file.shown() + ", not " + replaced.get());
    }

    /**
     * Reads a workflow file by its name or path.
     *
     * @throws UserError if there is no such file
     */
    public static WorkflowFile read(
            String name, Path root, Path base, java.util.Map<String, String> environment)
            throws IOException {
        var files = RepositoryFiles.of(root, environment);
        var path = files.find(name, base);
        if (path.isEmpty())
            throw new UserError(
                    WorkflowFolders.isPath(name)
                            ? "the workflow file does not exist"
                            : "unknown workflow '" + name + "'",
                    name,
                    WorkflowFolders.isPath(name)
                            ? "foldline workflow new NAME"
                            : "create "
                                    + root.relativize(files.folders().repository())
                                    + "/"
                                    + name
                                    + ".yaml, or use one of: "
                                    + known(files.folders()).mkString(", "),
                    ExitCode.USAGE);
        return WorkflowFileReader.read(path.get(), shown(path.get(), base), files)
                .getOrElseThrow(() -> new PipelineBug("a workflow file vanished: " + name));
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
        var expansion = expanded(settings, branching);
        if (!expansion.problems().isEmpty())
            throw new InvalidWorkflowFile(file.shown(), expansion.problems());
        Vector.of(expansion.workflow())
                .appendAll(expansion.workflow().nested())
                .flatMap(each -> Vector.ofAll(each.policy().roles()))
                .filter(role -> !role._1().equals(RECOVERER) && RoleChain.isMissing(role._2()))
                .forEach(
                        role ->
                                settings.team()
                                        .chainNeededFor(
                                                Role.named(role._1()).orElse(Role.DEVELOPER)));
        settings.team()
                .checkRoles(
                        file.declarations()
                                .roles()
                                .appendAll(Role.labels())
                                .appendAll(
                                        expansion
                                                .workflow()
                                                .nested()
                                                .flatMap(each -> each.policy().roles().keySet()))
                                .distinct()
                                .asJava());
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
        return expanded(settings, branching, Vector.empty());
    }

    /**
     * Expands the file of a child.
     *
     * @param around the files of the workflows around it, the outermost first
     */
    Expansion expanded(Settings settings, Branching branching, Vector<WorkflowFile> around) {
        var problems = new Problems();
        var expanded = expand(settings, branching, around, problems).stages();
        var gates =
                around.isEmpty() ? Vector.ofAll(settings.course().gates()) : Vector.<String>empty();
        var own =
                new Workflow(
                        file.name(),
                        1,
                        ConfiguredGates.added(gates, expanded.stages(), problems),
                        policy(settings, branching, expanded));
        var workflow =
                WorkflowFactory.budgeted(
                                settings, around.isEmpty() ? outermost(settings, own) : own)
                        .withChildren(
                                child ->
                                        expanded.attempts().contains(child.name())
                                                ? attempt(settings, branching, expanded, child)
                                                : child);
        var guarded = around.isEmpty() ? PolicyFactory.guarded(settings, workflow) : workflow;
        return new Expansion(
                guarded,
                FileProblems.of(
                        file,
                        problems,
                        problems.all().isEmpty() && file.problems().isEmpty()
                                ? WorkflowCheck.problems(guarded)
                                : Vector.empty(),
                        expanded));
    }

    /** A child starts with the work of others, which is no base. */
    private Workflow outermost(Settings settings, Workflow own) {
        return new BaselineChecks(settings, file.declarations().checks())
                .before(WorkflowDelivery.of(settings, own, file.head().delivers()));
    }

    /** An attempt has the policy of the file, and rewinds to its own stage. */
    private Workflow attempt(
            Settings settings, Branching branching, ExpandedFile expanded, Workflow child) {
        var policy = Attempts.ending(policy(settings, branching, expanded));
        var recovery = policy.recovery();
        return WorkflowFactory.budgeted(
                settings,
                child.with(
                        policy.withRecovery(
                                recovery.withRewindStage(
                                        recovery.rewindStage()
                                                .map(_ -> child.stages().last().id())))));
    }

    /** The stages of the file, and the workflows of its children. */
    private record Read(ExpandedFile stages, LinkedHashMap<String, DefinedWorkflow> children) {}

    private Read expand(
            Settings settings,
            Branching branching,
            Vector<WorkflowFile> around,
            Problems problems) {
        var children = new ChildWorkflowReader(settings, branching, around.append(file));
        var stages =
                new StageReader(
                                file,
                                inputs,
                                PolicyFactory.policy(settings, branching, LinkedHashMap.empty())
                                        .checks()
                                        .keySet(),
                                children,
                                problems)
                        .expand();
        return new Read(stages, children.found());
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
                                        (all, role) -> all.put(role, RoleChain.of(settings, role)))
                                .merge(expanded.agents()));
        var own = CheckCommands.of(file.declarations().checks(), settings);
        return file.recovering(
                policy.withChecks(own.merge(policy.checks()))
                        .withPhases(policy.phases().merge(expanded.budgets())),
                expanded);
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

    /** Stores the texts of the workflow for the first event of a run. */
    public DefinitionTexts texts(Settings settings, Branching branching, Blobs blobs)
            throws IOException {
        return texts(settings, branching, Vector.empty(), blobs);
    }

    private DefinitionTexts texts(
            Settings settings, Branching branching, Vector<WorkflowFile> around, Blobs blobs)
            throws IOException {
        var read = expand(settings, branching, around, new Problems());
        Map<String, ChildTexts> children = LinkedHashMap.empty();
        for (var child : read.children().values()) {
            var texts = child.texts(settings, branching, around.append(file), blobs);
            children = children.put(child.file().name(), texts.asChild()).merge(texts.children());
        }
        Map<String, String> prompts = LinkedHashMap.empty();
        for (var prompt : read.stages().prompts())
            prompts = prompts.put(prompt._1(), blobs.put(prompt._2()));
        Map<String, String> schemas = LinkedHashMap.empty();
        for (var artifact : file.declarations().artifacts()) {
            var schema = artifact._2().schemaText(artifact._1());
            if (schema.isDefined()) schemas = schemas.put(artifact._1(), blobs.put(schema.get()));
        }
        var own =
                new DefinitionTexts(
                        blobs.put(file.text()),
                        inputs,
                        prompts,
                        schemas,
                        file.declarations().items(),
                        children);
        return new DefinitionTexts(
                own.source(),
                inputs,
                prompts,
                schemas,
                own.items(),
                read.stages()
                        .attempts()
                        .foldLeft(children, (all, name) -> all.put(name, own.asChild())));
    }
}
