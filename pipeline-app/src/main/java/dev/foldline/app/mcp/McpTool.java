package dev.foldline.app.mcp;

import java.io.IOException;

/**
 * Something a client can call.
 *
 * @param schema the JSON Schema of its arguments, as text; nothing is done with arguments that do
 *     not fit
 */
public record McpTool(String name, String description, String schema, Effect effect, Work work) {

    /** What a call can do to a run. */
    public enum Effect {
        READS,
        CHANGES
    }

    /** What a call does. The arguments fit the schema. */
    @FunctionalInterface
    public interface Work {
        ToolReply call(ToolArguments arguments) throws IOException, InterruptedException;
    }
}
