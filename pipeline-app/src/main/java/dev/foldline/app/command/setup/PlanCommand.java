package dev.foldline.app.command.setup;

import dev.foldline.app.command.ConfigurationOptions;
import dev.foldline.app.command.Console;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunStatistics;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.report.BoundReport;
import dev.foldline.app.report.PlanPage;
import dev.foldline.app.report.WorkflowPage;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.BranchStart;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.PhaseLimits;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.SandboxStatus;
import dev.foldline.app.run.TaskText;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Guard;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.change.Judge;
import dev.foldline.effects.change.Judges;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What a run would do, without doing any of it. */
@Command(
        name = "plan",
        description =
                "Show what a run would do and is likely to cost, by earlier runs. Spends nothing.",
        footer = {
            "  foldline plan                      for the task in PROMPT.md",
            "  foldline plan \"add a flag\" --set iterations=1",
            "  foldline plan --full               every step, route and limit",
        })
public final class PlanCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.plan/1";

    private final Console console;

    @Mixin private final TaskArgument task = new TaskArgument();

    @Mixin private final ConfigurationOptions choices = new ConfigurationOptions();

    @Option(names = "--full", description = "Show every step, route and limit.")
    private boolean full;

    public PlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        try (var workspace = Workspace.open(console.directory(), console.environment())) {
            var configuration = ConfigurationContext.of(console, choices.flags()).load();
            if (configuration.settings().course().workflow().equals(Tdd.NAME))
                task.planFile("foldline plan");
            return show(
                    workspace,
                    configuration,
                    task.read(console, workspace.root(), "foldline plan").behind(choices.words()),
                    false,
                    choices.definition(console, workspace.root(), configuration),
                    Vector.empty());
        }
    }

    /**
     * What a run of this task with this configuration would do.
     *
     * @param stacks whether the branch of a run before is built upon
     * @param definition the workflow, if a user wrote it
     * @param completed the phases that were done before, by their names
     */
    public int show(
            Workspace workspace,
            Configuration configuration,
            TaskArgument.Named task,
            boolean stacks,
            Optional<DefinedWorkflow> definition,
            Vector<String> completed)
            throws IOException {
        var settings = configuration.settings();
        definition.ifPresent(defined -> PhaseLimits.check(configuration, defined));
        var start = BranchStart.of(workspace, configuration, stacks);
        var branch =
                workspace
                        .git()
                        .freeBranchName(
                                "foldline/" + TaskText.slug(console.redaction().text(task.text())));
        var workflow =
                settings.course().workflow().equals(Tdd.NAME)
                        ? DrivenRuns.workflow(workspace, settings)
                        : workflow(settings, branch, definition, completed);
        var dirty =
                workspace.git().dirty(Exclusions.engine()).stream()
                        .map(path -> path.path())
                        .toList();
        var refusal = RunLauncher.refusal(workspace, workflow, WorkflowFactory.agents(settings));
        var named =
                workflow.policy().branching() instanceof Branching.Titled
                        ? "named after the title of the pull request"
                        : branch;
        var missing =
                new ArrayList<>(
                        settings.course().workflow().equals(Tdd.NAME)
                                ? DrivenRuns.missing(workspace, settings)
                                : List.<String>of());
        var sandbox = WorkflowFactory.agents(settings).sandbox();
        SandboxStatus.warning(sandbox, console.environment()).ifPresent(missing::add);
        var seen =
                new Seen(
                        task,
                        new Branch(named, start),
                        dirty,
                        missing,
                        SandboxStatus.line(sandbox, console.environment())
                                .map(line -> "sandbox  " + line + "\n")
                                .orElse(""),
                        refusal);
        var page =
                new PlanPage(
                        workflow,
                        history(workspace, workflow),
                        judges(workspace, start.commit(), workflow));
        if (console.isJson()) print(workspace, settings, page, seen);
        else console.print(text(page, seen));
        return refusal.map(UserError::exit).orElse(ExitCode.DONE).value();
    }

    private static Vector<Judge> judges(Workspace workspace, String base, Workflow workflow)
            throws IOException {
        var guard = workflow.policy().guard();
        return guard.isEmpty()
                ? Vector.empty()
                : Judges.in(workspace.git(), base, Guard.judging(workflow), guard.get()).list();
    }

    /** A repository without runs is left as it is. */
    private static RunStatistics history(Workspace workspace, Workflow workflow)
            throws IOException {
        return Files.exists(workspace.runs().folder())
                ? RunStatistics.of(workspace.runs(), workflow.name())
                : RunStatistics.NONE;
    }

    private static Workflow workflow(
            Settings settings,
            String branch,
            Optional<DefinedWorkflow> definition,
            Vector<String> completed) {
        var branching =
                new Branching.NewBranch(
                        branch, io.vavr.control.Option.ofOptional(settings.course().base()));
        return definition.isPresent()
                ? definition.get().workflow(settings, branching)
                : WorkflowFactory.workflow(settings, branching, completed);
    }

    /** The branch it would make. */
    private record Branch(String name, BranchStart start) {}

    /**
     * What is there: the task, the branch it would make, uncommitted work, commands and a sandbox
     * that are missing, and why it could not begin for want of an agent.
     */
    private record Seen(
            TaskArgument.Named task,
            Branch branch,
            List<String> dirty,
            List<String> missing,
            String sandbox,
            Optional<UserError> refusal) {}

    private void print(Workspace workspace, Settings settings, PlanPage page, Seen seen) {
        var workflow = page.workflow();
        console.print(
                JsonOutput.fields(
                        "schema",
                        SCHEMA,
                        "ok",
                        seen.refusal().isEmpty(),
                        "exit",
                        seen.refusal().map(UserError::exit).orElse(ExitCode.DONE).value(),
                        "error",
                        seen.refusal().map(UserError::message),
                        "repository",
                        workspace.root(),
                        "branch",
                        seen.branch().name(),
                        "base",
                        seen.branch().start().commit(),
                        "dirty",
                        seen.dirty(),
                        "warnings",
                        seen.missing(),
                        "given",
                        BuiltinWorkflows.completedBefore(workflow),
                        "gates",
                        settings.course().gates(),
                        "workflow",
                        new Raw(Wire.toJson(workflow)),
                        "bound",
                        BoundReport.json(workflow),
                        "forecast",
                        page.document(),
                        "next",
                        List.of(seen.task().start(console))));
    }

    private String text(PlanPage page, Seen seen) {
        var workflow = page.workflow();
        var branch = seen.branch();
        var dirty = seen.dirty();
        var text =
                new StringBuilder("task     ")
                        .append(ValueFormatter.oneLine(seen.task().text()))
                        .append('\n')
                        .append("branch   ")
                        .append(branch.name())
                        .append(", new, at ")
                        .append(ValueFormatter.hash(branch.start().commit()))
                        .append(" (")
                        .append(branch.start().name())
                        .append(")\n")
                        .append(initialState(workflow))
                        .append(seen.sandbox())
                        .append('\n')
                        .append(
                                full
                                        ? new WorkflowPage(workflow, console.paint()).text()
                                        : page.text(console.paint()));
        if (!dirty.isEmpty()) {
            text.append("\n")
                    .append(console.paint().careful("uncommitted work"))
                    .append(": ")
                    .append(String.join(", ", dirty.stream().limit(8).toList()))
                    .append(dirty.size() > 8 ? ", ..." : "")
                    .append(
                            "\n"
                                + "  a run refuses to start: commit or stash it, or use --worktree"
                                + " or --allow-dirty\n");
        }
        seen.missing()
                .forEach(
                        each ->
                                text.append('\n')
                                        .append(console.paint().careful("warning"))
                                        .append(": ")
                                        .append(each)
                                        .append('\n'));
        seen.refusal()
                .ifPresent(
                        why ->
                                text.append('\n')
                                        .append(console.paint().bad("a run would be refused"))
                                        .append(": ")
                                        .append(why.describe())
                                        .append('\n'));
        return text.append("\nNothing was started. To start it: ")
                .append(seen.task().start(console))
                .append('\n')
                .toString();
    }

    private static String initialState(Workflow workflow) {
        var done = BuiltinWorkflows.completedBefore(workflow);
        return done.isEmpty()
                ? ""
                : "given    " + done.mkString(", ") + ": already done, not repeated\n";
    }
}
