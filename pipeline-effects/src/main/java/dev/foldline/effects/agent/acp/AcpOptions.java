package dev.foldline.effects.agent.acp;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a call asks of an agent in addition to its prompt.
 *
 * @param allowsAll whether every permission is given; otherwise those to read and edit files
 * @param resumes the conversation to resume; a new one if none
 * @param server the command of the MCP server that the agent is to start; empty if there is none
 */
public record AcpOptions(
        Optional<String> model, boolean allowsAll, Optional<String> resumes, List<String> server) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    public AcpOptions {
        server = List.copyOf(server);
    }

    /** Returns the last argument of {@link AcpProgram}. */
    public String toArgument() {
        var node = MAPPER.createObjectNode().put("allows_all", allowsAll);
        model.ifPresent(each -> node.put("model", each));
        resumes.ifPresent(each -> node.put("resumes", each));
        var words = node.putArray("server");
        server.forEach(words::add);
        return MAPPER.writeValueAsString(node);
    }

    /**
     * Parses what {@link #toArgument} returned.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static AcpOptions parse(String argument) {
        try {
            var node = MAPPER.readTree(argument);
            var server = new ArrayList<String>();
            for (var word : node.path("server")) server.add(word.stringValue());
            return new AcpOptions(
                    text(node, "model"),
                    node.path("allows_all").booleanValue(),
                    text(node, "resumes"),
                    server);
        } catch (JacksonException notOurs) {
            throw new IllegalArgumentException("no options: " + argument, notOurs);
        }
    }

    private static Optional<String> text(JsonNode node, String field) {
        return node.has(field) ? Optional.of(node.path(field).stringValue()) : Optional.empty();
    }
}
