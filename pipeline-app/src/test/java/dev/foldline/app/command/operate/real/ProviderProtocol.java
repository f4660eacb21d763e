package dev.foldline.app.command.operate.real;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the protocols by which command lines ask their providers: what was asked, and how it is
 * answered.
 */
enum ProviderProtocol {
    /** The Responses API: {@code codex}. */
    RESPONSES {
        @Override
        List<ConversationEntry> conversation(JsonNode request) {
            var said = new ArrayList<ConversationEntry>();
            for (var item : request.path("input")) {
                if (item.path("role").asString("").equals("user"))
                    said.add(new ConversationEntry(Speaker.USER, item.toString()));
                if (item.path("type").asString("").equals("function_call_output"))
                    said.add(new ConversationEntry(Speaker.TOOL, item.toString()));
            }
            return said;
        }

        @Override
        String runs(String command) {
            return ends(
                    Map.of(
                            "type",
                            "function_call",
                            "id",
                            "f1",
                            "call_id",
                            "c1",
                            "name",
                            "exec_command",
                            "arguments",
                            MAPPER.writeValueAsString(Map.of("cmd", command))));
        }

        @Override
        String says(String text) {
            return ends(
                    Map.of(
                            "type",
                            "message",
                            "id",
                            "m1",
                            "role",
                            "assistant",
                            "content",
                            List.of(Map.of("type", "output_text", "text", text))));
        }

        private String ends(Map<String, Object> item) {
            var usage =
                    Map.of(
                            "input_tokens",
                            100,
                            "output_tokens",
                            20,
                            "total_tokens",
                            120,
                            "input_tokens_details",
                            Map.of("cached_tokens", 0),
                            "output_tokens_details",
                            Map.of("reasoning_tokens", 0));
            return event(
                            "response.created",
                            Map.of("type", "response.created", "response", Map.of("id", "r1")))
                    + event(
                            "response.output_item.done",
                            Map.of("type", "response.output_item.done", "item", item))
                    + event(
                            "response.completed",
                            Map.of(
                                    "type",
                                    "response.completed",
                                    "response",
                                    Map.of("id", "r1", "usage", usage)));
        }

        private String event(String name, Map<String, Object> data) {
            return "event: " + name + "\n" + data(data);
        }

        @Override
        Map<String, Object> limited() {
            return Map.of(
                    "error",
                    Map.of(
                            "type",
                            "usage_limit_reached",
                            "message",
                            "limit",
                            "plan_type",
                            "plus",
                            "resets_at",
                            Instant.now().plusSeconds(3600).getEpochSecond()));
        }
    },

    /** Chat completions: {@code opencode} with a provider of its own. */
    CHAT {
        @Override
        List<ConversationEntry> conversation(JsonNode request) {
            var said = new ArrayList<ConversationEntry>();
            for (var message : request.path("messages")) {
                if (message.path("role").asString("").equals("user"))
                    said.add(new ConversationEntry(Speaker.USER, message.toString()));
                if (message.path("role").asString("").equals("tool"))
                    said.add(new ConversationEntry(Speaker.TOOL, message.toString()));
            }
            return said;
        }

        @Override
        String runs(String command) {
            var arguments =
                    MAPPER.writeValueAsString(Map.of("command", command, "description", "Works"));
            return chunk(
                    Map.of(
                            "role",
                            "assistant",
                            "tool_calls",
                            List.of(
                                    Map.of(
                                            "index",
                                            0,
                                            "id",
                                            "c1",
                                            "type",
                                            "function",
                                            "function",
                                            Map.of("name", "bash", "arguments", arguments)))),
                    "tool_calls");
        }

        @Override
        String says(String text) {
            return chunk(Map.of("role", "assistant", "content", text), "stop");
        }

        private String chunk(Map<String, Object> delta, String reason) {
            var begins =
                    new LinkedHashMap<String, Object>(
                            Map.of(
                                    "id",
                                    "r1",
                                    "object",
                                    "chat.completion.chunk",
                                    "created",
                                    1,
                                    "model",
                                    "m"));
            var ends = new LinkedHashMap<>(begins);
            begins.put("choices", List.of(Map.of("index", 0, "delta", delta)));
            ends.put(
                    "choices",
                    List.of(Map.of("index", 0, "delta", Map.of(), "finish_reason", reason)));
            ends.put(
                    "usage",
                    Map.of("prompt_tokens", 100, "completion_tokens", 20, "total_tokens", 120));
            return data(begins) + data(ends) + "data: [DONE]\n\n";
        }

        @Override
        Map<String, Object> limited() {
            return Map.of("error", Map.of("type", "rate_limit_error", "message", "limit"));
        }
    },

    /** The Generative Language API: {@code gemini}. */
    GENERATE {
        @Override
        List<ConversationEntry> conversation(JsonNode request) {
            var said = new ArrayList<ConversationEntry>();
            for (var content : request.path("contents")) {
                for (var part : content.path("parts")) {
                    if (content.path("role").asString("").equals("user") && part.has("text"))
                        said.add(new ConversationEntry(Speaker.USER, part.toString()));
                    if (part.has("functionResponse"))
                        said.add(new ConversationEntry(Speaker.TOOL, part.toString()));
                }
            }
            return said;
        }

        @Override
        String runs(String command) {
            return ends(
                    Map.of(
                            "functionCall",
                            Map.of(
                                    "name",
                                    "run_shell_command",
                                    "args",
                                    Map.of("command", command, "description", "Works"))));
        }

        @Override
        String says(String text) {
            return ends(Map.of("text", text));
        }

        private String ends(Map<String, Object> part) {
            return data(
                    Map.of(
                            "candidates",
                            List.of(
                                    Map.of(
                                            "index",
                                            0,
                                            "finishReason",
                                            "STOP",
                                            "content",
                                            Map.of("role", "model", "parts", List.of(part)))),
                            "usageMetadata",
                            Map.of(
                                    "promptTokenCount",
                                    100,
                                    "candidatesTokenCount",
                                    20,
                                    "totalTokenCount",
                                    120)));
        }

        /** A quota of the day: of one of the minute it would wait for the end itself. */
        @Override
        Map<String, Object> limited() {
            return Map.of(
                    "error",
                    Map.of(
                            "code",
                            429,
                            "status",
                            "RESOURCE_EXHAUSTED",
                            "message",
                            "You exceeded your current quota",
                            "details",
                            List.of(
                                    Map.of(
                                            "@type",
                                            "type.googleapis.com/google.rpc.QuotaFailure",
                                            "violations",
                                            List.of(
                                                    Map.of(
                                                            "quotaId",
                                                            "GenerateRequestsPerDayPerProject"))))));
        }
    },

    /** The Messages API: {@code claude}. */
    MESSAGES {
        @Override
        List<ConversationEntry> conversation(JsonNode request) {
            var said = new ArrayList<ConversationEntry>();
            for (var message : request.path("messages")) {
                if (!message.path("role").asString("").equals("user")) continue;
                // Reminders beside the result of a tool are no new task.
                boolean isResult = message.path("content").toString().contains("\"tool_result\"");
                said.add(
                        new ConversationEntry(
                                isResult ? Speaker.TOOL : Speaker.USER, message.toString()));
            }
            return said;
        }

        @Override
        String runs(String command) {
            return block(
                    Map.of("type", "tool_use", "id", "t1", "name", "Bash", "input", Map.of()),
                    Map.of(
                            "type",
                            "input_json_delta",
                            "partial_json",
                            MAPPER.writeValueAsString(
                                    Map.of("command", command, "description", "Works"))),
                    "tool_use");
        }

        @Override
        String says(String text) {
            return block(
                    Map.of("type", "text", "text", ""),
                    Map.of("type", "text_delta", "text", text),
                    "end_turn");
        }

        private String block(Map<String, Object> start, Map<String, Object> delta, String reason) {
            var message = new LinkedHashMap<String, Object>();
            message.put("id", "m1");
            message.put("type", "message");
            message.put("role", "assistant");
            message.put("model", "some-model");
            message.put("content", List.of());
            message.put("stop_reason", null);
            message.put("usage", Map.of("input_tokens", 100, "output_tokens", 1));
            return event("message_start", Map.of("message", message))
                    + event("content_block_start", Map.of("index", 0, "content_block", start))
                    + event("content_block_delta", Map.of("index", 0, "delta", delta))
                    + event("content_block_stop", Map.of("index", 0))
                    + event(
                            "message_delta",
                            Map.of(
                                    "delta",
                                    Map.of("stop_reason", reason),
                                    "usage",
                                    Map.of("output_tokens", 20)))
                    + event("message_stop", Map.of());
        }

        private String event(String name, Map<String, Object> fields) {
            var data = new LinkedHashMap<String, Object>(fields);
            data.put("type", name);
            return "event: " + name + "\n" + data(data);
        }

        @Override
        Map<String, Object> limited() {
            return Map.of(
                    "type",
                    "error",
                    "error",
                    Map.of("type", "rate_limit_error", "message", "Your limit is reached"));
        }
    };

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Who says something to a model. */
    enum Speaker {
        USER,
        TOOL
    }

    /** Something that a model is told. */
    record ConversationEntry(Speaker who, String text) {}

    static ProviderProtocol at(String path) {
        return path.endsWith("/responses")
                ? RESPONSES
                : path.endsWith("/chat/completions")
                        ? CHAT
                        : path.endsWith("/messages") ? MESSAGES : GENERATE;
    }

    /** What users and tools have said so far, the oldest first. */
    abstract List<ConversationEntry> conversation(JsonNode request);

    /** The stream that has this line run by a shell. */
    abstract String runs(String command);

    /** The stream that ends with these words. */
    abstract String says(String text);

    /** The refusal of somebody who has used up what is allowed. */
    abstract Map<String, Object> limited();

    private static String data(Map<String, Object> data) {
        return "data: " + MAPPER.writeValueAsString(data) + "\n\n";
    }
}
