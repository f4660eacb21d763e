package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Choices;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.ShellWord;
import dev.foldline.app.command.setup.Plan;
import dev.foldline.app.command.setup.TaskArgument;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.projection.GivenFiles;
import dev.foldline.app.projection.GivenRun;
import dev.foldline.app.run.Course;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Manner;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.task.DrivenRuns;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Tdd;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code foldline run}: begins a run and drives it. */
@Command(name = "run", description = "Begin a run in this repository, on a branch of its own.",
        footer = {"  foldline run \"add a --version flag\"", "  foldline run -f TASK.md --iterations 3 --gate planning --wait", "  foldline run --detach && foldline watch"})
public final class RunCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final TaskArgument task = new TaskArgument();

    @Option(names = {"-n", "--dry-run"}, description = "Show what it would do, as plan does, and start nothing.")
    private boolean dryRun;

    @Option(names = "--allow-dirty", description = "Leave uncommitted work where it is; it is saved to a ref first and never committed.")
    private boolean allowDirty;

    @Option(names = "--worktree", description = "Work in a working tree of its own.")
    private boolean worktree;

    @Option(names = "--in-place", description = "Stay on the branch that is checked out.")
    private boolean inPlace;

    @Option(names = "--until", paramLabel = "PHASE", description = "Pause before this phase.")
    private Optional<String> until = Optional.empty();

    @Option(names = "--wait", description = "Stay at a gate or a limit instead of leaving the run parked.")
    private boolean waits;

    @Option(names = "--detach", description = "Drive it in a process of its own, which outlives this terminal.")
    private boolean detach;

    @Option(names = "--given", paramLabel = "DIR", description = "Go on from the feature.yaml and spec.yaml of a run of feature that is not here.")
    private Optional<String> given = Optional.empty();

    @Mixin
    private final Choices choices = new Choices();

    public RunCommand(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var workspace = Workspace.open(console.directory(), console.environment())) {
            var configuration = Configuration.load(Sources.of(workspace.root(), console.environment(), choices.flags()), Course.catalogue());
            var before = given(workspace, configuration);
            var place = place();
            checkUntil(configuration);
            if (dryRun) return new Plan(console).show(workspace, configuration, task(workspace, configuration).behind(words()), before.map(GivenRun::completed).orElse(Vector.empty()));
            var request = new RunRequest(withoutSecrets(task(workspace, configuration).text()), configuration, place, allowDirty, until, before);
            var started = isTdd(configuration) ? DrivenRuns.begin(workspace, request) : Launch.begin(workspace, request);
            if (!detach) return Driving.drive(console, workspace, started, configuration.settings(), new Manner(waits));
            var set = choices.flags().stream().map(flag -> flag.path() + "=" + flag.text()).toList();
            return Detached.drive(console, workspace, started, Resume.words(waits, false, set));
        }
    }

    /** All that was said besides the task, for a shell. */
    private String words() {
        var words = new StringBuilder(choices.words());
        if (allowDirty) words.append(" --allow-dirty");
        if (worktree) words.append(" --worktree");
        if (inPlace) words.append(" --in-place");
        until.ifPresent(phase -> words.append(" --until ").append(ShellWord.of(phase)));
        if (waits) words.append(" --wait");
        if (detach) words.append(" --detach");
        given.ifPresent(folder -> words.append(" --given ").append(ShellWord.of(folder)));
        return words.toString();
    }

    private static boolean isTdd(Configuration configuration) { return configuration.settings().course().workflow().equals(Tdd.NAME); }

    private TaskArgument.Named task(Workspace workspace, Configuration configuration) throws IOException {
        if (!isTdd(configuration)) return task.read(console, workspace.root(), "foldline run");
        var file = task.planFile("foldline run");
        return TaskArgument.of(file, DrivenRuns.task(workspace, console.resolve(file)));
    }

    private String withoutSecrets(String task) {
        var redacted = console.redaction().text(task);
        if (!redacted.equals(task)) console.note("the task holds " + console.redaction().suspicion(task)
                + ": agents are told it is redacted. Name a variable instead, and list it below env:");
        return redacted;
    }

    private Optional<GivenRun> given(Workspace workspace, Configuration configuration) throws IOException {
        if (given.isEmpty()) return Optional.empty();
        // Files that name phases as done are as good as their approval.
        Asking.refuseAgents();
        var workflow = configuration.settings().course().workflow();
        if (!workflow.equals(Feature.NAME)) throw new UserError("the workflow " + workflow + " takes no files", "--given " + given.get(), "--workflow " + Feature.NAME, ExitCode.USAGE);
        return Optional.of(GivenFiles.read(console.resolve(given.get()), workspace.runs()));
    }

    private Placement place() {
        if (worktree && inPlace) throw new UserError("--worktree and --in-place exclude each other", "", "give one of them", ExitCode.USAGE);
        return worktree ? Placement.WORKTREE : inPlace ? Placement.IN_PLACE : Placement.NEW_BRANCH;
    }

    private void checkUntil(Configuration configuration) {
        var workflow = configuration.settings().course().workflow();
        var phases = Course.phases(workflow);
        if (until.isPresent() && !phases.contains(until.get()))
            throw new UserError("the workflow " + workflow + " has no phase " + until.get(), "--until",
                    "one of " + String.join(", ", phases), ExitCode.USAGE);
    }
}
