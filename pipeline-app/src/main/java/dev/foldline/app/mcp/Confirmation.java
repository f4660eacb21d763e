package dev.foldline.app.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;

import java.util.List;
import java.util.Map;

/** Asks the user of a client that offers elicitation; other clients ask before they call. */
record Confirmation(McpSyncServerExchange exchange) {
    private static final String ANSWER = "confirm";
    private static final Map<String, Object> FORM =
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of(ANSWER, Map.of("type", "boolean", "title", "Confirm")),
                    "required",
                    List.of(ANSWER));

    /** Returns whether the user agrees, or cannot be asked. */
    boolean ask(String question) {
        var client = exchange.getClientCapabilities();
        if (client == null || client.elicitation() == null) return true;
        var answer =
                exchange.createElicitation(McpSchema.ElicitRequest.builder(question, FORM).build());
        return answer.action() == McpSchema.ElicitResult.Action.ACCEPT
                && Boolean.TRUE.equals(answer.content().get(ANSWER));
    }
}
