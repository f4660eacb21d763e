package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.Settings;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.error.UserError;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.process.Programs;
import dev.foldline.effects.process.ShellPrograms;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.List;

/**
 * Whether the configured workflow can start, and the programs of its checks are installed. Nothing
 * is run.
 */
record ProgramCheck(Console console, Workspace workspace, Settings settings) {

    List<DoctorFinding> findings() throws IOException {
        try {
            return checks().values()
                    .flatMap(lines -> lines)
                    .toVector()
                    .flatMap(this::findings)
                    .distinct()
                    .asJava();
        } catch (InvalidWorkflowFile invalid) {
            return invalid.problems().stream()
                    .map(
                            problem ->
                                    DoctorFinding.broken(
                                            "workflow",
                                            problem.origin().describe() + ": " + problem.what(),
                                            problem.remedy()))
                    .toList();
        } catch (UserError refused) {
            return List.of(
                    DoctorFinding.broken(
                            "workflow",
                            refused.place().isEmpty()
                                    ? refused.message()
                                    : refused.place() + ": " + refused.message(),
                            refused.hint()));
        }
    }

    /** The checks of the workflow that a run would have, and of its child workflows. */
    private Map<String, Vector<CommandLine>> checks() throws IOException {
        var name = settings.course().workflow();
        if (name.equals(BuiltinWorkflows.TASKS.label())) return PolicyFactory.checks(settings);
        var workflow = workflow(name);
        return workflow.nested()
                .foldLeft(
                        LinkedHashMap.<String, Vector<CommandLine>>empty()
                                .merge(workflow.policy().checks()),
                        (all, child) -> all.merge(child.policy().checks(), Vector::appendAll));
    }

    private Workflow workflow(String name) throws IOException {
        var branching = new Branching.Stay();
        if (name.equals(BuiltinWorkflows.TDD.label()))
            return DrivenRuns.workflow(workspace, settings);
        if (BuiltinWorkflows.named(name).isDefined())
            return WorkflowFactory.workflow(settings, branching, Vector.empty());
        var file =
                DefinedWorkflow.read(
                        name, workspace.root(), console.directory(), console.environment());
        return new DefinedWorkflow(file, file.standards()).workflow(settings, branching);
    }

    private Vector<DoctorFinding> findings(CommandLine line) {
        return Vector.ofAll(programs(line))
                .filter(program -> !isThere(program))
                .map(
                        program ->
                                DoctorFinding.broken(
                                        "check",
                                        name(line)
                                                + ": "
                                                + (program.contains("/")
                                                        ? "there is no executable file " + program
                                                        : "program "
                                                                + program
                                                                + " is not on the PATH"),
                                        "install it, or correct the command of the check"));
    }

    private static String name(CommandLine line) {
        return line instanceof CommandLine.Check(var name, _, _) ? name : line.text();
    }

    private static List<String> programs(CommandLine line) {
        return switch (line) {
            case CommandLine.Shell(var text) -> ShellPrograms.of(text);
            case CommandLine.Arguments(var words) -> List.of(words.head());
            case CommandLine.Check(_, var run, _) -> programs(run);
            case CommandLine.Submitted _ -> List.of();
        };
    }

    private boolean isThere(String program) {
        return Programs.find(
                        program, console.environment().getOrDefault("PATH", ""), workspace.root())
                .isPresent();
    }
}
