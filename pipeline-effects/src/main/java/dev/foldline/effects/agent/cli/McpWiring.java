package dev.foldline.effects.agent.cli;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;

/** Passes the server for artifacts to agent CLIs, in the formats they read. */
final class McpWiring {
    static final String NAME = "foldline";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private McpWiring() {}

    /** Returns the server table in the most common format. */
    static String servers(List<String> command) {
        return json(
                Map.of(
                        "mcpServers",
                        Map.of(
                                NAME,
                                Map.of(
                                        "command",
                                        command.getFirst(),
                                        "args",
                                        command.subList(1, command.size())))));
    }

    static String json(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
