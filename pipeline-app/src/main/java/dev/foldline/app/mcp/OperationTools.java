package dev.foldline.app.mcp;

import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.operation.PublishedSchemas;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.report.RunReport;
import dev.foldline.core.PipelineBug;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The operations as tools: their fields are the arguments. */
record OperationTools(ServerContext here, Consumer<String> notice) {

    /** The operations that end or remove something. */
    private static final Set<String> DESTRUCTIVE =
            HashSet.of("cancel", "gc", "reset", "import", "workflow cancel");

    List<McpTool> all() {
        return Operations.ALL
                .flatMap(
                        operation ->
                                operation.endpoint(FrontEnd.MCP)
                                                instanceof Endpoint.Derived(var name)
                                        ? List.of(tool(operation, name))
                                        : List.<McpTool>of())
                .asJava();
    }

    private McpTool tool(Operation operation, String name) {
        return new McpTool(
                name,
                operation.summary(),
                JsonOutput.compact(schema(operation)),
                operation.kind() == Operation.Kind.QUERY
                        ? McpTool.Effect.READS
                        : McpTool.Effect.CHANGES,
                new McpTool.Hints(
                        DESTRUCTIVE.contains(operation.name()),
                        operation.contract().repetition() == Operation.Repetition.IDEMPOTENT,
                        output(operation)),
                operation.contract().permission(),
                given -> perform(operation, given));
    }

    /** What every document has; a command may answer with another one than its own. */
    private static final String ANY =
            """
            {"type": "object", "required": ["schema"], "properties": {"schema": {"type": "string"}}}\
            """;

    /** The schema of the document: the published one, or what all documents have. */
    private static Option<String> output(Operation operation) {
        if (operation.schema().isEmpty()) return Option.none();
        if (operation.kind() != Operation.Kind.QUERY) return Option.of(ANY);
        if (!operation.schema().equals(RunReport.SCHEMA))
            return Option.of(
                    JsonOutput.compact(
                            JsonOutput.fields(
                                    "type",
                                    "object",
                                    "required",
                                    List.of("schema"),
                                    "properties",
                                    JsonOutput.fields(
                                            "schema",
                                            JsonOutput.fields("const", operation.schema())))));
        try {
            return Option.of(PublishedSchemas.text("run"));
        } catch (IOException missing) {
            throw new PipelineBug("the schema of a run cannot be read", missing);
        }
    }

    private static Map<String, Object> schema(Operation operation) {
        var properties = new LinkedHashMap<String, Object>();
        operation
                .fields(FrontEnd.MCP)
                .forEach(field -> properties.put(field.name(), field.schema()));
        return JsonOutput.fields(
                "type",
                "object",
                "additionalProperties",
                false,
                "required",
                operation
                        .fields()
                        .filter(field -> field.isRequired(FrontEnd.MCP))
                        .map(field -> field.name()),
                "properties",
                properties);
    }

    private ToolReply perform(Operation operation, ToolArguments given)
            throws IOException, InterruptedException {
        return ToolReply.of(
                document(operation, Input.ofJson(given.json(), operation.fields(FrontEnd.MCP))));
    }

    /** The document that an operation answers with. */
    Map<String, ?> document(Operation operation, Input input)
            throws IOException, InterruptedException {
        return operation
                .perform(
                        new OperationContext(
                                FrontEnd.MCP,
                                here.directory(),
                                here.environment(),
                                here.redaction(),
                                notice,
                                _ -> {},
                                new BackgroundServices(here.directory(), here.environment())),
                        input)
                .document();
    }
}
