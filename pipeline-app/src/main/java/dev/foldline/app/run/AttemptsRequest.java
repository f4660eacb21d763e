package dev.foldline.app.run;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.app.definition.YamlText;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a whole workflow in several attempts: a workflow file of one stage, which is generated.
 *
 * @param count number of attempts
 * @param pick who or what chooses the best one
 */
public record AttemptsRequest(long count, Pick pick) {
    /** The name of the generated file in messages. */
    static final String SHOWN = "--attempts";

    private static final String MEASURE = "measure";
    private static final String REVIEWER = "reviewer";

    /** Who or what chooses. */
    public enum Pick {
        /** The checks of the project: the highest last number that they print wins. */
        MEASURE,
        /** The role {@code reviewer}. */
        REVIEWER,
        /** The user. */
        ME
    }

    /**
     * Returns the request of a user; none if it has no number of attempts.
     *
     * @throws UserError if the two do not fit
     */
    public static Optional<AttemptsRequest> of(Optional<Long> count, Optional<String> pick) {
        if (count.isEmpty() && pick.isPresent())
            throw new UserError(
                    "--pick needs --attempts", "--pick", "add --attempts 3", ExitCode.USAGE);
        return count.map(number -> new AttemptsRequest(number, pick(pick.orElse("me"))));
    }

    private static Pick pick(String word) {
        return switch (word) {
            case "me" -> Pick.ME;
            case REVIEWER -> Pick.REVIEWER;
            case MEASURE -> Pick.MEASURE;
            default ->
                    throw new UserError(
                            "unknown choice '" + word + "'",
                            "--pick",
                            "use measure, reviewer or me",
                            ExitCode.USAGE);
        };
    }

    /**
     * Returns the generated workflow.
     *
     * @param workflow the name or path of the workflow that each attempt runs
     * @param base the folder to which a path is relative
     * @param assignments values of that workflow's inputs, as {@code NAME=VALUE}
     */
    DefinedWorkflow of(
            String workflow,
            Path root,
            Path base,
            Map<String, String> environment,
            Vector<String> assignments) {
        var file =
                WorkflowFileReader.parse(
                        base.resolve(SHOWN + WorkflowFolders.ENDING),
                        SHOWN,
                        text(workflow, assignments),
                        RepositoryFiles.of(root, environment));
        return new DefinedWorkflow(file, io.vavr.collection.LinkedHashMap.empty());
    }

    private String text(String workflow, Vector<String> assignments) {
        var inputs = new LinkedHashMap<String, Object>();
        for (var each : assignments) {
            var parts = each.split("=", 2);
            inputs.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
        var stage = new LinkedHashMap<String, Object>();
        stage.put("stage", "work");
        stage.put("attempts", count);
        stage.put(
                "pick",
                switch (pick) {
                    case ME -> "me";
                    case REVIEWER -> Map.of("role", REVIEWER);
                    case MEASURE -> Map.of("measure", BuiltinWorkflows.CHECKS);
                });
        stage.put("workflow", workflow);
        if (!inputs.isEmpty()) stage.put("inputs", inputs);
        var name = String.valueOf(Path.of(workflow).getFileName()).replace(".yaml", "");
        var document = new LinkedHashMap<String, Object>();
        document.put("workflow", name + "-attempts");
        document.put("roles", List.of(REVIEWER));
        document.put("stages", List.of(stage));
        return YamlText.of(document);
    }
}
