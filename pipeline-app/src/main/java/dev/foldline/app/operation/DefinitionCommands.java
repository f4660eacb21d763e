package dev.foldline.app.operation;

import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.LinkedHashMap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes workflow files. */
final class DefinitionCommands {
    private static final Field<String> NAME =
            Field.text("name", "name of the new workflow").required().asArgument("NAME");
    private static final Field<String> FROM =
            Field.text("from", "workflow or workflow file to copy").asFlag("NAME|FILE", "--from");
    private static final String LOCAL = "it writes files into the caller's working tree";

    private DefinitionCommands() {}

    static final Operation NEW =
            Operation.command(
                            "workflow new",
                            "Write a workflow file that runs as it is.",
                            "foldline.workflow-new/1",
                            Repetition.REFUSED,
                            DefinitionCommands::write)
                    .withFields(NAME, FROM)
                    .withExamples(
                            "foldline workflow new mine", "foldline workflow new mine --from ralph")
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Absent(LOCAL))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Absent(LOCAL));

    private static OperationResult write(OperationContext context, Input input) throws IOException {
        var name = input.get(NAME);
        if (!name.matches("[a-z][a-z0-9_-]{0,63}") || BuiltinWorkflows.named(name).isDefined())
            throw new UserError(
                    "'" + name + "' is no name for a workflow file",
                    "",
                    "use lower-case letters, digits, '-' and '_', and no name of a built-in"
                            + " workflow",
                    ExitCode.USAGE);
        var folder = context.workflowFolders().repository();
        var file = folder.resolve(name + WorkflowFolders.ENDING);
        refuseIfExists("the workflow file", file);
        var copy =
                input.find(FROM).isDefined()
                        ? copy(context, input.find(FROM).get(), name)
                        : new DefinitionCopy(
                                starter("workflow.yaml").replace("NAME", name),
                                LinkedHashMap.of("prompts/" + name + ".md", starter("prompt.md")));
        var written = copy.files().keySet().toVector().map(folder::resolve);
        for (var path : written) refuseIfExists("the file", path);
        for (var each : copy.files()) write(folder.resolve(each._1()), each._2());
        write(file, SchemaReference.added(copy.text()));
        var schema = SchemaReference.file(folder);
        if (!Files.exists(schema)) {
            write(schema, PublishedSchemas.text("workflow"));
            written = written.append(schema);
        }
        var files = written.prepend(file);
        return OperationResult.of(
                JsonOutput.fields("schema", NEW.schema(), "file", file, "files", files),
                _ ->
                        files.map(each -> "wrote " + shown(context, each) + "\n").mkString()
                                + "to check it: foldline workflow check "
                                + name
                                + "\n");
    }

    /** A path as the caller would write it. */
    private static Path shown(OperationContext context, Path file) {
        var here = context.directory().toAbsolutePath().normalize();
        var path = file.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    private static void refuseIfExists(String what, Path file) {
        if (Files.exists(file))
            throw new UserError(
                    what + " exists", file.toString(), "choose another name", ExitCode.USAGE);
    }

    private static DefinitionCopy copy(OperationContext context, String from, String name)
            throws IOException {
        return BuiltinWorkflows.named(from).isDefined()
                ? DefinitionCopy.of(CatalogueQueries.shippedFile(context, from).text(), name)
                : DefinitionCopy.of(DefinitionCheck.file(context, from).file(), name);
    }

    private static void write(Path file, String text) throws IOException {
        if (file.getParent() != null) Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String starter(String name) throws IOException {
        try (var in =
                DefinitionCommands.class.getResourceAsStream(
                        "/dev/foldline/app/workflow/" + name)) {
            if (in == null) throw new PipelineBug("missing resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
