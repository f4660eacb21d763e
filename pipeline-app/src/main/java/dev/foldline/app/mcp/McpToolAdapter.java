package dev.foldline.app.mcp;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.user.UserRole;
import dev.foldline.core.command.Author;
import dev.foldline.effects.artifact.SchemaCheck;
import dev.foldline.effects.redact.ControlCharacters;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Our tools as the SDK calls them: arguments are held against the schema before anything else, and
 * what goes wrong is an answer with a code, never an exception.
 */
final class McpToolAdapter {
    private final McpTool tool;
    private final SchemaCheck schema;
    private final McpCapabilities offer;
    private final OpenCalls open;

    private McpToolAdapter(McpTool tool, McpCapabilities offer, OpenCalls open) {
        this.tool = tool;
        this.schema = SchemaCheck.of(tool.schema());
        this.offer = offer;
        this.open = open;
    }

    /**
     * @param open where a client's cancellations are found
     */
    static List<SyncToolSpecification> of(McpCapabilities offer, OpenCalls open) {
        return offer.tools().stream()
                .map(tool -> new McpToolAdapter(tool, offer, open).specification())
                .toList();
    }

    private SyncToolSpecification specification() {
        var reads = tool.effect() == McpTool.Effect.READS;
        var described =
                McpSchema.Tool.builder(tool.name(), mapper(), tool.schema())
                        .title(tool.title())
                        .description(tool.description())
                        .annotations(
                                McpSchema.ToolAnnotations.builder()
                                        .title(tool.title())
                                        .readOnlyHint(reads)
                                        .destructiveHint(tool.hints().isDestructive())
                                        .idempotentHint(tool.hints().isIdempotent())
                                        .openWorldHint(false)
                                        .build());
        tool.hints().output().forEach(output -> described.outputSchema(mapper(), output));
        return SyncToolSpecification.builder()
                .tool(described.build())
                .callHandler(
                        (exchange, request) ->
                                result(
                                        CurrentAuthor.as(
                                                author(exchange),
                                                () -> permitted(exchange, request))))
                .build();
    }

    /** Progress is for those who have asked for it with a token. */
    private Caller caller(McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
        var token = request.progressToken();
        return new Caller(
                gone ->
                        new CallProgress(
                                (number, message) -> {
                                    if (token != null)
                                        exchange.progressNotification(
                                                McpSchema.ProgressNotification.builder(
                                                                token, number)
                                                        .message(text(message, offer))
                                                        .build());
                                },
                                gone),
                open.cancellation(request),
                new Confirmation(exchange)::ask);
    }

    private static String text(String message, McpCapabilities offer) {
        return ControlCharacters.escape(offer.redaction().text(message));
    }

    /**
     * Returns the author of a call: the peer of the connection, else the parent of this process.
     */
    @SuppressWarnings("unchecked")
    private static Supplier<Author> author(McpSyncServerExchange exchange) {
        return exchange.transportContext().get(McpRequestAuthenticator.AUTHOR)
                        instanceof Supplier<?> found
                ? (Supplier<Author>) found
                : () -> CurrentAuthor.by(Author.Channel.MCP, ProcessHandle.current());
    }

    /** Clients on standard input and output are the user's own, and have no role. */
    private ToolReply permitted(McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
        return exchange.transportContext().get(McpRequestAuthenticator.ROLE)
                                instanceof UserRole role
                        && !role.allows(tool.permission())
                ? ToolReply.refusal("FORBIDDEN", role.refusal(tool.permission()))
                : reply(request.arguments(), caller(exchange, request));
    }

    private ToolReply reply(Map<String, Object> arguments, Caller caller) {
        try {
            var given = arguments == null ? Map.<String, Object>of() : arguments;
            var problems =
                    schema.problems(
                            mapper().writeValueAsString(given).getBytes(StandardCharsets.UTF_8));
            return problems.isEmpty()
                    ? tool.work().call(new ToolArguments(given, caller))
                    : ToolReply.refusal(
                            "INVALID_INPUT", String.join("; ", problems), "problems", problems);
        } catch (UserError error) {
            return refusal(error);
        } catch (IOException fault) {
            return refusal(StorageFailure.of(fault, "", ""));
        } catch (UncheckedIOException fault) {
            return refusal(StorageFailure.of(new IOException(fault.getMessage(), fault), "", ""));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ToolReply.refusal(ExitCode.INTERRUPTED.name(), "interrupted");
        } catch (RuntimeException bug) {
            offer.bugs().accept(bug);
            return ToolReply.refusal(ExitCode.BUG.name(), "internal error: " + bug);
        }
    }

    private static ToolReply refusal(UserError error) {
        return ToolReply.refusal(
                error.exit().name(), error.message(), "place", error.place(), "next", error.hint());
    }

    private CallToolResult result(ToolReply reply) {
        return switch (reply) {
            case ToolReply.Result(var document, var remark) -> {
                var result = answer(document).isError(false);
                remark.map(offer.redaction()::text)
                        .map(ControlCharacters::escape)
                        .ifPresent(result::addTextContent);
                yield result.build();
            }
            case ToolReply.ForModel(var document) ->
                    CallToolResult.builder().addTextContent(text(document)).isError(false).build();
            case ToolReply.Refused(var code, var message, var details) -> {
                var document = JsonOutput.fields("code", code, "message", message);
                document.putAll(details);
                yield resultBuilder(document).isError(true).build();
            }
        };
    }

    /**
     * The document, once: as structured content if the tool declares its schema, beside a line for
     * clients that show only text.
     */
    private CallToolResult.Builder answer(Object document) {
        if (tool.hints().output().isEmpty() || !(document instanceof Map<?, ?> fields))
            return resultBuilder(document);
        var summary = new AnswerSummary(tool.title(), offer.redaction()::text).of(fields);
        return CallToolResult.builder()
                .addTextContent(summary)
                .structuredContent(mapper(), text(document));
    }

    /**
     * The document as text, and as structured content if it is an object: the protocol has no
     * others.
     */
    private CallToolResult.Builder resultBuilder(Object document) {
        var text = text(document);
        var result = CallToolResult.builder().addTextContent(text);
        return document instanceof Map ? result.structuredContent(mapper(), text) : result;
    }

    private String text(Object document) {
        return offer.redaction().text(JsonOutput.compact(document));
    }

    private static McpJsonMapper mapper() {
        return McpJsonDefaults.getMapper();
    }
}
