package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Problems;

import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The values of a workflow's inputs, where the file refers to them. */
final class Inputs {
    private final WorkflowFile file;
    private final Map<String, String> values;
    private final Problems problems;

    Inputs(WorkflowFile file, Map<String, String> values, Problems problems) {
        this.file = file;
        this.values = values;
        this.problems = problems;
    }

    /** Returns a whole number, written as it is or as {@code input: NAME}. */
    int number(FieldReader fields, String key, int min, int max, int fallback) {
        var node = fields.find(key);
        if (node.isEmpty() || !(node.get() instanceof Node.Fields))
            return fields.number(key, min, max).getOrElse(fallback);
        var reference = FieldReader.of(node.get(), key, problems, "input");
        var input = definition(reference);
        if (input.isEmpty()) return fallback;
        if (!(input.get().type() instanceof InputDefinition.Type.Integer)) {
            problems.add(
                    reference.place("input"),
                    "the input " + input.get().name() + " is not an integer",
                    "declare it with type: integer");
            return fallback;
        }
        int value = values.get(input.get().name()).map(Integer::parseInt).getOrElse(fallback);
        if (value >= min && value <= max) return value;
        problems.add(
                reference.place("input"),
                "the input " + input.get().name() + " is " + value,
                "give a whole number from " + min + " to " + max);
        return fallback;
    }

    private Option<InputDefinition> definition(FieldReader reference) {
        var name = reference.required("input", "NAME");
        var inputs = file.declarations().inputs();
        var found = inputs.find(input -> input.name().equals(name));
        if (found.isEmpty() && reference.has("input"))
            problems.add(
                    reference.place("input"),
                    "unknown input '" + name + "'",
                    inputs.isEmpty()
                            ? "declare it under inputs:"
                            : FieldReader.suggestion(
                                    name, inputs.map(InputDefinition::name).asJava()));
        return found;
    }

    /** Returns whether the condition of a stage, phase or step is met; true without one. */
    boolean isWanted(FieldReader fields) {
        return fields.find("if").forAll(this::isMet);
    }

    private boolean isMet(Node node) {
        var condition = FieldReader.of(node, "if", problems, "input", "is");
        var input = definition(condition);
        if (!condition.has("is"))
            problems.add(condition.origin(), "is is missing", "write is: VALUE, or a list");
        var wanted = condition.words("is");
        if (input.isEmpty()) return true;
        wanted.filter(value -> !input.get().type().accepts(value))
                .forEach(
                        value ->
                                problems.add(
                                        condition.place("is"),
                                        "the input "
                                                + input.get().name()
                                                + " is never '"
                                                + value
                                                + "'",
                                        "write " + input.get().type().phrase()));
        return values.get(input.get().name()).exists(wanted::contains);
    }
}
