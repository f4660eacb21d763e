package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;
import static dev.foldline.effects.agent.stream.FrameReader.textIfAny;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Gemini CLI in headless mode. Tested with 0.61.0. It reads servers from its settings only, so none
 * is configured here.
 */
final class Gemini implements Adapter {
    private static final Map<Integer, FailureKind> EXITS =
            Map.of(
                    41,
                    FailureKind.AUTH,
                    44,
                    FailureKind.TRUST_OR_SETUP,
                    52,
                    FailureKind.TRUST_OR_SETUP,
                    53,
                    FailureKind.MAX_TURNS,
                    55,
                    FailureKind.TRUST_OR_SETUP);

    /** The exit code for invalid arguments and for an unknown conversation. */
    private static final int BAD_INPUT = 42;

    /** An HTTP status is returned as an exit code modulo 256. */
    private static final int BYTE = 256;

    private static final int STATUS_MIN = 400;
    private static final Pattern CODE = Pattern.compile("\"code\":\\s*([45]\\d\\d)\\b");

    @Override
    public String name() {
        return "gemini";
    }

    @Override
    public Metering metering() {
        return Metering.TOKENS;
    }

    @Override
    public Optional<EndpointVariables> endpoint() {
        var keys = List.of("GEMINI_API_KEY");
        return Optional.of(
                new EndpointVariables(
                        "GOOGLE_GEMINI_BASE_URL",
                        keys,
                        keys,
                        List.of(
                                "GOOGLE_API_KEY",
                                "GOOGLE_GENAI_USE_VERTEXAI",
                                "GOOGLE_APPLICATION_CREDENTIALS")));
    }

    @Override
    public List<AgentFolder> folders() {
        return List.of(
                new AgentFolder(".gemini", "GEMINI_CLI_HOME", ".gemini"),
                AgentFolder.of(".cache/gemini-cli"));
    }

    @Override
    public List<String> variables() {
        return List.of(
                "GEMINI_API_KEY",
                "GOOGLE_API_KEY",
                "GOOGLE_GEMINI_BASE_URL",
                "GOOGLE_CLOUD_PROJECT",
                "GOOGLE_CLOUD_LOCATION",
                "GOOGLE_GENAI_USE_VERTEXAI",
                "GOOGLE_APPLICATION_CREDENTIALS",
                "GEMINI_CLI_HOME",
                "NODE_EXTRA_CA_CERTS");
    }

    /** In an untrusted folder it would ask before each edit without output, and then give up. */
    @Override
    public Call call(CallRequest asked) {
        var words =
                new ArrayList<>(
                        List.of(
                                "--output-format",
                                "stream-json",
                                "--skip-trust",
                                "--approval-mode",
                                switch (asked.permission()) {
                                    case EDIT -> "auto_edit";
                                    case ALL -> "yolo";
                                }));
        asked.model().ifPresent(model -> words.addAll(List.of("-m", model)));
        words.addAll(
                switch (asked.conversation()) {
                    case CallRequest.Conversation.Fresh(var id) -> List.of("--session-id", id);
                    case CallRequest.Conversation.Resumed(var id) -> List.of("--resume", id);
                });
        return Call.of(words);
    }

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, Gemini::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        return switch (text(frame, "type")) {
            case "init" ->
                    List.of(
                            new AgentSignal.Started(
                                    text(frame, "session_id"),
                                    textIfAny(frame, "model"),
                                    Optional.empty()));
            case "message" -> message(frame);
            case "tool_use" ->
                    List.of(
                            new AgentSignal.ToolCall(
                                    text(frame, "tool_id"),
                                    text(frame, "tool_name"),
                                    excerpt(frame.path("parameters"))));
            case "tool_result" ->
                    List.of(
                            new AgentSignal.ToolResult(
                                    text(frame, "tool_id"),
                                    text(frame, "status").equals("success"),
                                    excerpt(
                                            frame.has("output")
                                                    ? frame.path("output")
                                                    : frame.path("error"))));
            case "error" -> List.of(new AgentSignal.Warning(excerpt(text(frame, "message"))));
            case "result" -> result(frame);
            default -> List.of(new AgentSignal.Unparsed(excerpt(frame)));
        };
    }

    /** The user's message repeats the prompt. */
    private static List<AgentSignal> message(JsonNode frame) {
        if (!text(frame, "role").equals("assistant")) return List.of();
        var content = excerpt(text(frame, "content"));
        return List.of(
                frame.path("delta").asBoolean(false)
                        ? new AgentSignal.TextDelta(content)
                        : new AgentSignal.Text(content));
    }

    /** The total includes reasoning, which costs what output does. */
    private static List<AgentSignal> result(JsonNode frame) {
        var stats = frame.path("stats");
        long input = number(stats, "input_tokens");
        long counted = number(stats, "total_tokens");
        long output = counted > 0 ? counted - input : number(stats, "output_tokens");
        var usage =
                AgentSignal.Usage.ofCall(
                        input, number(stats, "cached"), Math.max(0, output), Optional.empty());
        if (text(frame, "status").equals("success"))
            return List.of(usage, new AgentSignal.TurnEnded("success", Goodness.GOOD));
        var error = frame.path("error");
        return List.of(
                usage,
                new AgentSignal.Failed(
                        Weight.FINAL,
                        ofType(text(error, "type")),
                        status(text(error, "message")),
                        excerpt(text(error, "message")),
                        Optional.empty()));
    }

    /** The message quotes the provider's answer, or only what it says. */
    private static OptionalInt status(String message) {
        var found = CODE.matcher(message);
        return found.find()
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }

    private static Optional<FailureKind> ofType(String type) {
        return switch (type) {
            case "FatalAuthenticationError" -> Optional.of(FailureKind.AUTH);
            case "FatalTurnLimitedError" -> Optional.of(FailureKind.MAX_TURNS);
            case "FatalInputError", "FatalSandboxError", "FatalConfigError" ->
                    Optional.of(FailureKind.TRUST_OR_SETUP);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<FailureKind> ofExit(int code) {
        return Optional.ofNullable(EXITS.get(code));
    }

    @Override
    public Optional<FailureKind> ofExitAlone(int code) {
        return code == BAD_INPUT ? Optional.of(FailureKind.TRUST_OR_SETUP) : Optional.empty();
    }

    @Override
    public Optional<Integer> statusOfExit(int code) {
        return code >= STATUS_MIN - BYTE && code < BYTE
                ? Optional.of(code + BYTE)
                : Optional.empty();
    }
}
