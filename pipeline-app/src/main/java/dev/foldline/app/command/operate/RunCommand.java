package dev.foldline.app.command.operate;

import dev.foldline.app.command.ConfigurationOptions;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.FailOn;
import dev.foldline.app.command.OperationCommand;
import dev.foldline.app.command.setup.PlanCommand;
import dev.foldline.app.command.setup.TaskArgument;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.fleet.FleetSubmission;
import dev.foldline.app.forge.IssueTask;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.operation.RunDriving.DriverProcess;
import dev.foldline.app.operation.RunStart;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.projection.ImportFiles;
import dev.foldline.app.projection.ImportedRun;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.pull.PlanSeries;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.app.run.TaskText;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.summary.Completion;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Tdd;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline run}: begins a run and drives it. */
@Command(
        name = "run",
        description = "Start a run in this repository, on a new branch.",
        footer = {
            "  foldline run \"add a --version flag\"",
            "  foldline run -f TASK.md --iterations 3 --gate planning --wait",
            "  foldline run --issue 12 --pr",
            "  foldline run --detach && foldline watch"
        })
public final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private final TaskArgument task = new TaskArgument();

    @Option(
            names = {"-n", "--dry-run"},
            description = "Show what the run would do, as `plan` does, and start nothing.")
    private boolean dryRun;

    @Option(
            names = "--issue",
            paramLabel = "N|URL",
            description = "Take the task from an issue of the repository on its forge.")
    private Optional<String> issue = Optional.empty();

    @Option(
            names = "--allow-dirty",
            description =
                    "Allow uncommitted changes. They are saved to a ref first and never committed.")
    private boolean allowDirty;

    @Option(names = "--worktree", description = "Work in a separate worktree.")
    private boolean worktree;

    @Option(
            names = "--stack",
            description =
                    "Build on the checked-out branch of another run instead of on that run's base.")
    private boolean stack;

    @Option(names = "--in-place", description = "Stay on the current branch.")
    private boolean inPlace;

    @Option(
            names = "--repeat",
            description =
                    "Work through the plan of the workflow tdd: one pull request after the other"
                            + " until nothing is left or the budget is used up.")
    private boolean repeats;

    @Option(
            names = "--max-pull-requests",
            paramLabel = "N",
            description = "With --repeat: stop after this many pull requests.")
    private Optional<Long> pullRequestsMax = Optional.empty();

    @Option(names = "--until", paramLabel = "PHASE", description = "Pause before this phase.")
    private Optional<String> until = Optional.empty();

    @Option(names = "--wait", description = "Wait at gates and limits instead of exiting.")
    private boolean waits;

    @Option(
            names = "--stop-after",
            paramLabel = "TIME",
            description =
                    "Pause after this time, such as 50m, and exit with 75. Use `resume` to"
                            + " continue.")
    private Optional<String> stopAfter = Optional.empty();

    @Option(
            names = "--fail-on",
            paramLabel = "OUTCOME",
            split = ",",
            description = FailOn.DESCRIPTION)
    private List<FailOn> failOn = new ArrayList<>();

    @Option(
            names = "--detach",
            description = "Drive the run in a background process that outlives this terminal.")
    private boolean detach;

    @Option(
            names = "--on",
            paramLabel = "PLACE",
            description =
                    "Where the run is driven: here (default), or fleet: by a worker that the engine"
                            + " of share.engine chooses.")
    private Place on = Place.HERE;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            split = ",",
            description = "With --on fleet: a label that the worker must have (repeatable).")
    private List<String> labels = new ArrayList<>();

    @Option(
            names = "--given",
            paramLabel = "DIR",
            description =
                    "Continue from the feature.yaml and spec.yaml of a feature run made elsewhere.")
    private Optional<String> given = Optional.empty();

    @Mixin private final ConfigurationOptions choices = new ConfigurationOptions();

    /** Read once: a later change of the issue changes nothing. */
    private Optional<String> issueText = Optional.empty();

    public RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (detach) FailOn.refuseWith(failOn, "--detach");
        if (on == Place.FLEET) FailOn.refuseWith(failOn, "--on fleet");
        try (var workspace = Workspace.open(console.directory(), console.environment())) {
            var configuration =
                    Configuration.load(
                            Sources.of(workspace.root(), console.environment(), choices.flags()),
                            WorkflowFactory.catalogue());
            var before = importedRun(workspace, configuration);
            var place = place();
            var definition = choices.definition(console, workspace.root(), configuration);
            RunStart.checkUntil(configuration, definition, until);
            var series = PlanSeries.first(configuration, repeats, pullRequestsMax);
            var time = io.vavr.control.Option.ofOptional(stopAfter).map(RunDriving::time);
            var context = OperationCommand.context(console);
            if (dryRun)
                return new PlanCommand(console)
                        .show(
                                workspace,
                                configuration,
                                task(workspace, configuration).behind(words()),
                                stack,
                                definition,
                                before.map(ImportedRun::completed).orElse(Vector.empty()));
            var request =
                    new RunRequest(
                            RunStart.task(context, task(workspace, configuration).text()),
                            configuration,
                            place,
                            stack,
                            allowDirty,
                            until,
                            before,
                            definition,
                            series,
                            Optional.empty());
            var fleet = fleet(configuration.settings());
            var started = RunStart.begin(context, workspace, request);
            if (fleet.isPresent())
                return submit(fleet.get(), workspace, started, configuration.settings());
            int exit =
                    RunDriver.drive(
                            console,
                            workspace,
                            started,
                            configuration.settings(),
                            new RunDriving(
                                    waits,
                                    DriverProcess.of(detach),
                                    false,
                                    Vector.ofAll(choices.flags())
                                            .map(flag -> flag.path() + "=" + flag.text()),
                                    time));
            return FailOn.exit(failOn, Completion.of(started.log().state()), exit);
        }
    }

    /** Returns the options without the task, quoted for a shell. */
    private String words() {
        var words = new StringBuilder(choices.words());
        issue.ifPresent(named -> words.append(" --issue ").append(ShellWord.of(named)));
        if (allowDirty) words.append(" --allow-dirty");
        if (worktree) words.append(" --worktree");
        if (stack) words.append(" --stack");
        if (inPlace) words.append(" --in-place");
        until.ifPresent(phase -> words.append(" --until ").append(ShellWord.of(phase)));
        if (repeats) words.append(" --repeat");
        pullRequestsMax.ifPresent(max -> words.append(" --max-pull-requests ").append(max));
        if (waits) words.append(" --wait");
        stopAfter.ifPresent(time -> words.append(" --stop-after ").append(ShellWord.of(time)));
        failOn.forEach(each -> words.append(" --fail-on ").append(each));
        if (detach) words.append(" --detach");
        given.ifPresent(folder -> words.append(" --given ").append(ShellWord.of(folder)));
        return words.toString();
    }

    /** Where a run can be driven. */
    private enum Place {
        HERE,
        FLEET
    }

    private Optional<FleetSubmission> fleet(Settings settings) {
        if (on == Place.HERE) return Optional.empty();
        if (waits || detach || repeats || stopAfter.isPresent())
            throw new UserError(
                    "--wait, --detach, --repeat and --stop-after are not for --on fleet",
                    "--on fleet",
                    "omit them; status --from shows the run",
                    ExitCode.USAGE);
        return Optional.of(FleetSubmission.of(settings.share(), Vector.ofAll(labels)));
    }

    private int submit(
            FleetSubmission fleet, Workspace workspace, Started started, Settings settings)
            throws IOException, InterruptedException {
        var run = started.log().directory().id().text();
        try {
            fleet.submit(workspace, started, settings);
        } finally {
            if (started.workspace() != workspace) started.workspace().close();
        }
        if (console.isJson()) console.print(fleet.document(run));
        else console.print(fleet.text(run));
        return ExitCode.DONE.value();
    }

    private static boolean isTdd(Configuration configuration) {
        return configuration.settings().course().workflow().equals(Tdd.NAME);
    }

    private TaskArgument.Named task(Workspace workspace, Configuration configuration)
            throws IOException, InterruptedException {
        if (issue.isPresent()) {
            task.refuse("--issue " + issue.get());
            if (issueText.isEmpty())
                issueText =
                        Optional.of(
                                IssueTask.read(
                                        workspace, configuration.settings().forge(), issue.get()));
            return new TaskArgument.Named(TaskText.ofText(issueText.get()), "");
        }
        if (!isTdd(configuration)) return task.read(console, workspace.root(), "foldline run");
        var file = task.planFile("foldline run");
        return TaskArgument.of(file, DrivenRuns.task(workspace, console.resolve(file)));
    }

    private Optional<ImportedRun> importedRun(Workspace workspace, Configuration configuration)
            throws IOException {
        if (given.isEmpty()) return Optional.empty();
        // Files that name phases as done are as good as their approval.
        CallerCheck.refuseAgents();
        var workflow = configuration.settings().course().workflow();
        if (!workflow.equals(Feature.NAME))
            throw new UserError(
                    "workflow " + workflow + " takes no files",
                    "--given " + given.get(),
                    "--workflow " + Feature.NAME,
                    ExitCode.USAGE);
        return Optional.of(ImportFiles.read(console.resolve(given.get()), workspace.runs()));
    }

    private Placement place() {
        if (worktree && inPlace)
            throw new UserError(
                    "--worktree and --in-place are mutually exclusive",
                    "",
                    "use only one of them",
                    ExitCode.USAGE);
        return worktree ? Placement.WORKTREE : inPlace ? Placement.IN_PLACE : Placement.NEW_BRANCH;
    }
}
