package dev.foldline.app.mcp;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The operations as tools: their fields are the arguments. */
record OperationTools(ServerContext here, Consumer<String> notice) {

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
                given -> perform(operation, given));
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
                operation
                        .perform(
                                new OperationContext(
                                        FrontEnd.MCP,
                                        here.directory(),
                                        here.environment(),
                                        here.redaction(),
                                        notice,
                                        _ -> {},
                                        new BackgroundServices(
                                                here.directory(), here.environment())),
                                Input.ofJson(given.json(), operation.fields(FrontEnd.MCP)))
                        .document());
    }
}
