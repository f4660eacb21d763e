package dev.foldline.app.embed;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.StoredDefinition;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.WorkflowProblem;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Runs workflows of a Java program on a git repository. It is an immutable value: each method
 * returns a copy.
 *
 * <pre>
 *   var run = Foldline.in(folder).agent("writer", "sh", "writer.sh").run(definition, "Write the guide");
 * </pre>
 *
 * The runs are stored in the repository. The command line shows them, and approves their gates.
 * Only the Java program can resume runs of an {@link EmbeddedWorkflow}, because it has their
 * prompts, schemas and agents.
 */
public final class Foldline {
    private final Path folder;
    private final Placement place;
    private final Map<String, Vector<String>> roles;
    private final Map<String, AgentDefinition> programs;
    private final RunObserver observer;
    private final java.util.Map<String, String> environment;

    private Foldline(
            Path folder,
            Placement place,
            Map<String, Vector<String>> roles,
            Map<String, AgentDefinition> programs,
            RunObserver observer,
            java.util.Map<String, String> environment) {
        this.folder = folder;
        this.place = place;
        this.roles = roles;
        this.programs = programs;
        this.observer = observer;
        this.environment = java.util.Map.copyOf(environment);
    }

    /** Runs workflows in this working tree of a repository, each on a new branch. */
    public static Foldline in(Path folder) {
        return new Foldline(
                folder,
                Placement.NEW_BRANCH,
                LinkedHashMap.empty(),
                LinkedHashMap.empty(),
                RunObserver.NONE,
                System.getenv());
    }

    /** Gives each run a working tree of its own. */
    public Foldline inWorktrees() {
        return new Foldline(folder, Placement.WORKTREE, roles, programs, observer, environment);
    }

    /**
     * Calls this program for a role. It works in the current folder and gets the prompt on its
     * standard input, and in the file that {@code {prompt_file}} names.
     */
    public Foldline agent(String role, String... command) {
        var program =
                new AgentDefinition.Program(
                        new CommandLine.Arguments(Vector.of(command)), List.of(), Optional.empty());
        return new Foldline(
                        folder, place, roles, programs.put(role, program), observer, environment)
                .role(role, role);
    }

    /**
     * Calls these agents for a role, the preferred one first: agents of {@code foldline.yaml}, and
     * agent command lines that Foldline supports, such as {@code claude} or {@code codex}.
     */
    public Foldline role(String role, String... agents) {
        return new Foldline(
                folder, place, roles.put(role, Vector.of(agents)), programs, observer, environment);
    }

    /** Notifies an observer of each event, of output and of notices. */
    public Foldline observedBy(RunObserver other) {
        return new Foldline(folder, place, roles, programs, other, environment);
    }

    /** Replaces the environment variables of this process, from which agents get a selection. */
    public Foldline environment(java.util.Map<String, String> variables) {
        return new Foldline(folder, place, roles, programs, observer, variables);
    }

    /**
     * Starts a run and drives it until it ends or is suspended.
     *
     * @throws UserError if the run cannot start; in that case nothing was changed
     */
    public EmbeddedRun run(EmbeddedWorkflow definition, String task)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(folder, environment)) {
            var configuration = RunLauncher.configuration(here.root(), environment);
            return drive(
                    here,
                    RunLauncher.begin(
                            here,
                            request(task, configuration, Optional.empty()),
                            branching -> workflow(definition, branching),
                            agents(configuration)),
                    configuration,
                    definition);
        }
    }

    /**
     * Reads a workflow file of the repository, or of the user's folder, with the checks, limits and
     * roles of {@code foldline.yaml}, as the command line does.
     *
     * @param workflow its name, or its path relative to the top of the repository
     * @throws InvalidWorkflowFile with all problems of the file, each with its line and column
     * @throws UserError if there is no such file
     */
    public EmbeddedWorkflowFile workflowFile(String workflow)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(folder, environment)) {
            return EmbeddedWorkflowFile.of(
                    DefinedWorkflow.read(workflow, here.root(), here.root(), environment),
                    withAgents(RunLauncher.configuration(here.root(), environment)).settings());
        }
    }

    /**
     * Starts a run of a workflow file and drives it, with its child runs, until it ends or is
     * suspended. Checks, limits and other agents are those of the repository's {@code
     * foldline.yaml}. The first event of the run records the file, the prompts, the schemas and the
     * inputs.
     *
     * @throws UserError if the run cannot start; in that case nothing was changed
     */
    public EmbeddedRun run(EmbeddedWorkflowFile definition, String task)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(folder, environment)) {
            var configuration = withAgents(RunLauncher.configuration(here.root(), environment));
            var defined = definition.defined();
            return drive(
                    here,
                    RunLauncher.begin(
                            here,
                            request(task, configuration, Optional.of(defined)),
                            branching -> defined.workflow(configuration.settings(), branching),
                            agents(configuration)),
                    configuration);
        }
    }

    /**
     * Resumes a run of a workflow file and drives it, with its child runs, until it ends or is
     * suspended.
     *
     * @throws UserError if there is no such run, another process drives it, or its workflow is not
     *     a file
     */
    public EmbeddedRun resume(String run) throws IOException, InterruptedException {
        try (var here = Workspace.open(folder, environment)) {
            var directory = here.find(run);
            if (!StoredDefinition.isRecorded(directory, here.runs().blobs()))
                throw new UserError(
                        "the workflow of run " + directory.id() + " is not a file",
                        "",
                        "resume it with its EmbeddedWorkflow",
                        ExitCode.USAGE);
            return drive(
                    here,
                    RunLauncher.resume(here, directory, false),
                    RunLauncher.configuration(here, directory, List.of()));
        }
    }

    private RunRequest request(
            String task, Configuration configuration, Optional<DefinedWorkflow> definition) {
        return new RunRequest(
                task,
                configuration,
                place,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                definition,
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Resumes a run of this definition and drives it until it ends or is suspended.
     *
     * @throws UserError if there is no such run, or another process drives it
     */
    public EmbeddedRun resume(EmbeddedWorkflow definition, String run)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(folder, environment)) {
            var directory = here.find(run);
            return drive(
                    here,
                    RunLauncher.resume(here, directory, false),
                    RunLauncher.configuration(here, directory, List.of()),
                    definition);
        }
    }

    private EmbeddedRun drive(
            Workspace here, Started started, Configuration configuration, EmbeddedWorkflow own)
            throws IOException, InterruptedException {
        var settings = configuration.settings();
        var team = settings.team();
        return drive(
                here,
                started,
                new RunSession(
                                agents(configuration),
                                team.env(),
                                own.templates(team.prompts()),
                                new DriverOptions(false)
                                        .recording(settings.record() == Settings.RunRecord.ON),
                                WorkflowRuntime.tracer(here, agents(configuration), settings)
                                        .apply(observer))
                        .with(own.ownSchemas()));
    }

    /** Drives a run of a workflow file, with its child runs. */
    private EmbeddedRun drive(Workspace here, Started started, Configuration configuration)
            throws IOException, InterruptedException {
        return drive(
                here,
                started,
                WorkflowRuntime.session(
                        here,
                        started,
                        configuration.settings(),
                        agents(configuration),
                        new DriverOptions(false),
                        observer));
    }

    private static EmbeddedRun drive(Workspace here, Started started, RunSession session)
            throws IOException, InterruptedException {
        var directory = started.log().directory();
        try {
            session.driveWithoutSignals(started, _ -> {});
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        return new EmbeddedRun(directory.id().text(), RunHistory.open(directory).latest().state());
    }

    private AgentRegistry agents(Configuration configuration) {
        var configured = WorkflowFactory.agents(configuration.settings());
        var all = new HashMap<>(configured.agents());
        all.putAll(programs.toJavaMap());
        return new AgentRegistry(
                all, configured.server(), configured.sandbox(), configured.traced());
    }

    private Workflow workflow(EmbeddedWorkflow definition, Branching branching) {
        var policy = definition.workflow().policy();
        var workflow = definition.workflow().with(withAgents(policy).withBranching(branching));
        var problems =
                definition
                        .problems()
                        .appendAll(WorkflowCheck.problems(workflow).map(WorkflowProblem::toString));
        if (problems.isEmpty()) return workflow;
        throw new UserError(
                "the workflow " + workflow.name() + " cannot run: " + problems.mkString("; "),
                "",
                "",
                ExitCode.USAGE);
    }

    private Configuration withAgents(Configuration configuration) {
        return configuration.withRoles(
                roles.mapValues(chain -> chain.map(ChainLink::of).asJava()).toJavaMap());
    }

    private Policy withAgents(Policy policy) {
        return policy.withRoles(roles.merge(policy.roles()));
    }
}
