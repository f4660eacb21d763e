package dev.foldline.effects.agent.cli;

import static dev.foldline.effects.agent.stream.FrameReader.excerpt;
import static dev.foldline.effects.agent.stream.FrameReader.microUsd;
import static dev.foldline.effects.agent.stream.FrameReader.number;
import static dev.foldline.effects.agent.stream.FrameReader.text;
import static dev.foldline.effects.agent.stream.FrameReader.textIfAny;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Failed.Weight;
import dev.foldline.effects.agent.stream.AgentSignal.TurnEnded.Goodness;
import dev.foldline.effects.agent.stream.ErrorPhrase;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.FrameReader;
import dev.foldline.effects.agent.stream.LimitReset;
import dev.foldline.effects.agent.stream.LimitResetParser;
import dev.foldline.effects.agent.stream.StreamFormat;

import tools.jackson.databind.JsonNode;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The frames of Foldline's own program for chat endpoints. */
public final class ChatFormat implements StreamFormat {
    private static final int SERVER_ERROR = 500;
    private static final long EPOCH_SECONDS_MIN = 1_000_000_000L;
    private static final long EPOCH_MILLIS_MIN = 1_000_000_000_000L;

    @Override
    public List<AgentSignal> line(String line) {
        return FrameReader.signals(line, ChatFormat::frame);
    }

    private static List<AgentSignal> frame(JsonNode frame) {
        return switch (text(frame, "type")) {
            // The request is sent: the call may cost something from here on.
            case "chat.request" -> List.of();
            case "chat.started" ->
                    List.of(
                            new AgentSignal.Started(
                                    "", textIfAny(frame, "model"), Optional.empty()));
            case "chat.text" -> List.of(new AgentSignal.TextDelta(text(frame, "text")));
            case "chat.thinking" -> List.of(new AgentSignal.Thinking(excerpt(text(frame, "text"))));
            case "chat.warning" ->
                    List.of(new AgentSignal.Warning(excerpt(text(frame, "message"))));
            case "chat.usage" -> List.of(usage(frame));
            case "chat.end" -> List.of(new AgentSignal.TurnEnded("stop", Goodness.GOOD));
            case "chat.failed" -> List.of(failed(frame));
            default -> List.of(new AgentSignal.Unparsed(excerpt(frame)));
        };
    }

    private static AgentSignal usage(JsonNode frame) {
        return AgentSignal.Usage.ofCall(
                number(frame, "input_tokens"),
                number(frame, "cached_tokens"),
                number(frame, "output_tokens"),
                microUsd(frame.path("usd")));
    }

    private static AgentSignal failed(JsonNode frame) {
        var status = FrameReader.status(frame.path("status"));
        return new AgentSignal.Failed(
                Weight.FINAL,
                kind(text(frame, "reason"), text(frame, "code"), status),
                status,
                excerpt(text(frame, "message")),
                textIfAny(frame, "resets").flatMap(ChatFormat::reset));
    }

    private static Optional<FailureKind> kind(String reason, String code, OptionalInt status) {
        return switch (reason) {
            case "key" -> Optional.of(FailureKind.AUTH);
            case "network", "cut" -> Optional.of(FailureKind.NETWORK);
            case "malformed" -> Optional.of(FailureKind.PROTOCOL);
            case "empty" -> Optional.of(FailureKind.NO_OUTPUT);
            case "length" -> Optional.of(FailureKind.OUTPUT_LIMIT);
            case "http" -> ProviderError.ofCode(code).or(() -> ofServerError(status));
            default -> Optional.empty();
        };
    }

    private static Optional<FailureKind> ofServerError(OptionalInt status) {
        return status.isPresent() && status.getAsInt() >= SERVER_ERROR
                ? Optional.of(FailureKind.OVERLOADED)
                : Optional.empty();
    }

    /** Parses a header: seconds, a date of HTTP, a point in time, or a duration such as 6m0s. */
    private static Optional<LimitReset> reset(String header) {
        var text = header.strip();
        if (text.matches("\\d{1,15}(\\.\\d+)?")) {
            long number = (long) Math.ceil(Double.parseDouble(text));
            if (number >= EPOCH_MILLIS_MIN)
                return Optional.of(new LimitReset.At(Instant.ofEpochMilli(number)));
            return Optional.of(
                    number >= EPOCH_SECONDS_MIN
                            ? new LimitReset.At(Instant.ofEpochSecond(number))
                            : new LimitReset.In(Duration.ofSeconds(Math.max(1, number))));
        }
        try {
            return Optional.of(
                    new LimitReset.At(
                            ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant()));
        } catch (DateTimeException noDate) {
            return LimitResetParser.duration(text);
        }
    }

    @Override
    public List<ErrorPhrase> phrases() {
        return ErrorPhrases.of("openai");
    }
}
