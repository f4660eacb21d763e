package dev.foldline.app.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;

import java.io.IOException;
import java.util.Map;

/**
 * The mapper of the SDK, which by itself writes an error that it refuses a request with as an
 * exception, with its stack, and cannot write a question to the user at all.
 */
record ErrorsAsMessages(McpJsonMapper mapper) implements McpJsonMapper {
    @Override
    public String writeValueAsString(Object value) throws IOException {
        if (value instanceof McpSchema.JSONRPCRequest request) return written(request);
        if (!(value instanceof McpError refusal)) return mapper.writeValueAsString(value);
        return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                + mapper.writeValueAsString(refusal.getJsonRpcError())
                + "}";
    }

    private String written(McpSchema.JSONRPCRequest request) throws IOException {
        return mapper.writeValueAsString(
                request.params() instanceof McpSchema.ElicitFormRequest form
                        ? new McpSchema.JSONRPCRequest(
                                request.method(),
                                request.id(),
                                Map.of(
                                        "message",
                                        form.message(),
                                        "requestedSchema",
                                        form.requestedSchema()))
                        : request);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return mapper.writeValueAsBytes(value);
    }

    @Override
    public <T> T readValue(String json, Class<T> type) throws IOException {
        return mapper.readValue(json, type);
    }

    @Override
    public <T> T readValue(byte[] json, Class<T> type) throws IOException {
        return mapper.readValue(json, type);
    }

    @Override
    public <T> T readValue(String json, TypeRef<T> type) throws IOException {
        return mapper.readValue(json, type);
    }

    @Override
    public <T> T readValue(byte[] json, TypeRef<T> type) throws IOException {
        return mapper.readValue(json, type);
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
        return mapper.convertValue(value, type);
    }

    @Override
    public <T> T convertValue(Object value, TypeRef<T> type) {
        return mapper.convertValue(value, type);
    }
}
