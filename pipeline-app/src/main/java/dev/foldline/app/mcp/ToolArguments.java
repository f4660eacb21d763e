package dev.foldline.app.mcp;

import dev.foldline.core.PipelineBug;

import io.modelcontextprotocol.json.McpJsonDefaults;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * What a tool was called with, after it was found to fit the tool's schema.
 *
 * @param caller who waits for the answer
 */
record ToolArguments(Map<String, Object> values, Caller caller) {

    /** A text that the schema requires. */
    String text(String name) {
        return optional(name)
                .orElseThrow(() -> new PipelineBug("the schema lets " + name + " be missing"));
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable(values.get(name)).map(Object::toString);
    }

    Optional<Long> number(String name) {
        return values.get(name) instanceof Number number
                ? Optional.of(number.longValue())
                : Optional.empty();
    }

    /** All arguments as JSON text. */
    String json() throws IOException {
        return McpJsonDefaults.getMapper().writeValueAsString(values);
    }

    /** A value as JSON text again. */
    String json(String name) throws IOException {
        return McpJsonDefaults.getMapper().writeValueAsString(values.get(name));
    }
}
