package dev.foldline.app.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;

import java.util.Map;

/**
 * Checks the answers of tools against their schemas, and not the schemas, which are the same at
 * each start and would delay it.
 */
final class AnswerValidator implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object answer) {
        return McpJsonDefaults.getSchemaValidator().validate(schema, answer);
    }

    @Override
    public void assertConforms(String name, Map<String, Object> schema) {}
}
