package dev.foldline.app.definition;

import dev.foldline.core.workflow.Advice;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a workflow as YAML in the words of workflow files. What these have no words for is written
 * as in the event log. {@link ExpansionReader} reads it as an equal value.
 */
public final class ExpansionWriter {
    private ExpansionWriter() {}

    /** Returns the text of the workflow and of the workflows of its children. */
    public static String text(Workflow workflow) {
        var document = document(workflow);
        var children = childrenFirst(workflow);
        if (children.nonEmpty()) {
            var nested = new LinkedHashMap<String, Object>();
            children.forEach(child -> nested.put(child.name(), document(child)));
            document.put("workflows", nested);
        }
        return YamlText.of(document);
    }

    /** Returns the nested workflows, each after those that it starts itself. */
    private static Vector<Workflow> childrenFirst(Workflow workflow) {
        return workflow.children()
                .flatMap(step -> step.definition())
                .flatMap(child -> childrenFirst(child).append(child))
                .distinct();
    }

    private static Map<String, Object> document(Workflow workflow) {
        var document = new LinkedHashMap<String, Object>();
        document.put("workflow", workflow.name());
        document.put("version", workflow.version());
        document.put(ExpansionReader.EXPANDED, true);
        document.put("stages", list(workflow.stages().map(ExpansionWriter::stage)));
        document.put("policy", InternalValues.tree(InternalValues.of(workflow.policy())));
        return document;
    }

    private static Map<String, Object> stage(Stage stage) {
        var written = new LinkedHashMap<String, Object>();
        written.put("stage", stage.id());
        switch (stage.turns()) {
            case LoopCondition.Times(var count) -> {
                if (count != 1) written.put("times", count);
            }
            case LoopCondition.Until(var max, var artifact, var label) ->
                    written.put("until", map("artifact", artifact, "label", label, "max", max));
            case LoopCondition.EachItem(var list, var doneAfter) -> {
                written.put("each", list);
                written.put("done_after", doneAfter);
            }
        }
        written.put("phases", list(stage.phases().map(ExpansionWriter::phase)));
        return written;
    }

    private static Map<String, Object> phase(Phase phase) {
        var written = map("phase", phase.id());
        switch (phase.entry()) {
            case PhaseEntry.Always _ -> {}
            case PhaseEntry.WhenRouted _ -> written.put("enter", "when_routed");
            case PhaseEntry.WhenPreceded _ -> written.put("enter", "when_preceded");
            case PhaseEntry.WhenTagged(var all, var none) ->
                    written.put(
                            "enter", map("when_tagged", list(all), "unless_tagged", list(none)));
        }
        written.put("steps", list(StepWriter.steps(phase.steps())));
        if (phase.routes().nonEmpty()) {
            var routes = new LinkedHashMap<String, Object>();
            phase.routes().forEach((label, route) -> routes.put(label, route(route)));
            written.put("routes", routes);
        }
        phase.gate().forEach(gate -> written.put("gate", map("on_reject", word(gate.onReject()))));
        if (!phase.retryPolicy().equals(PhaseRetryPolicy.DEFAULT))
            written.put("retry", retry(phase.retryPolicy()));
        return written;
    }

    private static Object route(Route route) {
        return switch (route) {
            case Route.Proceed _ -> "next_step";
            case Route.NextPhase _ -> "next_phase";
            case Route.More _ -> "repeat";
            case Route.End _ -> "end";
            case Route.PassGate _ -> RouteReader.PASS_GATE;
            case Route.Ahead(var stage) -> map(RouteReader.GO_AHEAD, stage);
            case Route.To(var phase) -> map("go_to", phase);
            case Route.Back(var stage, var times) -> map("go_back", stage, "times", times);
            case Route.Fail(var why) -> map("fail", why);
            case Route.Halt(var why) -> map("halt", why);
        };
    }

    private static Map<String, Object> retry(PhaseRetryPolicy retry) {
        var written =
                map(
                        "outputs",
                        retry.outputsMax(),
                        "repeats",
                        retry.continuationsMax(),
                        "then",
                        word(retry.onExhausted()),
                        "failed_check",
                        word(retry.onFailedWork()));
        retry.strict().forEach(strict -> written.put("repairs", strict.repairsMax()));
        retry.advice().forEach(part -> written.put("advice", advice(part)));
        return written;
    }

    private static Map<String, Object> advice(Advice part) {
        return switch (part) {
            case Advice.Given(var standard) -> map("given", standard);
            case Advice.Sought(var phase) -> map("sought", phase);
        };
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Each list is its own object, because a repeated one would be written as an alias. */
    static List<Object> list(Iterable<?> items) {
        var list = new ArrayList<>();
        items.forEach(list::add);
        return list;
    }

    /** Returns a mapping of keys and values in this order. */
    static Map<String, Object> map(Object... keysAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2)
            map.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
        return map;
    }
}
