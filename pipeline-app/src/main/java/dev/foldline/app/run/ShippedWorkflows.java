package dev.foldline.app.run;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.definition.StageReader;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** The workflows of Foldline that are written as files, as a user could write them. */
public final class ShippedWorkflows {
    private ShippedWorkflows() {}

    private static final WorkflowFile RALPH = read(Ralph.NAME);
    private static final WorkflowFile FEATURE = read(Feature.NAME);

    /** Returns the file of a workflow; none if the workflow is a value without a file. */
    public static Option<WorkflowFile> file(String name) {
        return Vector.of(RALPH, FEATURE).find(file -> file.name().equals(name));
    }

    /** Returns the workflow that {@link Ralph#workflow} builds from the same options. */
    public static Workflow ralph(Ralph.Options options, Policy policy) {
        var rebase = options.rebasing().name().toLowerCase(Locale.ROOT);
        return expanded(
                RALPH,
                LinkedHashMap.of(
                        "iterations", number(options.iterations()),
                        "reviews", number(options.reviews()),
                        "stop_when_completed", Boolean.toString(options.stopWhenCompleted()),
                        "rebase", rebase,
                        "squash", Boolean.toString(options.squash()),
                        "output_retries", number(options.care().outputsMax()),
                        "continuations", number(options.care().continuationsMax()),
                        "fix_continuations", number(options.fixCare().continuationsMax())),
                options.gates(),
                policy);
    }

    /** Returns the workflow that {@link Feature#workflow} builds from the same options. */
    public static Workflow feature(Feature.Options options, Policy policy) {
        var gates = options.gates();
        var whole =
                expanded(
                        FEATURE,
                        LinkedHashMap.of(
                                "merge",
                                Boolean.toString(options.delivery() == Feature.Delivery.MERGE)),
                        Feature.GATED.filter(gates::holds),
                        policy);
        return new Workflow(
                whole.name(),
                whole.version(),
                whole.stages()
                        .map(stage -> without(stage, options.completed()))
                        .filter(stage -> stage.phases().nonEmpty()),
                whole.policy());
    }

    private static Stage without(Stage stage, Vector<String> completed) {
        return new Stage(
                stage.id(),
                stage.turns(),
                stage.phases().filter(phase -> !completed.contains(phase.id())));
    }

    private static String number(int number) {
        return Integer.toString(number);
    }

    private static Workflow expanded(
            WorkflowFile file, Map<String, String> values, Vector<String> gates, Policy policy) {
        var problems = new Problems();
        var expanded =
                new StageReader(
                                file,
                                values,
                                policy.checks().keySet(),
                                (reference, _) -> {
                                    throw new PipelineBug(
                                            "a shipped workflow has children: "
                                                    + reference.workflow());
                                },
                                problems)
                        .expand();
        var ids = expanded.stages().flatMap(Stage::phases).map(Phase::id);
        var stages =
                ConfiguredGates.added(gates.filter(ids::contains), expanded.stages(), problems);
        require(file, problems);
        return new Workflow(file.name(), 1, stages, file.recovering(policy, expanded));
    }

    private static WorkflowFile read(String name) {
        try (var in =
                ShippedWorkflows.class.getResourceAsStream(
                        "/dev/foldline/app/workflow/" + name + ".yaml")) {
            if (in == null) throw new PipelineBug("missing resource " + name);
            var file =
                    WorkflowFileReader.shipped(
                            Path.of(name + ".yaml"),
                            new String(in.readAllBytes(), StandardCharsets.UTF_8));
            var problems = new Problems();
            problems.addAll(file.problems());
            require(file, problems);
            return file;
        } catch (IOException unreadable) {
            throw new PipelineBug("cannot read the resource " + name, unreadable);
        }
    }

    private static void require(WorkflowFile file, Problems problems) {
        if (!problems.all().isEmpty())
            throw new PipelineBug(
                    "the workflow "
                            + file.name()
                            + " is malformed: "
                            + Vector.ofAll(problems.all())
                                    .map(ConfigurationProblem::describe)
                                    .mkString("; "));
    }
}
