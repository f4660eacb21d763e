package dev.foldline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** JSON-RPC written and read by hand: a client that is not the SDK's. */
public final class JsonRpcClient {
    private JsonRpcClient() {}

    static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by-hand","version":"1"}}}\
            """;
    static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    public static String call(int id, String tool, String arguments) {
        return request(
                id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    public static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\""
                + method
                + "\",\"params\":"
                + params
                + "}";
    }

    /** A whole conversation: the greeting, then these lines. */
    public static String talk(String... lines) {
        return INITIALIZE + "\n" + INITIALIZED + "\n" + String.join("\n", lines) + "\n";
    }

    /** The answers by the number of their request; those to no request under -1. */
    public record Answers(Map<Integer, JsonNode> byRequest) {
        public JsonNode get(int id) {
            var answer = byRequest.get(id);
            if (answer == null)
                throw new AssertionError("no answer to " + id + " among " + byRequest);
            return answer;
        }
    }

    /** What was said; everything must be an answer. */
    public static Answers answers(String said) {
        return new Answers(
                said.lines()
                        .map(JsonRpcClient::json)
                        .collect(
                                Collectors.toMap(
                                        answer -> answer.path("id").asInt(-1),
                                        answer -> answer,
                                        (one, _) -> one,
                                        TreeMap::new)));
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    /** The document of a call that was carried out. */
    static JsonNode content(JsonNode answer) {
        assertThat(answer.path("result").path("isError").asBoolean(true))
                .as(answer.toString())
                .isFalse();
        return document(answer);
    }

    /** The document of a call that was refused. */
    static JsonNode refused(JsonNode answer) {
        assertThat(answer.path("result").path("isError").asBoolean(false))
                .as(answer.toString())
                .isTrue();
        return document(answer);
    }

    private static JsonNode document(JsonNode answer) {
        return of(answer.path("result"));
    }

    /** The document of a result: its text, unless that only points to the structured content. */
    public static JsonNode of(JsonNode result) {
        var text = result.at("/content/0/text").asString();
        return text.endsWith(" (see structuredContent)")
                ? result.get("structuredContent")
                : json(text);
    }

    public static List<String> names(JsonNode tools) {
        return tools.path("result")
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").asString())
                .toList();
    }
}
