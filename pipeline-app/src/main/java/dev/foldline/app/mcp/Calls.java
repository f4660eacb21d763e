package dev.foldline.app.mcp;

import dev.foldline.app.ExitCode;
import dev.foldline.app.StorageTrouble;
import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonText;
import dev.foldline.effects.artifact.SchemaCheck;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Our tools as the SDK calls them: arguments are held against the schema before anything else, and what goes wrong is an
 * answer with a code, never an exception.
 */
final class Calls {
    private final McpTool tool;
    private final SchemaCheck schema;
    private final Offer offer;

    private Calls(McpTool tool, Offer offer) {
        this.tool = tool;
        this.schema = SchemaCheck.of(tool.schema());
        this.offer = offer;
    }

    static List<SyncToolSpecification> of(Offer offer) {
        return offer.tools().stream().map(tool -> new Calls(tool, offer).specification()).toList();
    }

    private SyncToolSpecification specification() {
        var reads = tool.effect() == McpTool.Effect.READS;
        var described = McpSchema.Tool.builder(tool.name(), mapper(), tool.schema()).description(tool.description())
                .annotations(McpSchema.ToolAnnotations.builder().readOnlyHint(reads).openWorldHint(false).build()).build();
        return SyncToolSpecification.builder().tool(described).callHandler((_, request) -> result(reply(request.arguments()))).build();
    }

    private Reply reply(Map<String, Object> arguments) {
        try {
            var given = arguments == null ? Map.<String, Object>of() : arguments;
            var problems = schema.problems(mapper().writeValueAsString(given).getBytes(StandardCharsets.UTF_8));
            return problems.isEmpty() ? tool.work().call(new Arguments(given))
                    : Reply.refused("INVALID_INPUT", String.join("; ", problems), "problems", problems);
        } catch (UserError error) {
            return refused(error);
        } catch (IOException fault) {
            return refused(StorageTrouble.of(fault, "", ""));
        } catch (UncheckedIOException fault) {
            return refused(StorageTrouble.of(new IOException(fault.getMessage(), fault), "", ""));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Reply.refused(ExitCode.INTERRUPTED.name(), "interrupted");
        } catch (RuntimeException bug) {
            offer.bugs().accept(bug);
            return Reply.refused(ExitCode.BUG.name(), "a bug of ours: " + bug);
        }
    }

    private static Reply refused(UserError error) {
        return Reply.refused(error.exit().name(), error.message(), "place", error.place(), "next", error.hint());
    }

    private CallToolResult result(Reply reply) {
        return switch (reply) {
            case Reply.Told(var document, var remark) -> {
                var result = saying(document).isError(false);
                remark.ifPresent(result::addTextContent);
                yield result.build();
            }
            case Reply.Refused(var code, var message, var details) -> {
                var document = JsonText.fields("code", code, "message", message);
                document.putAll(details);
                yield saying(document).isError(true).build();
            }
        };
    }

    /** The document as text, and as structured content if it is an object: the protocol has no others. */
    private CallToolResult.Builder saying(Object document) {
        var text = offer.redaction().text(JsonText.compact(document));
        var result = CallToolResult.builder().addTextContent(text);
        return document instanceof Map ? result.structuredContent(mapper(), text) : result;
    }

    private static McpJsonMapper mapper() { return McpJsonDefaults.getMapper(); }
}
