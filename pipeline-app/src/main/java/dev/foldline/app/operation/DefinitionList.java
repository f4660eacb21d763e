package dev.foldline.app.operation;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The definitions of workflows: those of Foldline, of the repository, and of the user. */
record DefinitionList(Vector<Entry> entries) {
    static final String SCHEMA = "foldline.workflow-definitions/1";
    private static final String BUILT_IN = "built in";

    /**
     * One definition.
     *
     * @param origin the file as messages name it, or that it is built in
     * @param description what it does, or what is wrong with it
     * @param isUsed whether its name refers to it; a definition of the same name may win
     */
    record Entry(String name, String origin, String description, boolean isUsed) {}

    static DefinitionList of(OperationContext context) throws IOException {
        var entries =
                Vector.of(BuiltinWorkflows.values())
                        .map(each -> new Entry(each.label(), BUILT_IN, description(each), true));
        for (var file : context.workflowFolders().files()) {
            var name = WorkflowFolders.name(file);
            entries =
                    entries.append(
                            new Entry(
                                    name,
                                    shown(context, file),
                                    description(context, file),
                                    !entries.exists(each -> each.name().equals(name))));
        }
        return new DefinitionList(entries);
    }

    /** Returns the names of the workflow files; none if they cannot be listed. */
    static List<String> names(OperationContext context) {
        try {
            return context.workflowFolders().names();
        } catch (IOException | UserError unreadable) {
            return List.of();
        }
    }

    private static String description(BuiltinWorkflows workflow) {
        return switch (workflow) {
            case RALPH -> "Plan, develop, check and commit in rounds, then review and fix.";
            case FEATURE -> "One feature, from requirements to merge.";
            case TDD -> "One pull request of a plan, test first.";
            case TASKS -> "Tasks in parallel, each on its own branch, merged in order.";
        };
    }

    private static String description(OperationContext context, Path path) throws IOException {
        WorkflowFile file = WorkflowFileReader.read(path, shown(context, path));
        int problems =
                DefinitionCheck.expansions(context, file)
                        .flatMap(each -> Vector.ofAll(each.problems()))
                        .distinct()
                        .size();
        return problems == 0
                ? file.head().description()
                : problems == 1 ? "invalid: 1 problem" : "invalid: " + problems + " problems";
    }

    private static String shown(OperationContext context, Path file) throws IOException {
        var top = context.top();
        return file.startsWith(top) ? top.relativize(file).toString() : file.toString();
    }

    OperationResult result() {
        return OperationResult.of(
                JsonOutput.fields("schema", SCHEMA, "definitions", documents()), _ -> text());
    }

    Vector<Map<String, Object>> documents() {
        return entries.map(
                each ->
                        JsonOutput.fields(
                                "name",
                                each.name(),
                                "origin",
                                each.origin(),
                                "description",
                                each.description(),
                                "used",
                                each.isUsed()));
    }

    String text() {
        int names = width(entries.map(Entry::name));
        int origins = width(entries.map(Entry::origin));
        return entries.map(
                        each ->
                                ("  %-" + names + "s  %-" + origins + "s  %s")
                                                .formatted(
                                                        each.name(),
                                                        each.origin(),
                                                        each.isUsed()
                                                                ? each.description()
                                                                : "not used: the name is taken"
                                                                        + " above")
                                                .stripTrailing()
                                        + "\n")
                .mkString();
    }

    private static int width(Vector<String> texts) {
        return texts.map(String::length).max().getOrElse(1);
    }
}
