package dev.foldline.app.definition;

import dev.foldline.app.config.key.ConfiguredForm;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.config.source.Node;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
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
 * @param files where the file and those it names are read from
 * @param shown the file as messages name it
 * @param stages the stages as written
 * @param problems the problems of the declarations
 */
public record WorkflowFile(
        Path file,
        DefinitionFiles files,
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
     * @param isExpansion whether the text is a workflow value rather than a file of a user
     * @param delivery how the file asks to deliver the work, if it does
     */
    public record Head(
            String name,
            String description,
            boolean opensBranch,
            RecoverySettings recovery,
            boolean isExpansion,
            Option<String> delivery) {

        /** Returns whether the file asks for a pull request at the end. */
        public boolean delivers() {
            return delivery.isDefined();
        }
    }

    /** What the stages refer to. */
    public record Declarations(
            Vector<InputDefinition> inputs,
            Vector<String> roles,
            LinkedHashMap<String, ArtifactDefinition> artifacts,
            LinkedHashMap<String, CheckDefinition> checks) {
        static final Declarations NONE =
                new Declarations(
                        Vector.empty(),
                        Vector.empty(),
                        LinkedHashMap.empty(),
                        LinkedHashMap.empty());

        /** Returns the field with its work items of each artifact that has one. */
        public Map<String, String> items() {
            return artifacts
                    .filterValues(artifact -> artifact.items().isDefined())
                    .mapValues(artifact -> artifact.items().getOrElse(""));
        }
    }

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
     * @param form how their result is read
     * @param isOptional whether the steps of the check disappear if nothing defines it
     */
    public record CheckDefinition(
            Vector<CommandLine> run, ConfiguredForm form, boolean isOptional) {}

    public String name() {
        return head.name();
    }

    /** Returns the same, whose prompts, schemas and children are read from these files. */
    public WorkflowFile withFiles(DefinitionFiles others) {
        return new WorkflowFile(file, others, shown, text, head, declarations, stages, problems);
    }

    /** Returns the artifacts that steps and prompts may name. */
    Vector<String> artifacts() {
        return declarations
                .artifacts()
                .keySet()
                .toVector()
                .appendAll(ArtifactFormat.published())
                .distinct();
    }

    /** Returns whether a stage has several attempts. */
    boolean hasAttempts() {
        return stages.exists(
                stage ->
                        stage instanceof Node.Fields(var fields, _)
                                && fields.stream()
                                        .anyMatch(each -> each.name().text().equals("attempts")));
    }

    /** Returns the names of the phases as written, whatever the values of the inputs. */
    public Vector<String> writtenPhases() {
        return stages.flatMap(stage -> valuesOf(stage, "phases"))
                .flatMap(
                        phases ->
                                phases instanceof Node.Items(var items, _)
                                        ? Vector.ofAll(items)
                                        : Vector.<Node>empty())
                .flatMap(phase -> valuesOf(phase, "phase"))
                .flatMap(
                        name ->
                                name instanceof Node.Text text
                                        ? Vector.of(text.text())
                                        : Vector.<String>empty());
    }

    private static Vector<Node> valuesOf(Node node, String key) {
        return node instanceof Node.Fields(var fields, _)
                ? Vector.ofAll(fields)
                        .filter(each -> each.name().text().equals(key))
                        .map(Node.Field::value)
                : Vector.empty();
    }

    /** Returns the lists that artifacts fill. */
    Vector<String> lists() {
        return declarations.artifacts().values().toVector().flatMap(ArtifactDefinition::items);
    }

    /** Returns the policy with the recovery that the file wants. */
    public Policy recovering(Policy policy, ExpandedFile expanded) {
        return head.recovery().applied(policy, counted(expanded.stages()).headOption());
    }

    /** Returns the stages that recovery may rewind to. */
    static Vector<String> counted(Vector<Stage> stages) {
        return stages.filter(stage -> !(stage.turns() instanceof LoopCondition.EachItem))
                .map(Stage::id)
                .remove(StageReader.PREPARE);
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
