package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.definition.ChildDefinitions.Reference;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Reads a step that starts child runs. */
final class ChildrenReader {
    private final StepContext context;

    ChildrenReader(StepContext context) {
        this.context = context;
    }

    Vector<Step> children(Node node) {
        var problems = context.problems();
        var fields =
                FieldReader.of(
                        node,
                        "children",
                        problems,
                        "list",
                        "workflow",
                        "until",
                        "artifacts",
                        "budget",
                        "inputs");
        var list = fields.required("list", "the items of an artifact");
        fields.required("workflow", "a name, or ./FILE.yaml");
        var until =
                fields.choice("until", "all", "any").getOrElse("all").equals("any")
                        ? Step.Until.ANY
                        : Step.Until.ALL;
        var artifacts = fields.words("artifacts");
        var budget =
                fields.find("budget")
                        .map(each -> BudgetReader.budget(each, problems))
                        .getOrElse(Budget.UNLIMITED);
        artifacts.forEach(each -> checkArtifact(fields, each));
        if (!context.isExpansion()) context.checkList(fields, "list", list);
        return workflow(fields)
                .map(child -> (Step) Step.Children.of(list, child, artifacts, budget, until))
                .toVector();
    }

    /** Returns the workflow that a step or stage names; none after a problem. */
    Option<Workflow> workflow(FieldReader fields) {
        return fields.text("workflow")
                .filter(name -> !name.isEmpty())
                .flatMap(
                        name ->
                                context.children()
                                        .child(
                                                new Reference(
                                                        name,
                                                        fields.place("workflow"),
                                                        inputs(fields)),
                                                context.problems()));
    }

    private Vector<String> inputs(FieldReader fields) {
        fields.find("inputs")
                .toVector()
                .flatMap(node -> FieldReader.any(node, "inputs", context.problems()).all())
                .forEach(
                        field ->
                                PromptPlaceholders.refuse(
                                        field.value(),
                                        _ -> "write a fixed value",
                                        context.problems()));
        return fields.find("inputs")
                .toVector()
                .flatMap(node -> FieldReader.any(node, "inputs", context.problems()).all())
                .map(
                        field ->
                                field.name().text()
                                        + "="
                                        + FieldReader.scalar(
                                                field.value(),
                                                field.name().text(),
                                                context.problems()));
    }

    private void checkArtifact(FieldReader fields, String artifact) {
        var known = context.file().artifacts();
        if (context.isExpansion() || known.contains(artifact)) return;
        context.problems()
                .add(
                        fields.place("artifacts"),
                        "the artifact '" + artifact + "' is not declared",
                        FieldReader.suggestion(artifact, known.asJava()));
    }
}
