package dev.foldline.app.mcp;

import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.CommandResult;
import dev.foldline.app.operation.DocumentSchemas;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.operation.RunResumption;
import dev.foldline.app.output.JsonOutput;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The operations as tools: their fields are the arguments. */
record OperationTools(ServerContext here, Consumer<String> notice) {

    /** The operations that end or remove something. */
    private static final Set<String> DESTRUCTIVE =
            Set.of("cancel", "gc", "reset", "import", "workflow cancel");

    List<McpTool> all() {
        var schemas = DocumentSchemas.read();
        return Operations.ALL
                .flatMap(
                        operation ->
                                operation.endpoint(FrontEnd.MCP)
                                                instanceof Endpoint.Derived(var name)
                                        ? List.of(tool(operation, name, schemas))
                                        : List.<McpTool>of())
                .asJava();
    }

    private McpTool tool(Operation operation, String name, DocumentSchemas schemas) {
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
                        output(operation, schemas)),
                operation.contract().permission(),
                given -> perform(operation, given));
    }

    /** The published schema of the document, or of both that the operation answers with. */
    private static Option<String> output(Operation operation, DocumentSchemas schemas) {
        if (operation.schema().isEmpty()) return Option.none();
        return Option.of(
                schemas.answer(
                        operation.equals(RunResumption.RESUME)
                                ? Set.of(operation.schema(), CommandResult.SCHEMA)
                                : Set.of(operation.schema())));
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
