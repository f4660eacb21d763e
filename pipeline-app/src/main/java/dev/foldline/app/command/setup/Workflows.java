package dev.foldline.app.command.setup;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.JsonText.Raw;
import dev.foldline.app.config.key.Nearest;
import dev.foldline.app.run.Course;
import dev.foldline.core.workflow.Bound;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.core.workflow.builtin.Shipped;
import dev.foldline.effects.json.Wire;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The workflows there are, as they would run here. */
@Command(name = "workflows", description = "List, show, check and draw the workflows there are.",
        footer = {
            "  foldline workflows show ralph      stages, phases and steps, with the numbers configured here",
            "  foldline workflows graph ralph --dot | dot -Tsvg > ralph.svg",
        })
public final class Workflows implements Callable<Integer> {
    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public Workflows(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE.value();
    }

    @Command(name = "list", description = "One line a workflow.")
    int list() throws IOException {
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.workflows/1", "workflows", Shipped.labels().map(name ->
                    JsonText.fields("name", name)).asJava()));
            return ExitCode.DONE.value();
        }
        for (var name : Shipped.labels()) {
            var workflow = workflow(name);
            console.print("%-10s %s%n".formatted(name, workflow.stages().map(Stage::id).mkString(" -> ")));
        }
        return ExitCode.DONE.value();
    }

    @Command(name = "show", description = "Stages, phases and steps, with the numbers configured here.")
    int show(@Parameters(paramLabel = "NAME", arity = "0..1", defaultValue = Ralph.NAME, description = "Which workflow.") String name) throws IOException {
        var workflow = workflow(name);
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.workflow/1", "workflow", new Raw(Wire.toJson(workflow)), "bound", JsonText.fields("effects", Bound.effects(workflow))));
        } else {
            console.print(new WorkflowPage(workflow, console.paint()).text());
        }
        return ExitCode.DONE.value();
    }

    @Command(name = "check", description = "Say whether it can run: everything reachable, every way back bounded, no way around a gate.")
    int check(@Parameters(paramLabel = "NAME", arity = "0..1", defaultValue = Ralph.NAME, description = "Which workflow.") String name) throws IOException {
        var workflow = workflow(name);
        var problems = WorkflowCheck.problems(workflow);
        var exit = problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
        if (console.isJson()) {
            console.print(JsonText.fields("schema", "foldline.check/1", "ok", problems.isEmpty(), "exit", exit.value(), "workflow", name,
                    "problems", problems.map(each -> JsonText.fields("where", each.where(), "what", each.what())), "bound", JsonText.fields("effects", Bound.effects(workflow))));
        } else if (problems.isEmpty()) {
            console.print(name + " is sound; at most " + Bound.effects(workflow) + " effects between two inputs from outside\n");
        } else {
            problems.forEach(each -> console.print(each + "\n"));
        }
        return exit.value();
    }

    @Command(name = "graph", description = "Draw it as a Mermaid flow chart, or for Graphviz.")
    int graph(
            @Parameters(paramLabel = "NAME", arity = "0..1", defaultValue = Ralph.NAME, description = "Which workflow.") String name,
            @Option(names = "--dot", description = "For Graphviz instead of Mermaid.") boolean dot) throws IOException {
        var graph = WorkflowGraph.of(workflow(name));
        var drawing = dot ? graph.dot() : graph.mermaid();
        if (console.isJson()) console.print(JsonText.fields("schema", "foldline.graph/1", "workflow", name, "language", dot ? "dot" : "mermaid", "graph", drawing));
        else console.print(drawing);
        return ExitCode.DONE.value();
    }

    private Workflow workflow(String name) throws IOException { return configured(console, name); }

    /**
     * A workflow as configured where the command stands; where nobody named agents yet, with stand-ins.
     *
     * @throws UserError if there is none of this name
     */
    public static Workflow configured(Console console, String name) throws IOException {
        var shipped = Shipped.named(name).getOrElseThrow(() -> new UserError("there is no workflow '" + name + "'", "",
                "foldline workflows show " + Nearest.to(name, Shipped.labels().asJava()).orElse(Ralph.NAME), ExitCode.USAGE));
        var settings = Setting.at(console, List.of()).load().settings();
        if (!settings.team().chains().isEmpty()) return Course.workflow(shipped, settings, Course.policy(settings, new Policy.Branching.Stay()));
        console.detail("no agents are configured here; shown with default numbers");
        var standIns = shipped.roles().foldLeft(LinkedHashMap.<String, Vector<String>>empty(), (roles, role) -> roles.put(role, Vector.of("(no agent)")));
        return Course.workflow(shipped, settings, Policy.DEFAULT.withRoles(standIns));
    }
}
