package dev.foldline.app.definition;

import dev.foldline.app.config.key.CheckKeys;
import dev.foldline.app.config.key.ConfiguredForm;
import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.OriginLocator;
import dev.foldline.app.config.source.Problems;
import dev.foldline.app.config.source.YamlReader;
import dev.foldline.app.definition.WorkflowFile.ArtifactDefinition;
import dev.foldline.app.definition.WorkflowFile.CheckDefinition;
import dev.foldline.app.definition.WorkflowFile.Declarations;
import dev.foldline.app.definition.WorkflowFile.Head;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.artifact.ArtifactFormat;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the declarations of a workflow file. All problems are collected. */
public final class WorkflowFileReader {
    private static final String[] KEYS = {
        "workflow",
        "description",
        "inputs",
        "roles",
        "artifacts",
        "checks",
        "open_branch",
        "deliver",
        "recovery",
        "stages"
    };

    /** The value of {@code deliver} for a workflow that ends with a pull request. */
    private static final String PULL_REQUEST = "pull_request";

    private final Path file;
    private final DefinitionFiles files;
    private final boolean isShipped;
    private final Problems problems = new Problems();

    private WorkflowFileReader(Path file, DefinitionFiles files) {
        this(file, files, false);
    }

    private WorkflowFileReader(Path file, DefinitionFiles files, boolean isShipped) {
        this.file = file;
        this.files = files;
        this.isShipped = isShipped;
    }

    /** Parses the text of a workflow of Foldline. */
    public static WorkflowFile shipped(Path file, String text) {
        return new WorkflowFileReader(file, DefinitionFiles.ON_DISK, true)
                .parse(file.toString(), text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a file from disk. */
    public static WorkflowFile read(Path file, String shown) throws IOException {
        return parse(file, shown, Files.readAllBytes(file));
    }

    /** Reads a file; none if it does not exist. */
    public static Option<WorkflowFile> read(Path file, String shown, DefinitionFiles files)
            throws IOException {
        return files.read(file)
                .map(content -> new WorkflowFileReader(file, files).parse(shown, content));
    }

    /**
     * Parses the text of a file.
     *
     * @param file where the text is from; prompts and schemas are relative to its folder
     */
    public static WorkflowFile parse(Path file, String shown, byte[] content) {
        return new WorkflowFileReader(file, DefinitionFiles.ON_DISK).parse(shown, content);
    }

    /** Parses a text that is not in a file; names are found among these files. */
    public static WorkflowFile parse(Path file, String shown, String text, DefinitionFiles files) {
        return new WorkflowFileReader(file, files)
                .parse(shown, text.getBytes(StandardCharsets.UTF_8));
    }

    private WorkflowFile parse(String shown, byte[] content) {
        var document = YamlReader.read(content, OriginLocator.file(shown));
        problems.addAll(document.problems());
        var text = new String(content, StandardCharsets.UTF_8);
        if (!document.isWhole() || !document.problems().isEmpty())
            return nothing(shown, text, document.root().origin());
        if (FieldReader.any(document.root(), "a workflow file", new Problems())
                .has(ExpansionReader.EXPANDED))
            return refusedExpansion(shown, text, document.root().origin());
        var fields = FieldReader.of(document.root(), "a workflow file", problems, KEYS);
        var roles = fields.names("roles");
        var head = head(fields, roles);
        var declarations =
                new Declarations(
                        fields.find("inputs").toVector().flatMap(this::inputs),
                        roles,
                        artifacts(fields.find("artifacts")),
                        checks(fields.find("checks")));
        if (!fields.has("stages"))
            problems.add(fields.origin(), "stages is missing", "write stages: [...]");
        return new WorkflowFile(
                file,
                files,
                shown,
                text,
                head,
                declarations,
                fields.items("stages"),
                problems.all());
    }

    private WorkflowFile nothing(String shown, String text, Origin at) {
        return new WorkflowFile(
                file,
                files,
                shown,
                text,
                new Head("", "", true, RecoveryReader.absent(at), false, Option.none()),
                Declarations.NONE,
                Vector.empty(),
                problems.all());
    }

    private WorkflowFile refusedExpansion(String shown, String text, Origin at) {
        problems.add(
                at,
                "this is the expansion of a workflow, which does not run",
                "run the workflow itself, or write its stages in a file of your own");
        return nothing(shown, text, at);
    }

    private Head head(FieldReader fields, Vector<String> roles) {
        var name = fields.name("workflow", "NAME");
        if (!isShipped && BuiltinWorkflows.named(name).isDefined())
            problems.add(
                    fields.place("workflow"),
                    "the name " + name + " belongs to a workflow of Foldline",
                    "choose another name");
        return new Head(
                name,
                fields.text("description").getOrElse(""),
                !fields.has("open_branch") || fields.isTrue("open_branch"),
                new RecoveryReader(roles, problems).settings(fields),
                false,
                fields.choice("deliver", PULL_REQUEST));
    }

    private Vector<InputDefinition> inputs(Node node) {
        return FieldReader.any(node, "inputs", problems).all().map(this::input);
    }

    private InputDefinition input(Node.Field field) {
        var name = field.name().text();
        if (!name.matches("[a-z][a-z0-9_]{0,63}"))
            problems.add(
                    field.name().origin(),
                    "'" + name + "' is no name of an input",
                    "use lower-case letters, digits and '_', starting with a letter");
        var fields =
                FieldReader.of(
                        field.value(),
                        "the input " + name,
                        problems,
                        "type",
                        "values",
                        "description",
                        "default");
        var type = type(fields);
        var standard = fields.text("default");
        standard.filter(value -> !type.accepts(value))
                .forEach(
                        _ ->
                                problems.add(
                                        fields.place("default"),
                                        "the default of " + name + " does not fit",
                                        "write " + type.phrase()));
        return new InputDefinition(name, type, fields.text("description").getOrElse(""), standard);
    }

    private InputDefinition.Type type(FieldReader fields) {
        if (!fields.has("type"))
            problems.add(
                    fields.origin(),
                    "type is missing",
                    "write type: string, integer, boolean or enum");
        var words = fields.names("values");
        return switch (fields.choice("type", "string", "integer", "boolean", "enum")
                .getOrElse("string")) {
            case "integer" -> new InputDefinition.Type.Integer();
            case "boolean" -> new InputDefinition.Type.Truth();
            case "enum" -> {
                if (words.isEmpty())
                    problems.add(fields.origin(), "an enum has no values", "write values: [A, B]");
                yield new InputDefinition.Type.Choice(words);
            }
            default -> new InputDefinition.Type.Text();
        };
    }

    private LinkedHashMap<String, ArtifactDefinition> artifacts(Option<Node> node) {
        return node.toVector()
                .flatMap(each -> FieldReader.any(each, "artifacts", problems).all())
                .foldLeft(
                        LinkedHashMap.empty(),
                        (all, field) -> all.put(field.name().text(), artifact(field)));
    }

    private ArtifactDefinition artifact(Node.Field field) {
        var name = field.name().text();
        if (!FieldReader.NAME.matcher(name).matches())
            problems.add(
                    field.name().origin(),
                    "'" + name + "' is no name of an artifact",
                    "use lower-case letters, digits, '-' and '_', starting with a letter");
        var fields =
                FieldReader.of(
                        field.value(),
                        "the artifact " + name,
                        problems,
                        "schema",
                        "labels",
                        "items");
        if (fields.has("schema") && ArtifactFormat.published().contains(name))
            problems.add(
                    fields.place("schema"),
                    "the artifact " + name + " has a schema of Foldline",
                    "choose another name, or delete schema:");
        return new ArtifactDefinition(
                fields.text("schema")
                        .map(
                                path ->
                                        new ReferencedFile(file, files, problems)
                                                .schema(path, fields.place("schema"))),
                fields.names("labels"),
                fields.text("items"));
    }

    private LinkedHashMap<String, CheckDefinition> checks(Option<Node> node) {
        return node.toVector()
                .flatMap(each -> FieldReader.any(each, "checks", problems).all())
                .foldLeft(
                        LinkedHashMap.empty(),
                        (all, field) -> all.put(field.name().text(), check(field)));
    }

    /** A text or a list is short for {@code run}. */
    private CheckDefinition check(Node.Field field) {
        if (field.value() instanceof Node.Text || field.value() instanceof Node.Items)
            return new CheckDefinition(
                    Vector.of(command(field.value())), ConfiguredForm.PLAIN, false);
        var check = "the check " + field.name().text();
        var fields =
                FieldReader.of(
                        field.value(),
                        check,
                        problems,
                        Vector.of("run", "optional")
                                .appendAll(CheckKeys.ofForm())
                                .toJavaArray(String[]::new));
        var run = fields.find("run").map(this::command);
        var form =
                field.value() instanceof Node.Fields written
                        ? CheckKeys.form(check, written, problems)
                        : ConfiguredForm.PLAIN;
        if (run.isEmpty() && !fields.has("optional"))
            problems.add(
                    fields.origin(),
                    "run is missing",
                    "write run: [PROGRAM, ARGUMENT], run: a shell line, or optional: true");
        if (run.isEmpty() && !form.equals(ConfiguredForm.PLAIN))
            problems.add(
                    fields.origin(),
                    check + " says how its result is read, but has no run",
                    "write run: a shell line, or delete " + String.join(", ", CheckKeys.ofForm()));
        return new CheckDefinition(run.toVector(), form, fields.isTrue("optional"));
    }

    private CommandLine command(Node node) {
        PromptPlaceholders.refuse(node, PromptPlaceholders::inCommand, problems);
        return switch (node) {
            case Node.Text text when text.isOf(Node.Kind.TEXT) && !text.text().isBlank() ->
                    new CommandLine.Shell(text.text());
            case Node.Items(var items, _)
                    when !items.isEmpty() && items.stream().allMatch(Node.Text.class::isInstance) ->
                    new CommandLine.Arguments(
                            Vector.ofAll(items)
                                    .map(
                                            item ->
                                                    item instanceof Node.Text text
                                                            ? text.text()
                                                            : ""));
            case Node.Text _, Node.Items _, Node.Fields _, Node.Nothing _ -> {
                problems.add(
                        node.origin(),
                        "run is " + node.phrase(),
                        "write a shell line, or a program and its arguments in brackets");
                yield new CommandLine.Shell("false");
            }
        };
    }
}
