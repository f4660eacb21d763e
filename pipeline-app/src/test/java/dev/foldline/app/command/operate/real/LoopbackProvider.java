package dev.foldline.app.command.operate.real;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider on loopback that speaks the Responses API: asked for an artifact it has it written, asked to develop it has a line appended to
 * {@code work.txt}. Below {@code /limited} it refuses to develop, since a limit is reached.
 */
final class LoopbackProvider implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Pattern ASKED_FOR = Pattern.compile("Write `\\.foldline/(\\w+)\\.json`");
    private static final Map<String, String> ARTIFACTS = Map.of(
            "plan", "{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}",
            "development_result", "{\"status\":\"completed\",\"summary\":\"done\"}",
            "issues", "{\"issues\":[]}",
            "commit_message", "{\"subject\":\"Do the work\"}");

    private final HttpServer server;

    LoopbackProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where it is, with this beginning of its paths. */
    String address(String path) { return "http://127.0.0.1:" + server.getAddress().getPort() + path; }

    @Override
    public void close() { server.stop(0); }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, 404, "application/json", "{}");
                return;
            }
            var asked = MAPPER.readTree(body).path("input");
            boolean develops = asked.toString().contains("You develop a change");
            if (develops && exchange.getRequestURI().getPath().startsWith("/limited")) send(exchange, 429, "application/json",
                    "{\"error\":{\"type\":\"usage_limit_reached\",\"message\":\"limit\",\"plan_type\":\"plus\",\"resets_at\":" + Instant.now().plusSeconds(3600).getEpochSecond() + "}}");
            else send(exchange, 200, "text/event-stream", events(asked, develops));
        }
    }

    /** One tool call, and when its answer is there, the end. */
    private static String events(JsonNode asked, boolean develops) {
        var answered = asked.values().stream().anyMatch(item -> item.path("type").asString("").equals("function_call_output"));
        var item = answered
                ? Map.of("type", "message", "id", "m1", "role", "assistant", "content", List.of(Map.of("type", "output_text", "text", "Done.")))
                : Map.of("type", "function_call", "id", "f1", "call_id", "c1", "name", "exec_command",
                        "arguments", MAPPER.writeValueAsString(Map.of("cmd", command(asked.toString(), develops))));
        var usage = Map.of("input_tokens", 100, "output_tokens", 20, "total_tokens", 120,
                "input_tokens_details", Map.of("cached_tokens", 0), "output_tokens_details", Map.of("reasoning_tokens", 0));
        var events = new ArrayList<Map<String, Object>>();
        events.add(Map.of("type", "response.created", "response", Map.of("id", "r1")));
        events.add(Map.of("type", "response.output_item.done", "item", item));
        events.add(Map.of("type", "response.completed", "response", Map.of("id", "r1", "usage", usage)));
        var text = new StringBuilder();
        for (var event : events) text.append("event: ").append(event.get("type")).append("\ndata: ").append(MAPPER.writeValueAsString(event)).append("\n\n");
        return text.toString();
    }

    private static String command(String asked, boolean develops) {
        var artifact = ASKED_FOR.matcher(asked);
        if (develops) return "echo real >> work.txt";
        return artifact.find() ? "echo '" + ARTIFACTS.getOrDefault(artifact.group(1), "{}") + "' > .foldline/" + artifact.group(1) + ".json" : "echo foldline >> conformance.txt";
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
