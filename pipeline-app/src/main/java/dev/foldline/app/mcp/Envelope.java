package dev.foldline.app.mcp;

import dev.foldline.app.output.JsonOutput;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A text as it comes from a client, before the SDK sees it: to what is no message the SDK hangs up,
 * and to a request without its parameters it answers with its own insides, or not at all.
 */
sealed interface Envelope {
    /** It can be answered by the SDK. */
    record Sound(McpSchema.JSONRPCMessage message) implements Envelope {}

    /**
     * It cannot be.
     *
     * @param answer as JSON
     * @param isUnderstood whether it is a request as it should be, for something that is not there
     */
    record Unsound(String answer, boolean isUnderstood) implements Envelope {}

    /** What a request must come with, by its method. */
    Map<String, Class<?>> PARAMETERS =
            Map.of(
                    McpSchema.METHOD_INITIALIZE,
                    McpSchema.InitializeRequest.class,
                    McpSchema.METHOD_TOOLS_CALL,
                    McpSchema.CallToolRequest.class,
                    McpSchema.METHOD_RESOURCES_READ,
                    McpSchema.ReadResourceRequest.class,
                    McpSchema.METHOD_PROMPT_GET,
                    McpSchema.GetPromptRequest.class);

    /**
     * @param tools the names of those that can be called
     */
    static Envelope of(String text, Set<String> tools) {
        try {
            var message = McpSchema.deserializeJsonRpcMessage(McpJsonDefaults.getMapper(), text);
            return message instanceof McpSchema.JSONRPCRequest request
                    ? refusal(request, tools)
                            .<Envelope>map(unsound -> unsound)
                            .orElseGet(() -> new Sound(message))
                    : new Sound(message);
        } catch (IOException | RuntimeException notOne) {
            return new Unsound(
                    error(
                            "null",
                            McpSchema.ErrorCodes.PARSE_ERROR,
                            "Parse error: not a JSON-RPC message"),
                    false);
        }
    }

    /**
     * @param id of the request, as JSON
     */
    static String error(String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"error\":{\"code\":"
                + code
                + ",\"message\":"
                + JsonOutput.compact(message)
                + "}}";
    }

    private static Optional<Unsound> refusal(McpSchema.JSONRPCRequest request, Set<String> tools)
            throws IOException {
        var wanted = PARAMETERS.get(request.method());
        if (wanted == null) return Optional.empty();
        if (!isA(wanted, request.params()))
            return Optional.of(
                    new Unsound(
                            invalid(
                                    request,
                                    "Invalid params: " + request.method() + " needs others"),
                            false));
        if (!request.method().equals(McpSchema.METHOD_TOOLS_CALL)
                || !(request.params() instanceof Map<?, ?> params)
                || tools.contains(params.get("name"))) return Optional.empty();
        return Optional.of(
                new Unsound(
                        invalid(
                                request,
                                "Unknown tool: "
                                        + params.get("name")
                                        + "; there is "
                                        + String.join(", ", tools)),
                        true));
    }

    private static String invalid(McpSchema.JSONRPCRequest request, String message)
            throws IOException {
        return error(
                McpJsonDefaults.getMapper().writeValueAsString(request.id()),
                McpSchema.ErrorCodes.INVALID_PARAMS,
                message);
    }

    private static boolean isA(Class<?> wanted, Object params) {
        try {
            return params instanceof Map
                    && McpJsonDefaults.getMapper().convertValue(params, wanted) != null;
        } catch (RuntimeException unlike) {
            return false;
        }
    }
}
