package dev.foldline.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Generic packages import no package of a workflow. Imports are read from the sources, because a
 * constant of a workflow leaves no trace in the class file.
 */
final class WorkflowRules {
    private static final String RULE = "generic packages import no workflow";

    /** The packages of workflows. A registry, which lists the workflows, belongs to none. */
    private static final Pattern WORKFLOW =
            Pattern.compile(
                    "dev\\.foldline\\.("
                            + "core\\.workflow\\.builtin\\.(?!BuiltinWorkflows\\b)"
                            + "|core\\.projection\\.(tdd|runtime)\\b"
                            + "|(core|effects|app)\\.workflow\\.(tdd|tasks|feature|ralph)\\b"
                            + "|app\\.pull\\b).*");

    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(dev\\.foldline\\.[\\w.*]+);", Pattern.MULTILINE);

    /** The places that register workflows, at least one for each module. */
    static final Set<String> REGISTRIES =
            Set.of(
                    "dev.foldline.core.workflow.builtin.BuiltinWorkflows",
                    "dev.foldline.effects.workflow.builtin.WorkflowSupports",
                    "dev.foldline.app.run.ShippedWorkflows",
                    "dev.foldline.app.run.WorkflowFactory",
                    "dev.foldline.app.projection.Projections");

    private static final String SHARED = "a type of all workflows in the package of one";
    private static final String TABLES = "tables and their changes name tasks and terminals";
    private static final String HOST = "the host runs workflows of tasks only";
    private static final String COMMAND = "a command or answer of one workflow";

    /** What still imports a workflow, with the reason. The list may only become shorter. */
    static final Map<String, String> ALLOWED =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("dev.foldline.app.command.operate.RunCommand", COMMAND),
                            Map.entry("dev.foldline.app.command.TerminalServices", COMMAND),
                            Map.entry("dev.foldline.app.command.setup.PlanCommand", COMMAND),
                            Map.entry("dev.foldline.app.command.setup.ProgramCheck", COMMAND),
                            Map.entry(
                                    "dev.foldline.app.repository.LandedBranches",
                                    "the list of merges of a workflow of tasks"),
                            Map.entry("dev.foldline.app.command.setup.TaskArgument", COMMAND),
                            Map.entry("dev.foldline.app.repository.LostLog", COMMAND),
                            Map.entry("dev.foldline.app.workflow.SkippedRuns", COMMAND),
                            Map.entry("dev.foldline.app.mcp.TaskTools", COMMAND),
                            Map.entry("dev.foldline.app.operation.PullCommands", COMMAND),
                            Map.entry("dev.foldline.app.operation.RunLifecycleCommands", COMMAND),
                            Map.entry("dev.foldline.app.operation.RunStart", COMMAND),
                            Map.entry("dev.foldline.app.operation.RunResumption", COMMAND),
                            Map.entry("dev.foldline.app.operation.ShellNames", COMMAND),
                            Map.entry("dev.foldline.app.operation.TaskCommands", HOST),
                            Map.entry("dev.foldline.app.operation.WorkflowReport", HOST),
                            Map.entry("dev.foldline.app.projection.ImportFiles", COMMAND),
                            Map.entry("dev.foldline.app.projection.MemoText", COMMAND),
                            Map.entry("dev.foldline.app.run.RunOpener", COMMAND),
                            Map.entry("dev.foldline.app.workflow.BroadcastText", HOST),
                            Map.entry("dev.foldline.app.workflow.TaskRunFactory", HOST),
                            Map.entry("dev.foldline.app.workflow.ChildStatusReporter", HOST),
                            Map.entry("dev.foldline.app.workflow.DeclaredCommits", HOST),
                            Map.entry("dev.foldline.app.workflow.MergeReport", HOST),
                            Map.entry("dev.foldline.app.workflow.Milestones", HOST),
                            Map.entry("dev.foldline.app.workflow.RunResumer", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowCreator", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowLookup", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowOperations", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowPauser", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowQueue", HOST),
                            Map.entry("dev.foldline.app.workflow.WorkflowView", HOST),
                            Map.entry(
                                    "dev.foldline.app.workflow.definition.DefinitionReader", HOST),
                            Map.entry(
                                    "dev.foldline.app.workflow.definition.WorkflowDefinition",
                                    HOST),
                            Map.entry("dev.foldline.app.server.call.WorkflowQueries", HOST),
                            Map.entry("dev.foldline.app.server.live.Broadcasts", COMMAND),
                            Map.entry("dev.foldline.app.server.live.StreamMessage", COMMAND),
                            Map.entry("dev.foldline.app.AgentTrial", COMMAND),
                            Map.entry("dev.foldline.app.view.EventConsequences", COMMAND),
                            Map.entry("dev.foldline.app.view.TaskEventSummary", COMMAND),
                            Map.entry("dev.foldline.app.view.TerminalOutputs", COMMAND),
                            Map.entry("dev.foldline.effects.json.Wire", SHARED),
                            Map.entry("dev.foldline.effects.prompt.Prompts", SHARED),
                            Map.entry("dev.foldline.effects.table.TableUpdate", TABLES),
                            Map.entry("dev.foldline.effects.table.WorkflowRow", TABLES),
                            Map.entry("dev.foldline.effects.table.WorkflowTables", TABLES),
                            Map.entry(
                                    "dev.foldline.testkit.simulation.SimulatedExchange", SHARED)));

    private WorkflowRules() {}

    static List<RuleViolation> check(List<ParsedSource> sources) {
        var findings = new ArrayList<RuleViolation>();
        for (var source : sources) {
            var name = className(source.path());
            if (isChecked(source.path(), name) && !ALLOWED.containsKey(name))
                imported(source)
                        .forEach(
                                used -> findings.add(new RuleViolation(RULE, source.path(), used)));
        }
        return findings;
    }

    /** Returns the listed classes that import no workflow any more. */
    static Set<String> outlived(List<ParsedSource> sources) {
        var left = new TreeSet<>(ALLOWED.keySet());
        sources.stream()
                .filter(source -> !imported(source).isEmpty())
                .map(source -> className(source.path()))
                .forEach(left::remove);
        return left;
    }

    private static boolean isChecked(String path, String name) {
        return path.contains("/src/main/java/")
                && !WORKFLOW.matcher(name).matches()
                && !REGISTRIES.contains(name);
    }

    private static List<String> imported(ParsedSource source) {
        return IMPORT.matcher(source.text())
                .results()
                .map(found -> found.group(1))
                .filter(name -> WORKFLOW.matcher(name).matches())
                .toList();
    }

    private static String className(String path) {
        return path.replaceFirst("^.*/src/(main|test)/java/", "")
                .replaceFirst("\\.java$", "")
                .replace('/', '.');
    }
}
