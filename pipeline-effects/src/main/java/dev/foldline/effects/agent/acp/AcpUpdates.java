package dev.foldline.effects.agent.acp;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Prints what an agent reports during its turn, and answers its requests for permission. */
final class AcpUpdates implements AcpConnection.Listener {
    private static final int INPUT_CHARS_MAX = 500;
    private static final int NOISE_MAX = 20;

    private final AcpFrames frames;
    private final AcpPermissions permissions;
    private boolean started;
    private volatile boolean cancelled;
    private int noise;
    private OptionalDouble costBefore = OptionalDouble.of(0);
    private OptionalDouble cost = OptionalDouble.empty();

    AcpUpdates(AcpFrames frames, AcpPermissions permissions) {
        this.frames = frames;
        this.permissions = permissions;
    }

    /**
     * The turn starts. What came before repeats the earlier conversation.
     *
     * @param resumed whether there is an earlier conversation: what it cost is not charged again,
     *     and without a report of that the cost of the turn is unknown
     */
    void begin(boolean resumed) {
        started = true;
        if (resumed) costBefore = cost;
        cost = OptionalDouble.empty();
        frames.print(frames.frame("request"));
    }

    /** From here on no permission is given. */
    void cancel() {
        cancelled = true;
    }

    @Override
    public void onNotification(String method, JsonNode params) {
        if (!method.equals("session/update")) return;
        var update = params.path("update");
        var kind = update.path("sessionUpdate").asString("");
        if (kind.equals("usage_update")) spend(update.path("cost"));
        else if (started) print(kind, update);
    }

    private void print(String kind, JsonNode update) {
        switch (kind) {
            case "agent_message_chunk" -> frames.append("text", text(update.path("content")));
            case "agent_thought_chunk" -> frames.append("thinking", text(update.path("content")));
            case "tool_call" -> {
                permissions.learn(update);
                call(update);
                answer(update);
            }
            case "tool_call_update" -> {
                permissions.learn(update);
                answer(update);
            }
            case "plan" -> frames.print(frames.frame("plan").put("text", plan(update)));
            default -> {}
        }
    }

    /** A turn that does not end in an answer has been paid for, too. */
    private void spend(JsonNode reported) {
        if (!reported.path("currency").asString("").equals("USD")) return;
        cost = OptionalDouble.of(reported.path("amount").asDouble(0));
        if (started) finish(AcpConnection.object());
    }

    private void call(JsonNode update) {
        var id = update.path("toolCallId").asString("");
        var kind = update.path("kind").asString("other");
        var input = update.path("rawInput");
        frames.print(
                frames.frame("tool")
                        .put("id", id)
                        .put("name", kind)
                        .put(
                                "input",
                                cut(
                                        update.path("title").asString("")
                                                + (input.isMissingNode() ? "" : " " + input))));
    }

    private void answer(JsonNode update) {
        var status = update.path("status").asString("");
        if (!status.equals("completed") && !status.equals("failed")) return;
        var content = text(update.path("content").path(0).path("content"));
        frames.print(
                frames.frame("result")
                        .put("id", update.path("toolCallId").asString(""))
                        .put("ok", status.equals("completed"))
                        .put(
                                "text",
                                cut(
                                        content.isEmpty()
                                                ? plain(update.path("rawOutput"))
                                                : content)));
    }

    private static String plain(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? "" : node.asString(node.toString());
    }

    private static String plan(JsonNode update) {
        return AcpFrames.cut(
                StreamSupport.stream(update.path("entries").spliterator(), false)
                        .map(
                                entry ->
                                        entry.path("status").asString("")
                                                + ": "
                                                + entry.path("content").asString(""))
                        .collect(Collectors.joining("\n")));
    }

    private static String text(JsonNode content) {
        return content.path("text").asString("");
    }

    private static String cut(String text) {
        return text.length() <= INPUT_CHARS_MAX ? text : text.substring(0, INPUT_CHARS_MAX);
    }

    /** Only permissions are answered: files and terminals of ours are not offered. */
    @Override
    public Optional<JsonNode> onRequest(String method, JsonNode params) {
        if (!method.equals("session/request_permission")) return Optional.empty();
        var tool = params.path("toolCall");
        var granted = cancelled ? Optional.<String>empty() : granted(tool, params);
        var option =
                cancelled
                        ? granted
                        : granted.or(() -> option(params, "reject_once"))
                                .or(() -> option(params, "reject_always"));
        frames.print(
                frames.frame("permission")
                        .put("allowed", granted.isPresent())
                        .put(
                                "tool",
                                cut(
                                        permissions.kind(tool)
                                                + " "
                                                + tool.path("title").asString(""))));
        var answer = AcpConnection.object();
        var outcome = answer.putObject("outcome");
        option.ifPresentOrElse(
                id -> outcome.put("outcome", "selected").put("optionId", id),
                () -> outcome.put("outcome", "cancelled"));
        return Optional.of(answer);
    }

    /** A permission for good is given only where all are. */
    private Optional<String> granted(JsonNode tool, JsonNode params) {
        if (!permissions.allows(tool)) return Optional.empty();
        return option(params, "allow_once")
                .or(
                        () ->
                                permissions.allowsAll()
                                        ? option(params, "allow_always")
                                        : Optional.empty());
    }

    private static Optional<String> option(JsonNode params, String kind) {
        for (var option : params.path("options"))
            if (option.path("kind").asString("").equals(kind))
                return Optional.of(option.path("optionId").asString(""));
        return Optional.empty();
    }

    @Override
    public void onNoise(String line) {
        if (noise++ < NOISE_MAX) frames.print(frames.frame("noise").put("text", cut(line)));
    }

    /** Prints the usage so far: all tokens of the conversation, and the cost of the turn. */
    void finish(JsonNode usage) {
        var frame = frames.frame("usage");
        long tokens = usage.path("totalTokens").asLong(-1);
        if (tokens >= 0) frame.put("tokens", tokens);
        if (cost.isPresent()
                && costBefore.isPresent()
                && cost.getAsDouble() >= costBefore.getAsDouble())
            frame.put("usd", cost.getAsDouble() - costBefore.getAsDouble());
        if (frame.size() > 1) frames.print(frame);
    }
}
