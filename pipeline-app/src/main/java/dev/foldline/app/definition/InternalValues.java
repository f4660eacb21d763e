package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.json.WireFault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;

/**
 * Policies and internal steps in an expansion, which are written as in the event log. Workflow
 * files have no words for them.
 */
final class InternalValues {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private InternalValues() {}

    static JsonNode of(Policy policy) {
        return tree(new Workflow("w", 1, Vector.empty(), policy)).path("policy");
    }

    static JsonNode of(Step step) {
        return tree(carrier(step)).at("/stages/0/phases/0/steps/0");
    }

    private static Workflow carrier(Step step) {
        return new Workflow(
                "w",
                1,
                Vector.of(Script.once("s", Vector.of(Phase.phase("p", Vector.of(step))))),
                Policy.DEFAULT);
    }

    private static JsonNode tree(Workflow workflow) {
        return JsonMapper.shared().readTree(Wire.toJson(workflow));
    }

    /** Returns a value as mappings, lists and scalars that {@link YamlText} writes. */
    static Object tree(JsonNode node) {
        if (node.isObject()) {
            var map = new LinkedHashMap<String, Object>();
            node.properties().forEach(each -> map.put(each.getKey(), tree(each.getValue())));
            return map;
        }
        if (node.isArray())
            return ExpansionWriter.list(node.valueStream().map(InternalValues::tree).toList());
        if (node.isBoolean()) return node.booleanValue();
        return node.isNumber() ? (Object) node.longValue() : node.asString();
    }

    /** Returns the policy; none after a problem. */
    static Option<Policy> policy(Node node, Problems problems) {
        var whole = (ObjectNode) tree(new Workflow("w", 1, Vector.empty(), Policy.DEFAULT));
        return read(node, whole.set("policy", json(node)), problems).map(Workflow::policy);
    }

    /** Returns the step; none after a problem. */
    static Option<Step> step(Node node, Problems problems) {
        var whole = tree(carrier(new Step.Switch()));
        ((ArrayNode) whole.at("/stages/0/phases/0/steps")).set(0, json(node));
        return read(node, whole, problems)
                .flatMap(read -> read.phases().flatMap(Phase::steps).headOption());
    }

    private static Option<Workflow> read(Node node, JsonNode whole, Problems problems) {
        try {
            return Option.of(Wire.workflow(whole.toString()));
        } catch (WireFault unknown) {
            problems.add(
                    node.origin(),
                    "no value of a workflow: " + unknown.getMessage(),
                    "write it as the expansion of a workflow contains it");
            return Option.none();
        }
    }

    private static JsonNode json(Node node) {
        return switch (node) {
            case Node.Text(var text, var kind, _) -> scalar(text, kind);
            case Node.Items(var items, _) -> {
                var array = JSON.arrayNode();
                items.forEach(item -> array.add(json(item)));
                yield array;
            }
            case Node.Fields(var fields, _) -> {
                var object = JSON.objectNode();
                fields.forEach(field -> object.set(field.name().text(), json(field.value())));
                yield object;
            }
            case Node.Nothing _ -> JSON.nullNode();
        };
    }

    private static JsonNode scalar(String text, Node.Kind kind) {
        return switch (kind) {
            case TEXT, UNTYPED -> JSON.stringNode(text);
            case NUMBER ->
                    text.matches("-?[0-9]{1,18}")
                            ? JSON.numberNode(Long.parseLong(text))
                            : JSON.stringNode(text);
            case TRUTH -> JSON.booleanNode(text.equalsIgnoreCase("true"));
        };
    }
}
