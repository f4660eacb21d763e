package dev.foldline.app.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * A text as it comes from a client, before the SDK sees it: to what is no message the SDK hangs up, and to a request without its
 * parameters it answers with its own insides, or not at all.
 */
sealed interface Envelope {
    /** It can be answered by the SDK. */
    record Sound(McpSchema.JSONRPCMessage message) implements Envelope {}

    /** It cannot be; this is the answer, as JSON. */
    record Unsound(String answer) implements Envelope {}

    /** What a request must come with, by its method. */
    Map<String, Class<?>> PARAMETERS = Map.of(McpSchema.METHOD_INITIALIZE, McpSchema.InitializeRequest.class,
            McpSchema.METHOD_TOOLS_CALL, McpSchema.CallToolRequest.class);

    static Envelope of(String text) {
        try {
            var message = McpSchema.deserializeJsonRpcMessage(McpJsonDefaults.getMapper(), text);
            return message instanceof McpSchema.JSONRPCRequest request ? unfit(request).<Envelope>map(Unsound::new).orElseGet(() -> new Sound(message)) : new Sound(message);
        } catch (IOException | RuntimeException notOne) {
            return new Unsound(error("null", McpSchema.ErrorCodes.PARSE_ERROR, "Parse error: not a JSON-RPC message"));
        }
    }

    /** @param id of the request, as JSON */
    static String error(String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
    }

    private static Optional<String> unfit(McpSchema.JSONRPCRequest request) throws IOException {
        var wanted = PARAMETERS.get(request.method());
        if (wanted == null || isA(wanted, request.params())) return Optional.empty();
        return Optional.of(error(McpJsonDefaults.getMapper().writeValueAsString(request.id()), McpSchema.ErrorCodes.INVALID_PARAMS, "Invalid params: " + request.method() + " needs others"));
    }

    private static boolean isA(Class<?> wanted, Object params) {
        try {
            return params instanceof Map && McpJsonDefaults.getMapper().convertValue(params, wanted) != null;
        } catch (RuntimeException unlike) {
            return false;
        }
    }
}
