package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.config.source.YamlReader;
import dev.foldline.app.definition.WorkflowFile.Declarations;
import dev.foldline.app.definition.WorkflowFile.Head;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads the expansion of a workflow, as {@link ExpansionWriter} writes it. */
public final class ExpansionReader {
    /** The key that marks an expansion. */
    static final String EXPANDED = "expanded";

    private static final String SHOWN = "expansion";

    private final Problems problems = new Problems();

    private ExpansionReader() {}

    /** Returns the workflow, or all problems of the text. */
    public static Either<List<ConfigurationProblem>, Workflow> read(String text) {
        return new ExpansionReader().workflow(text);
    }

    private Either<List<ConfigurationProblem>, Workflow> workflow(String text) {
        var document =
                YamlReader.read(text.getBytes(StandardCharsets.UTF_8), OriginLocator.file(SHOWN));
        problems.addAll(document.problems());
        if (!document.isWhole() || !problems.all().isEmpty()) return Either.left(problems.all());
        var workflow = workflow(document.root(), LinkedHashMap.empty());
        return problems.all().isEmpty() ? Either.right(workflow) : Either.left(problems.all());
    }

    private Workflow workflow(Node node, Map<String, Workflow> known) {
        var fields =
                FieldReader.of(
                        node,
                        "an expansion",
                        problems,
                        "workflow",
                        "version",
                        EXPANDED,
                        "stages",
                        "policy",
                        "workflows");
        var children =
                fields.find("workflows")
                        .toVector()
                        .flatMap(each -> FieldReader.any(each, "workflows", problems).all())
                        .foldLeft(
                                known,
                                (all, each) -> {
                                    var child = workflow(each.value(), all);
                                    return all.put(child.name(), child);
                                });
        var name = fields.required("workflow", "NAME");
        var stages =
                new StageReader(
                                file(name, fields),
                                HashMap.empty(),
                                HashSet.empty(),
                                (reference, found) -> {
                                    var child = children.get(reference.workflow());
                                    if (child.isEmpty())
                                        found.add(
                                                reference.at(),
                                                "unknown workflow '" + reference.workflow() + "'",
                                                "write it under workflows:");
                                    return child;
                                },
                                problems)
                        .expand()
                        .stages();
        return new Workflow(
                name,
                fields.number("version", 0, 999_999_999).getOrElse(1),
                stages,
                policy(fields));
    }

    private Policy policy(FieldReader fields) {
        return fields.find("policy")
                .map(node -> InternalValues.policy(node, problems))
                .getOrElse(Option.of(Policy.DEFAULT))
                .getOrElse(Policy.DEFAULT);
    }

    private WorkflowFile file(String name, FieldReader fields) {
        return new WorkflowFile(
                Path.of(SHOWN),
                DefinitionFiles.ON_DISK,
                SHOWN,
                "",
                new Head(
                        name,
                        "",
                        false,
                        RecoveryReader.absent(fields.origin()),
                        true,
                        Option.none()),
                Declarations.NONE,
                fields.items("stages"),
                List.of());
    }
}
