package dev.foldline.effects.agent.acp;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * JSON-RPC with an agent: one message per line. A request reads messages until its answer arrives;
 * those before it go to the listener. Messages are written on another thread, so that an agent that
 * does not read cannot hold up the reading.
 */
final class AcpConnection {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** A longer message is a fault; other lines of this length are skipped. */
    private static final int LINE_BYTES_MAX = 8 << 20;

    /** Ends the agent's input. No message is empty. */
    private static final String END = "";

    private static final int UNSENT_MAX = 10_000;
    private static final int METHOD_NOT_FOUND = -32601;

    private final LineSource lines;
    private final BlockingQueue<String> unsent = new LinkedBlockingQueue<>(UNSENT_MAX);
    private final Listener listener;
    private int latest;

    /** Receives what the agent sends on its own. */
    interface Listener {
        /** A notification. */
        void onNotification(String method, JsonNode params);

        /** Answers a request; empty if the method is not offered. */
        Optional<JsonNode> onRequest(String method, JsonNode params);

        /** A line that is no message. */
        void onNoise(String line);
    }

    AcpConnection(InputStream fromAgent, OutputStream toAgent, Listener listener) {
        this.lines = new LineSource(fromAgent, LINE_BYTES_MAX);
        this.listener = listener;
        Thread.ofVirtual().name("acp-writer").start(() -> write(toAgent));
    }

    private void write(OutputStream toAgent) {
        try (toAgent) {
            for (var next = unsent.take(); !next.equals(END); next = unsent.take()) {
                toAgent.write((next + "\n").getBytes(StandardCharsets.UTF_8));
                toAgent.flush();
            }
        } catch (IOException gone) {
            // The end of its output tells.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @return empty if the agent ended before it answered
     * @throws AcpFault if the answer is an error
     */
    Optional<JsonNode> request(String method, ObjectNode params) throws AcpFault, IOException {
        var id = Integer.toString(++latest);
        send(message().put("id", latest).put("method", method).set("params", params));
        for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            var message = parse(line.get());
            if (message.isEmpty()) continue;
            var answer = message.get();
            if (answer.has("method")) receive(answer);
            else if (answer.path("id").asString("").equals(id)) return Optional.of(result(answer));
        }
        return Optional.empty();
    }

    void notify(String method, ObjectNode params) throws AcpFault {
        send(message().put("method", method).set("params", params));
    }

    /** Ends the agent's input, without waiting. */
    void close() {
        unsent.clear();
        unsent.add(END);
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    private static ObjectNode message() {
        return object().put("jsonrpc", "2.0");
    }

    private void send(JsonNode message) throws AcpFault {
        if (!unsent.offer(MAPPER.writeValueAsString(message)))
            throw new AcpFault("protocol", "it asks more than it reads answers");
    }

    private Optional<JsonNode> parse(String line) {
        try {
            var message = MAPPER.readTree(line);
            if (message != null && message.isObject()) return Optional.of(message);
        } catch (JacksonException notJson) {
            // It is reported below.
        }
        if (!line.isBlank()) listener.onNoise(line);
        return Optional.empty();
    }

    private void receive(JsonNode message) throws AcpFault {
        var method = message.path("method").asString("");
        if (!message.has("id")) {
            listener.onNotification(method, message.path("params"));
            return;
        }
        var answer = message().set("id", message.path("id"));
        var result = listener.onRequest(method, message.path("params"));
        if (result.isPresent()) ((ObjectNode) answer).set("result", result.get());
        else
            ((ObjectNode) answer)
                    .putObject("error")
                    .put("code", METHOD_NOT_FOUND)
                    .put("message", method + " is not offered");
        send(answer);
    }

    private static JsonNode result(JsonNode answer) throws AcpFault {
        if (!answer.has("error")) return answer.path("result");
        var error = answer.path("error");
        var data = error.path("data");
        var kind = data.path("errorKind").asString("");
        boolean isEmpty = data.isMissingNode() || !kind.isEmpty() && data.size() == 1;
        var details = data.isString() ? data.asString("") : isEmpty ? "" : data + "";
        var message = error.path("message").asString("");
        throw new AcpFault(
                "rpc",
                error.path("code").asInt(0),
                details.isEmpty() ? message : message + ": " + details,
                kind);
    }
}
