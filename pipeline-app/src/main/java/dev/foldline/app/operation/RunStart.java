package dev.foldline.app.operation;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.pull.PlanSeries;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.AttemptsRequest;
import dev.foldline.app.run.BranchStart;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Starts a run. */
public final class RunStart {
    private static final Field<String> TASK =
            Field.text(
                            "task",
                            "what to do, as text; for the workflow tdd, the path of its plan file"
                                    + " in the repository")
                    .required()
                    .asArgument("TASK");
    private static final Field<Vector<String>> INPUTS =
            Field.texts("inputs", "values of the workflow's inputs, each as NAME=VALUE");
    private static final Field<Long> ATTEMPTS =
            Field.number(
                    "attempts", 1, 20, "run the workflow this many times, and keep the best run");
    private static final Field<String> PICK =
            Field.choice(
                    "pick",
                    "who chooses the best attempt (default: me)",
                    "measure",
                    "reviewer",
                    "me");
    private static final Field<String> UNTIL = Field.text("until", "pause before this phase");
    private static final Field<Boolean> STACK =
            Field.truth(
                    "stack",
                    "build on the checked-out branch of another run instead of on that run's base");

    private static final Field<Boolean> REPEAT =
            Field.truth(
                    "repeat",
                    "work through the plan of the workflow tdd: one pull request after the other"
                            + " until nothing is left or the budget is used up");
    private static final Field<Long> PULL_REQUESTS =
            Field.number("max_pull_requests", 1, "with repeat: stop after this many pull requests");

    private RunStart() {}

    static final Operation RUN =
            Operation.command(
                            "run",
                            "Start a run in this repository, on a new branch.",
                            RunReport.SCHEMA,
                            Repetition.REPEATED,
                            RunStart::run)
                    .withFields(
                            TASK,
                            RunFlags.WORKFLOW,
                            INPUTS,
                            ATTEMPTS,
                            PICK,
                            UNTIL,
                            STACK,
                            REPEAT,
                            PULL_REQUESTS)
                    .withFields(RunFlags.fields())
                    .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.CLI, new Endpoint.Own("run"))
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("POST /api/runs"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_start"));

    /**
     * Works in a separate worktree, because the caller's working tree may be in use. Only the
     * workflow {@code tdd} works in this one, on a branch of its own.
     */
    private static OperationResult run(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    context.services().refuseIfClosing();
                    var flags = RunFlags.of(input);
                    var configuration =
                            Configuration.load(
                                    Sources.of(here.root(), here.environment(), flags.asJava()),
                                    WorkflowFactory.catalogue());
                    var series =
                            PlanSeries.first(
                                    configuration,
                                    input.get(REPEAT),
                                    input.find(PULL_REQUESTS).toJavaOptional());
                    var task =
                            isTdd(configuration)
                                    ? DrivenRuns.task(here, here.root().resolve(input.get(TASK)))
                                    : input.get(TASK);
                    var request =
                            new RunRequest(
                                    task(context, task),
                                    configuration,
                                    isTdd(configuration)
                                            ? Placement.NEW_BRANCH
                                            : Placement.WORKTREE,
                                    input.get(STACK),
                                    false,
                                    input.find(UNTIL).toJavaOptional(),
                                    Optional.empty(),
                                    definition(here, configuration, input),
                                    series,
                                    Optional.empty());
                    return context.services()
                            .drive(
                                    here,
                                    begin(context, here, request),
                                    configuration.settings(),
                                    new RunDriving(
                                            false,
                                            RunDriving.DriverProcess.DETACHED,
                                            false,
                                            flags.map(flag -> flag.path() + "=" + flag.text())));
                });
    }

    /** A remote caller names a workflow; it does not name a file of this machine. */
    private static Optional<DefinedWorkflow> definition(
            Workspace here, Configuration configuration, Input input) throws IOException {
        var name = configuration.settings().course().workflow();
        if (input.find(RunFlags.WORKFLOW).exists(WorkflowFolders::isPath))
            throw new UserError(
                    "a path of a workflow file is not accepted here",
                    "workflow",
                    "give the name of a workflow in foldline/workflows",
                    ExitCode.USAGE);
        return DefinedWorkflow.find(
                name,
                here.root(),
                here.root(),
                here.environment(),
                input.find(INPUTS).getOrElse(Vector.empty()),
                AttemptsRequest.of(
                        input.find(ATTEMPTS).toJavaOptional(), input.find(PICK).toJavaOptional()));
    }

    /** Redacts secrets in a task, with a notice. */
    public static String task(OperationContext context, String task) {
        var redacted = context.redaction().text(task);
        if (!redacted.equals(task))
            context.notices()
                    .accept(
                            "the task contains "
                                    + context.redaction().suspicion(task)
                                    + ": agents see it redacted. Name a variable instead, and list"
                                    + " it under env:");
        return redacted;
    }

    /**
     * Starts the run, without a driver yet. Notices name what is missing for `tdd`, and the branch
     * of another run that it starts from.
     *
     * @throws UserError if the workflow has no phase to pause before, or the start is refused
     */
    public static Started begin(OperationContext context, Workspace here, RunRequest request)
            throws IOException, InterruptedException {
        var configuration = request.configuration();
        checkUntil(configuration, request.definition(), request.until());
        if (request.definition().isPresent())
            request.definition().get().notice().ifPresent(context.notices());
        var from = otherBranch(here, request);
        if (isTdd(configuration))
            DrivenRuns.missing(here, configuration.settings())
                    .forEach(each -> context.notices().accept("warning: " + each));
        var started =
                isTdd(configuration)
                        ? DrivenRuns.begin(here, request)
                        : RunLauncher.begin(here, request);
        from.ifPresent(context.notices());
        return started;
    }

    private static boolean isTdd(Configuration configuration) {
        return isTdd(configuration.settings());
    }

    /** Returns whether the task of a run is the path of a plan. */
    public static boolean isTdd(Settings settings) {
        return settings.course().workflow().equals(Tdd.NAME);
    }

    /** Where the new branch starts, if that is not the commit that is checked out. */
    private static Optional<String> otherBranch(Workspace here, RunRequest request)
            throws IOException {
        if (request.place() == Placement.IN_PLACE || isTdd(request.configuration()))
            return Optional.empty();
        return Optional.of(BranchStart.of(here, request.configuration(), request.stacks()))
                .filter(BranchStart::isOfRun)
                .map(of -> "from " + of.name() + " (" + ValueFormatter.hash(of.commit()) + ")");
    }

    /**
     * @throws UserError if the workflow has no such phase
     */
    public static void checkUntil(
            Configuration configuration,
            Optional<DefinedWorkflow> definition,
            Optional<String> until) {
        if (definition.isPresent()) {
            definition.get().checkUntil(configuration.settings(), until);
            return;
        }
        var workflow = configuration.settings().course().workflow();
        List<String> phases = WorkflowFactory.phases(workflow);
        if (until.isPresent() && !phases.contains(until.get()))
            throw new UserError(
                    "workflow " + workflow + " has no phase " + until.get(),
                    "--until",
                    "one of " + String.join(", ", phases),
                    ExitCode.USAGE);
    }
}
