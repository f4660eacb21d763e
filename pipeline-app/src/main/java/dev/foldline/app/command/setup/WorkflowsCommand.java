package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.command.JsonOutput.Raw;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** The workflows there are, as they would run here. */
@Command(
        name = "workflows",
        description = "List, show, check and draw workflows.",
        footer = {
            "  foldline workflows show ralph      stages, phases and steps, with the numbers"
                    + " configured here",
            "  foldline workflows graph ralph --dot | dot -Tsvg > ralph.svg",
        })
public final class WorkflowsCommand implements Callable<Integer> {
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    public WorkflowsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "list", description = "List workflows, one per line.")
    int list() throws IOException {
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.workflows/1",
                            "workflows",
                            BuiltinWorkflows.labels()
                                    .map(name -> JsonOutput.fields("name", name))
                                    .asJava()));
            return ExitCode.DONE.value();
        }
        for (var name : BuiltinWorkflows.labels()) {
            var workflow = workflow(name);
            console.print(
                    "%-10s %s%n"
                            .formatted(name, workflow.stages().map(Stage::id).mkString(" -> ")));
        }
        return ExitCode.DONE.value();
    }

    @Command(
            name = "show",
            description = "Show stages, phases and steps, with the numbers configured here.")
    int show(
            @Parameters(
                            paramLabel = "NAME",
                            arity = "0..1",
                            defaultValue = Ralph.NAME,
                            description = "Workflow name (default: ralph).")
                    String name)
            throws IOException {
        var workflow = workflow(name);
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.workflow/1",
                            "workflow",
                            new Raw(Wire.toJson(workflow)),
                            "bound",
                            JsonOutput.fields("effects", EffectBound.effects(workflow))));
        } else {
            console.print(new WorkflowPage(workflow, console.paint()).text());
        }
        return ExitCode.DONE.value();
    }

    @Command(
            name = "check",
            description =
                    "Check a workflow: every phase is reachable, every rewind is bounded, no gate"
                            + " can be bypassed.")
    int check(
            @Parameters(
                            paramLabel = "NAME",
                            arity = "0..1",
                            defaultValue = Ralph.NAME,
                            description = "Workflow name (default: ralph).")
                    String name)
            throws IOException {
        var workflow = workflow(name);
        var problems = WorkflowCheck.problems(workflow);
        var exit = problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.check/1",
                            "ok",
                            problems.isEmpty(),
                            "exit",
                            exit.value(),
                            "workflow",
                            name,
                            "problems",
                            problems.map(
                                    each ->
                                            JsonOutput.fields(
                                                    "where", each.where(), "what", each.what())),
                            "bound",
                            JsonOutput.fields("effects", EffectBound.effects(workflow))));
        } else if (problems.isEmpty()) {
            console.print(
                    name
                            + " is valid; at most "
                            + EffectBound.effects(workflow)
                            + " effects between two external inputs\n");
        } else {
            problems.forEach(each -> console.print(each + "\n"));
        }
        return exit.value();
    }

    @Command(
            name = "graph",
            description = "Draw a workflow as a Mermaid flowchart, or for Graphviz.")
    int graph(
            @Parameters(
                            paramLabel = "NAME",
                            arity = "0..1",
                            defaultValue = Ralph.NAME,
                            description = "Workflow name (default: ralph).")
                    String name,
            @Option(names = "--dot", description = "Write Graphviz instead of Mermaid.")
                    boolean dot)
            throws IOException {
        var graph = WorkflowGraph.of(workflow(name));
        var drawing = dot ? graph.dot() : graph.mermaid();
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            "foldline.graph/1",
                            "workflow",
                            name,
                            "language",
                            dot ? "dot" : "mermaid",
                            "graph",
                            drawing));
        else console.print(drawing);
        return ExitCode.DONE.value();
    }

    private Workflow workflow(String name) throws IOException {
        return configured(console, name);
    }

    /**
     * Returns a workflow as configured in the current directory, with placeholder agents if none
     * are configured.
     *
     * @throws UserError if no workflow has this name
     */
    public static Workflow configured(Console console, String name) throws IOException {
        var shipped =
                BuiltinWorkflows.named(name)
                        .getOrElseThrow(
                                () ->
                                        new UserError(
                                                "unknown workflow '" + name + "'",
                                                "",
                                                "foldline workflows show "
                                                        + SpellingSuggestion.to(
                                                                        name,
                                                                        BuiltinWorkflows.labels()
                                                                                .asJava())
                                                                .orElse(Ralph.NAME),
                                                ExitCode.USAGE));
        var settings = ConfigurationContext.at(console, List.of()).load().settings();
        if (!settings.team().chains().isEmpty())
            return WorkflowFactory.workflow(
                    shipped, settings, PolicyFactory.policy(settings, new Policy.Branching.Stay()));
        console.detail("no agents are configured here; shown with default numbers");
        var standIns =
                shipped.roles()
                        .foldLeft(
                                LinkedHashMap.<String, Vector<String>>empty(),
                                (roles, role) -> roles.put(role, Vector.of("(no agent)")));
        return WorkflowFactory.workflow(shipped, settings, Policy.DEFAULT.withRoles(standIns));
    }
}
