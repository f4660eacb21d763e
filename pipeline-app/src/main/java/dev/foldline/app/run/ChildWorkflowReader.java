package dev.foldline.app.run;

import dev.foldline.app.config.Settings;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.definition.ChildDefinitions;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.app.error.UserError;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;

/** Reads and expands the workflows of child runs: files, or workflows of Foldline. */
final class ChildWorkflowReader implements ChildDefinitions {
    private static final int DEPTH_MAX = 4;

    private final Settings settings;
    private final Branching branching;

    /** The files of the workflows around the child, the outermost first. */
    private final Vector<WorkflowFile> around;

    private LinkedHashMap<String, DefinedWorkflow> found = LinkedHashMap.empty();

    ChildWorkflowReader(Settings settings, Branching branching, Vector<WorkflowFile> around) {
        this.settings = settings;
        this.branching = branching;
        this.around = around;
    }

    /** Returns the workflows of files that were read, by name. */
    LinkedHashMap<String, DefinedWorkflow> found() {
        return found;
    }

    @Override
    public Option<Workflow> child(Reference reference, Problems problems) {
        return BuiltinWorkflows.named(reference.workflow())
                .map(shipped -> shipped(shipped, reference, problems))
                .getOrElse(() -> file(reference, problems));
    }

    private Option<Workflow> shipped(
            BuiltinWorkflows shipped, Reference reference, Problems problems) {
        if (shipped == BuiltinWorkflows.RALPH)
            return Option.of(
                    WorkflowFactory.workflow(
                            shipped, settings, PolicyFactory.policy(settings, branching)));
        problems.add(
                reference.at(),
                "the workflow " + shipped.label() + " does not run as a child",
                "use ralph, or a workflow file");
        return Option.none();
    }

    private Option<Workflow> file(Reference reference, Problems problems) {
        var parent = around.last();
        try {
            var folder = folder(parent);
            var path = parent.files().find(reference.workflow(), folder);
            if (path.isEmpty()) {
                problems.add(
                        reference.at(),
                        "unknown workflow '" + reference.workflow() + "'",
                        "create the file, or write its path: ./FILE.yaml");
                return Option.none();
            }
            return expanded(path.get(), reference, problems);
        } catch (IOException unreadable) {
            problems.add(
                    reference.at(),
                    "the workflow '" + reference.workflow() + "' cannot be read",
                    "check that the file is readable");
            return Option.none();
        }
    }

    private static Path folder(WorkflowFile file) {
        var folder = file.file().toAbsolutePath().getParent();
        return folder == null ? file.file() : folder;
    }

    private Option<Workflow> expanded(Path path, Reference reference, Problems problems)
            throws IOException {
        if (around.exists(each -> each.file().toAbsolutePath().normalize().equals(path))) {
            problems.add(
                    reference.at(),
                    "the workflow " + reference.workflow() + " starts itself as a child",
                    "name another workflow");
            return Option.none();
        }
        if (around.size() >= DEPTH_MAX) {
            problems.add(
                    reference.at(),
                    "workflows are nested more than " + DEPTH_MAX + " levels deep",
                    "use a phase instead of another child");
            return Option.none();
        }
        var parent = around.last();
        var shown = shown(parent, path);
        var file = WorkflowFileReader.read(path, shown, parent.files());
        return file.flatMap(each -> expanded(each, reference, problems));
    }

    /** Names a file as its parent is named. */
    private static String shown(WorkflowFile parent, Path path) {
        var beside = Path.of(parent.shown()).getParent();
        var relative = folder(parent).relativize(path);
        return (beside == null ? relative : beside.resolve(relative).normalize()).toString();
    }

    private Option<Workflow> expanded(WorkflowFile file, Reference reference, Problems problems) {
        problems.addAll(file.problems());
        if (!file.problems().isEmpty()) return Option.none();
        try {
            var child =
                    new DefinedWorkflow(
                            file,
                            InputValues.of(file, reference.assignments()),
                            reference.assignments());
            var expansion = child.expanded(settings, branching, around);
            problems.addAll(expansion.problems());
            found = found.put(file.name(), child);
            return Option.of(expansion.workflow());
        } catch (UserError unfit) {
            problems.add(reference.at(), unfit.message(), remedy(unfit.hint()));
            return Option.none();
        }
    }

    /** Says in words of a file what to do about an input. */
    private static String remedy(String hint) {
        return hint.startsWith("--input")
                ? "write it under inputs: of children"
                : hint.replaceFirst(": --input .*", "");
    }
}
