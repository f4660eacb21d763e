package dev.foldline.app.mcp;

import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.output.JsonOutput;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Runs and gates as resources: each is the document of an operation. */
record RunResources(OperationTools tools, ServerContext here) {
    private static final String RUNS = "foldline://runs";
    private static final String GATES = "foldline://gates";
    private static final String TYPE = "application/json";
    private static final Pattern RUN = Pattern.compile("foldline://runs/([^/]+)/([a-z]+)");

    /** The parts of a run, and the operation that each is the document of. */
    private static final Map<String, String> PARTS =
            LinkedHashMap.of(
                    "status", "status",
                    "task", "run task",
                    "log", "log",
                    "commits", "commits",
                    "cost", "cost",
                    "output", "output",
                    "explain", "explain",
                    "report", "report");

    List<SyncResourceSpecification> all() {
        return List.of(
                resource(RUNS, "runs", "The latest runs", "runs"),
                resource(GATES, "gates", "The open gates of all runs", "gates"));
    }

    private SyncResourceSpecification resource(
            String uri, String name, String title, String operation) {
        return new SyncResourceSpecification(
                McpSchema.Resource.builder(uri, name).title(title).mimeType(TYPE).build(),
                (_, _) -> read(uri, operation, HashMap.empty()));
    }

    List<SyncResourceTemplateSpecification> templates() {
        return PARTS.map(
                        part ->
                                new SyncResourceTemplateSpecification(
                                        McpSchema.ResourceTemplate.builder(
                                                        RUNS + "/{run}/" + part._1(),
                                                        "run_" + part._1())
                                                .title("Run " + part._1())
                                                .description(
                                                        Operations.named(part._2()).summary()
                                                                + " The run is @ (the latest),"
                                                                + " @~1, or the beginning of an"
                                                                + " id.")
                                                .mimeType(TYPE)
                                                .build(),
                                        (_, request) -> run(request.uri())))
                .toJavaList();
    }

    private McpSchema.ReadResourceResult run(String uri) {
        var named = RUN.matcher(uri);
        if (!named.matches()) throw McpError.RESOURCE_NOT_FOUND.apply(uri);
        var operation = PARTS.get(named.group(2));
        if (operation.isEmpty()) throw McpError.RESOURCE_NOT_FOUND.apply(uri);
        var run = URLDecoder.decode(named.group(1), StandardCharsets.UTF_8);
        return read(uri, operation.get(), HashMap.of("run", run));
    }

    private McpSchema.ReadResourceResult read(
            String uri, String operation, Map<String, Object> fields) {
        try {
            var document = tools.document(Operations.named(operation), Input.of(fields));
            return McpSchema.ReadResourceResult.builder(
                            List.of(
                                    new McpSchema.TextResourceContents(
                                            uri,
                                            TYPE,
                                            here.redaction().text(JsonOutput.compact(document)))))
                    .build();
        } catch (UserError refused) {
            throw McpError.builder(McpSchema.ErrorCodes.RESOURCE_NOT_FOUND)
                    .message(here.redaction().text(refused.message()))
                    .build();
        } catch (IOException fault) {
            throw McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
                    .message("cannot read " + uri)
                    .build();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
                    .message("interrupted")
                    .build();
        }
    }
}
