package dev.foldline.app.report;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A workflow as a graph of its phases: solid edges go on, dotted ones go back or spend. */
public record WorkflowGraph(Workflow workflow, Option<String> current, List<Edge> edges) {
    static final String END = "the_end";

    /** From one phase to another, by a label if it takes one. */
    record Edge(String from, String to, String label, boolean back) {}

    public static WorkflowGraph of(Workflow workflow) {
        return of(workflow, Option.none());
    }

    /** The workflow of a run, with the phase it is in; none once it has ended. */
    public static WorkflowGraph of(PipelineState run) {
        return of(
                run.workflow(),
                run.lifecycle() instanceof Lifecycle.Ended
                        ? Option.none()
                        : run.stage().flatMap(stage -> run.phase().map(phase -> id(stage, phase))));
    }

    private static WorkflowGraph of(Workflow workflow, Option<String> current) {
        var graph = new WorkflowGraph(workflow, current, new ArrayList<>());
        for (int i = 0; i < workflow.stages().size(); i++) graph.stage(i);
        return graph;
    }

    private void stage(int index) {
        var stage = workflow.stages().get(index);
        for (int i = 0; i < stage.phases().size(); i++) phase(index, i);
        var last = stage.phases().size() - 1;
        if (!turns(stage).equals("once"))
            edges.add(
                    new Edge(
                            id(stage, stage.phases().get(last)),
                            id(stage, first(stage)),
                            "next turn",
                            true));
    }

    private void phase(int stageIndex, int phaseIndex) {
        var stage = workflow.stages().get(stageIndex);
        var phase = stage.phases().get(phaseIndex);
        var from = id(stage, phase);
        var next = next(stageIndex, phaseIndex);
        var goesOn =
                phase.routes().isEmpty()
                        || phase.routes().values().exists(Route.Proceed.class::isInstance);
        var skips =
                phase.routes()
                        .filter((_, route) -> route instanceof Route.NextPhase)
                        .keySet()
                        .mkString(", ");
        edges.add(new Edge(from, next, goesOn ? "" : skips, false));
        phase.routes()
                .forEach(
                        (label, route) ->
                                target(stage, phase, route)
                                        .ifPresent(
                                                to ->
                                                        edges.add(
                                                                new Edge(
                                                                        from,
                                                                        to,
                                                                        label,
                                                                        !(route
                                                                                instanceof
                                                                                Route.To)))));
    }

    private Optional<String> target(Stage stage, Phase phase, Route route) {
        return switch (route) {
            case Route.Proceed _, Route.NextPhase _, Route.PassGate _ -> Optional.empty();
            case Route.To(var name) ->
                    Optional.of(id(stage, stage.phases().get(stage.indexOf(name))));
            case Route.Ahead(var name) -> Optional.of(start(name));
            case Route.Back(var name, _) -> Optional.of(start(name));
            case Route.More _ -> Optional.of(id(stage, phase));
            case Route.Fail _, Route.Halt _, Route.End _ -> Optional.of(END);
        };
    }

    private String start(String stage) {
        var started = workflow.stages().get(workflow.indexOf(stage));
        return id(started, first(started));
    }

    /** The phase that is entered when this one is left in order. */
    private String next(int stageIndex, int phaseIndex) {
        var stage = workflow.stages().get(stageIndex);
        for (int i = phaseIndex + 1; i < stage.phases().size(); i++) {
            if (isEnteredAfter(stage.phases().get(i), i == phaseIndex + 1))
                return id(stage, stage.phases().get(i));
        }
        if (stageIndex + 1 >= workflow.stages().size()) return END;
        var following = workflow.stages().get(stageIndex + 1);
        return id(following, first(following));
    }

    private static Phase first(Stage stage) {
        return stage.phases()
                .find(phase -> isEnteredAfter(phase, false))
                .getOrElse(stage.phases().head());
    }

    private static boolean isEnteredAfter(Phase phase, boolean isNext) {
        return switch (phase.entry()) {
            case PhaseEntry.Always _, PhaseEntry.WhenTagged _ -> true;
            case PhaseEntry.WhenRouted _ -> false;
            case PhaseEntry.WhenPreceded _ -> isNext;
        };
    }

    boolean isCurrent(Stage stage, Phase phase) {
        return current.contains(id(stage, phase));
    }

    /** The name of a phase, and what is to be seen of it. */
    String title(Stage stage, Phase phase) {
        return phase.id()
                + (phase.gate().isDefined() ? " (gate)" : "")
                + (isCurrent(stage, phase) ? " (now)" : "");
    }

    static String id(Stage stage, Phase phase) {
        return (stage.id() + "_" + phase.id()).replaceAll("[^A-Za-z0-9_]", "_");
    }

    static String turns(Stage stage) {
        return switch (stage.turns()) {
            case LoopCondition.Times(var count) when count <= 1 -> "once";
            case LoopCondition.Times(var count) -> count + " times";
            case LoopCondition.Until(var max, _, var label) ->
                    "at most " + max + " times, until " + label;
            case LoopCondition.EachItem(var list, _) -> "for each of " + list;
        };
    }

    public String mermaid() {
        var text =
                new StringBuilder("---\ntitle: \"")
                        .append(workflow.name())
                        .append(": ")
                        .append(BoundReport.text(workflow))
                        .append("\"\n---\nflowchart TD\n");
        for (var stage : workflow.stages()) {
            text.append("  subgraph ")
                    .append(stage.id())
                    .append("[\"")
                    .append(stage.id())
                    .append(", ")
                    .append(turns(stage))
                    .append("\"]\n");
            stage.phases()
                    .forEach(
                            phase ->
                                    text.append("    ")
                                            .append(id(stage, phase))
                                            .append(
                                                    phase.gate().isDefined()
                                                            ? "{{\"" + title(stage, phase) + "\"}}"
                                                            : "[\"" + title(stage, phase) + "\"]")
                                            .append('\n'));
            text.append("  end\n");
        }
        text.append("  ").append(END).append("([\"end\"])\n");
        current.forEach(id -> text.append("  style ").append(id).append(" stroke-width:4px\n"));
        edges.forEach(
                edge ->
                        text.append("  ")
                                .append(edge.from())
                                .append(edge.back() ? " -.->" : " -->")
                                .append(
                                        edge.label().isEmpty()
                                                ? " "
                                                : "|\"" + edge.label() + "\"| ")
                                .append(edge.to())
                                .append('\n'));
        return text.toString();
    }

    public String dot() {
        var text =
                new StringBuilder("digraph \"")
                        .append(workflow.name())
                        .append("\" {\n  label=\"")
                        .append(BoundReport.text(workflow))
                        .append("\";\n  node [shape=box];\n");
        for (var stage : workflow.stages()) {
            text.append("  subgraph cluster_")
                    .append(stage.id().replaceAll("[^A-Za-z0-9_]", "_"))
                    .append(" {\n    label=\"")
                    .append(stage.id())
                    .append(", ")
                    .append(turns(stage))
                    .append("\";\n");
            stage.phases()
                    .forEach(
                            phase ->
                                    text.append("    ")
                                            .append(id(stage, phase))
                                            .append(" [label=\"")
                                            .append(title(stage, phase))
                                            .append(
                                                    phase.gate().isDefined()
                                                            ? "\", shape=hexagon];\n"
                                                            : "\"];\n"));
            text.append("  }\n");
        }
        text.append("  ").append(END).append(" [label=\"end\", shape=oval];\n");
        edges.forEach(
                edge ->
                        text.append("  ")
                                .append(edge.from())
                                .append(" -> ")
                                .append(edge.to())
                                .append(" [label=\"")
                                .append(edge.label())
                                .append(edge.back() ? "\", style=dashed];\n" : "\"];\n"));
        return text.append("}\n").toString();
    }
}
