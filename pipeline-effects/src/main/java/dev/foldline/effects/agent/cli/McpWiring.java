package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** How command lines are told of the server by which artifacts may be handed in, in the forms they read. */
final class McpWiring {
    static final String NAME = "foldline";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private McpWiring() {}

    /** The table of servers as most of them read it. */
    static String servers(List<String> command) {
        return json(Map.of("mcpServers", Map.of(NAME, Map.of("command", command.getFirst(), "args", command.subList(1, command.size())))));
    }

    static String json(Object value) { return MAPPER.writeValueAsString(value); }
}
