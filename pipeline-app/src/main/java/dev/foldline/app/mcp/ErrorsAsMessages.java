package dev.foldline.app.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpError;

import java.io.IOException;

/**
 * The mapper of the SDK, which by itself writes an error that it refuses a request with as an
 * exception, with its stack.
 */
record ErrorsAsMessages(McpJsonMapper mapper) implements McpJsonMapper {
    @Override
    public String writeValueAsString(Object value) throws IOException {
        if (!(value instanceof McpError refusal)) return mapper.writeValueAsString(value);
        return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                + mapper.writeValueAsString(refusal.getJsonRpcError())
                + "}";
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
