package dev.foldline.app.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.artifact.ArtifactFormat;
import dev.foldline.effects.artifact.SchemaCheck;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.prompt.Templates;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A workflow with its own prompts and schemas. It is an immutable value.
 *
 * @param prompts the templates of prompts, by the name that a step gives
 * @param schemas the JSON Schemas of artifacts, by the artifact's name; an artifact without one is
 *     any JSON object, and its decision is the text at {@code status}
 */
public record EmbeddedWorkflow(
        Workflow workflow, Map<String, String> prompts, Map<String, String> schemas) {

    private static final String SCHEMA = ".schema.json";

    /** Returns a workflow of these phases, each of which runs once, with the default policy. */
    public static EmbeddedWorkflow of(String name, Phase... phases) {
        return of(name, Script.once(name, Vector.of(phases)));
    }

    /** Returns a workflow of these stages with the default policy. */
    public static EmbeddedWorkflow of(String name, Stage... stages) {
        return new EmbeddedWorkflow(
                new Workflow(name, 1, Vector.of(stages), Policy.DEFAULT),
                LinkedHashMap.empty(),
                LinkedHashMap.empty());
    }

    /**
     * Sets the template of a prompt. Beside the placeholders of Foldline, it may contain {@code
     * {{artifacts.NAME}}} for artifacts that the workflow collects, and {@code
     * {{checks.NAME.output}}} for its checks.
     */
    public EmbeddedWorkflow prompt(String name, String template) {
        return new EmbeddedWorkflow(workflow, prompts.put(name, template), schemas);
    }

    /** Sets the JSON Schema of an artifact. */
    public EmbeddedWorkflow schema(String artifact, String schema) {
        return new EmbeddedWorkflow(workflow, prompts, schemas.put(artifact, schema));
    }

    /** Adds a check: this shell line must succeed. */
    public EmbeddedWorkflow check(String name, String line) {
        var policy = workflow.policy();
        return policy(
                policy.withChecks(
                        policy.checks().put(name, Vector.of(new CommandLine.Shell(line)))));
    }

    public EmbeddedWorkflow policy(Policy policy) {
        return new EmbeddedWorkflow(workflow.with(policy), prompts, schemas);
    }

    /**
     * Adds the prompts and schemas that are resources beside this class: {@code NAME.md} for each
     * prompt of the workflow, {@code NAME.schema.json} for each artifact.
     */
    public EmbeddedWorkflow withResources(Class<?> beside) {
        var steps = workflow.phases().flatMap(Phase::steps);
        return new EmbeddedWorkflow(
                workflow,
                steps.flatMap(EmbeddedWorkflow::prompted)
                        .foldLeft(prompts, (all, name) -> with(all, beside, name, ".md")),
                steps.flatMap(EmbeddedWorkflow::collected)
                        .foldLeft(schemas, (all, name) -> with(all, beside, name, SCHEMA)));
    }

    private static Option<String> prompted(Step step) {
        return step instanceof Step.Prompt(_, var template) ? Option.of(template) : Option.none();
    }

    private static Option<String> collected(Step step) {
        return step instanceof Step.Collect(var artifact, _, _)
                ? Option.of(artifact)
                : Option.none();
    }

    private static Map<String, String> with(
            Map<String, String> texts, Class<?> beside, String name, String ending) {
        try (InputStream in = beside.getResourceAsStream(name + ending)) {
            return in == null ? texts : texts.put(name, new String(in.readAllBytes(), UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns what is wrong with the name, the prompts and the schemas. */
    Vector<String> problems() {
        return Vector.<String>empty()
                .appendAll(
                        BuiltinWorkflows.named(workflow.name())
                                .map(_ -> "the name " + workflow.name() + " is taken"))
                .appendAll(
                        schemas.keySet()
                                .filter(ArtifactFormat.published()::contains)
                                .map(name -> "the artifact " + name + " has a schema already"))
                .appendAll(schemas.flatMap(named -> invalid(named._1(), named._2())))
                .appendAll(templateProblems());
    }

    private Vector<String> templateProblems() {
        try {
            return Vector.ofAll(templates(Optional.empty()).problems(places().asJava()));
        } catch (IOException unread) {
            throw new PipelineBug("templates in memory are not read from files", unread);
        }
    }

    /** The placeholders for results of the workflow. */
    private Vector<String> places() {
        return workflow.phases()
                .flatMap(Phase::steps)
                .flatMap(EmbeddedWorkflow::collected)
                .map(Templates::artifact)
                .appendAll(workflow.policy().checks().keySet().map(Templates::outputOf))
                .distinct();
    }

    private static Vector<String> invalid(String artifact, String schema) {
        try {
            SchemaCheck.of(schema);
            return Vector.empty();
        } catch (RuntimeException notSchema) {
            return Vector.of("the schema of " + artifact + ": " + notSchema.getMessage());
        }
    }

    Templates templates(Optional<Path> folder) {
        return new Templates(folder, prompts.toJavaMap());
    }

    Schemas ownSchemas() {
        return new Schemas(schemas.toJavaMap());
    }
}
