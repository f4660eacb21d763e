package dev.foldline.app.definition;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.artifact.ArtifactFormat;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.nio.file.Path;
import java.util.List;

/**
 * A workflow file as read: its declarations, and its stages, which depend on the values of the
 * inputs.
 *
 * @param shown the file as messages name it
 * @param stages the stages as written
 * @param problems the problems of the declarations
 */
public record WorkflowFile(
        Path file,
        String shown,
        String text,
        Head head,
        Declarations declarations,
        Vector<Node> stages,
        List<ConfigurationProblem> problems) {

    public WorkflowFile {
        problems = List.copyOf(problems);
    }

    /**
     * The name of the workflow and how it starts.
     *
     * @param opensBranch whether a first stage opens the run's branch
     * @param rewindStage the stage to which a recovery rewinds; without one, the first counted one
     */
    public record Head(
            String name, String description, boolean opensBranch, Option<String> rewindStage) {}

    /** What the stages refer to. */
    public record Declarations(
            Vector<InputDefinition> inputs,
            Vector<String> roles,
            LinkedHashMap<String, ArtifactDefinition> artifacts,
            LinkedHashMap<String, CheckDefinition> checks) {}

    /**
     * An artifact of the workflow.
     *
     * @param schema its JSON Schema as text; without one, the published format or a generated one
     * @param labels its possible decisions
     * @param items the field with its work items
     */
    public record ArtifactDefinition(
            Option<String> schema, Vector<String> labels, Option<String> items) {

        /**
         * Returns the schema that a run uses instead of the published one, if there is any. Labels
         * without a schema become the values of {@code status}.
         */
        public Option<String> schemaText(String artifact) {
            if (schema.isDefined() || ArtifactFormat.published().contains(artifact)) return schema;
            return labels.isEmpty()
                    ? items.map(field -> "{\"type\":\"object\",\"required\":[\"" + field + "\"]}")
                    : Option.of(
                            "{\"type\":\"object\",\"required\":[\"status\"],\"properties\":{"
                                    + "\"status\":{\"enum\":"
                                    + labels.map(label -> "\"" + label + "\"")
                                            .mkString("[", ",", "]")
                                    + "},\"reason\":{\"type\":\"string\"}}}");
        }
    }

    /**
     * A check of the workflow.
     *
     * @param run its commands; none if the configuration defines them
     * @param isOptional whether the steps of the check disappear if nothing defines it
     */
    public record CheckDefinition(Vector<CommandLine> run, boolean isOptional) {}

    public String name() {
        return head.name();
    }

    /** Returns the default values of the inputs; required ones are missing. */
    public Map<String, String> standards() {
        return declarations
                .inputs()
                .foldLeft(
                        LinkedHashMap.<String, String>empty(),
                        (all, input) ->
                                input.standard()
                                        .map(value -> all.put(input.name(), value))
                                        .getOrElse(all));
    }
}
